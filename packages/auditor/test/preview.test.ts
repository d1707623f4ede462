import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { inClosedWorld, type Noted } from '../../../test/world/closed-world.ts';
import { timeLimit } from '../../../test/world/wait.ts';
import { openParser } from '../src/collect/parse/parser.ts';
import { collectSite } from '../src/collect/plan/plan.ts';
import type { SitePreview } from '../src/evidence/site-preview.ts';
import { readSite } from '../src/read/read-site.ts';
import { previewOf } from '../src/score/preview.ts';
import { scoreSite } from '../src/score/score-site.ts';
import { copiedSites } from './calibrate/subjects.ts';
import { program } from './world/program.ts';
import { fixtureFetch } from './world/sites/fixture-fetch.ts';
import { fixtureSites } from './world/sites/fixture-sites.ts';

/** Previews of sites (decision 180): how much is asked, and intervals in which an audit's scores are. */
/** Many sites, and hosts that answer late. */
const limited = { timeout: timeLimit(180_000) };
const ladders = readLadders().get('v1') ?? assert.fail();

type Previewed = {
  website: string;
  outcome?: string;
  reason?: string | null;
  refused?: string;
  requests: number;
  asked: number;
} & Pick<SitePreview, 'criteria' | 'documents'>;
type Report = {
  previews: Previewed[];
  full: { website: string; proposals: { id: string; proposed: number }[] }[];
  rss_mb: number;
};

const asksOf = (log: readonly Noted[]) => log.filter(({ kind }) => kind === 'http');

/** No host was asked more than 20 times, and nothing but GET. */
function assertPolite(log: readonly Noted[]): void {
  for (const [host = '', asks = []] of Map.groupBy(asksOf(log), ({ host }) => String(host))) {
    assert.ok(asks.length <= 20, `${host}: ${asks.length} requests`);
    assert.deepEqual([...new Set(asks.map(({ method }) => method))], ['GET'], host);
  }
  assert.deepEqual(
    log.filter(({ kind }) => kind === 'canary'),
    [],
    'nothing connected to a private address',
  );
}

describe('the intervals of a preview', () => {
  const parser = openParser();
  after(() => parser.close());
  const now = () => new Date('2026-11-20T10:00:00.000Z');

  for (const { folder, website } of fixtureSites)
    test(`${folder}: contain the scores that a full collection proposes, with at most 20 requests`, async () => {
      const look = async (reach: 'site' | 'preview') => {
        const fetcher = fixtureFetch(now);
        const given = { website, version: '1.0.0', parse: parser.parse, now, progress() {} };
        const { bundle, bodies } = await collectSite({ ...given, fetcher, reach });
        return { site: readSite(bundle, bodies), requests: bundle.requests };
      };
      const [seen, whole] = [await look('preview'), await look('site')];
      assert.ok(seen.requests <= 20, `${seen.requests} requests`);
      const { criteria } = previewOf(seen.site, ladders);
      // A site with documents for machines has witnesses beyond the first pillar; the others have none.
      const witnessed = folder === 'agent-ready' ? ['P4-A', 'P5-A', 'P5-B', 'P5-D'] : [];
      assert.deepEqual(
        criteria.map(({ id }) => id),
        ['P1-A', 'P1-B', 'P1-C', 'P1-D', 'P1-E', ...witnessed],
      );
      for (const { id, low, evidence } of criteria.filter(({ id }) => witnessed.includes(id))) {
        assert.ok(low > 0, id);
        assert.match(evidence, /openapi|agent|mcp|GET |POST |\/[a-z]/i, `${id} names the document: ${evidence}`);
      }
      const proposals = scoreSite(whole.site, ladders);
      for (const { id, low, high } of criteria) {
        const { proposed } = proposals.find((one) => one.id === id) ?? assert.fail(id);
        assert.ok(low <= proposed && proposed <= high, `${id}: ${proposed} is not from ${low} to ${high}`);
      }
    });

  test('contain them at copies of real sites, which are previewed at once in bounded memory', limited, async (t) => {
    const sites = copiedSites();
    if (sites.length === 0) return t.skip('there are no copies of real sites');
    const args = [JSON.stringify(sites.map(({ website }) => website)), 'full'];
    const ran = await inClosedWorld(program('preview-sites'), args, { sites: 'all' });
    if (typeof ran === 'string') return t.skip(ran);
    assert.equal(ran.code, 0, ran.err);
    const { previews, full, rss_mb }: Report = JSON.parse(ran.out);
    assert.ok(rss_mb < 700, `${rss_mb} MiB`);
    let outside = 0;
    for (const { website, criteria, requests } of previews) {
      assert.ok(requests <= 20, `${website}: ${requests} requests`);
      const { proposals = [] } = full.find((one) => one.website === website) ?? {};
      for (const { id, low, high } of criteria) {
        const { proposed } = proposals.find((one) => one.id === id) ?? assert.fail(id);
        if (low > proposed || proposed > high) outside++;
      }
    }
    assert.equal(outside, 0, 'criteria outside of their interval');
  });
});

test('previews of hostile hosts go nowhere that an audit does not go, and harm no other', limited, async (t) => {
  const host = (name: string) => `http://${name}.evilcorp.dev/`;
  const inside = ['private', 'loopback', 'metadata', 'carrier', 'lan', 'nothing', 'azure', 'mapped', 'nat64', 'local6'];
  const more = [
    'unique6',
    '6to4',
    'mixed',
    'mixed6',
    'rebind',
    'nowhere',
    'closed',
    'raw',
    'silent-name',
    'robots-inside',
  ];
  const odd = [
    'robots-loop',
    'robots-bomb',
    'robots-hang',
    'robots-500',
    'robots-forbids',
    'opted-out',
    'expired',
    'heavy',
  ];
  const extra = ['odd-hosts', 'odd-names', 'heavy-hosts'].map((name) =>
    join(import.meta.dirname, `world/network/${name}.ts`),
  );
  const sites = [...inside, ...more, ...odd].map(host);
  const ran = await inClosedWorld(program('preview-sites'), [JSON.stringify(sites)], { extra });
  if (typeof ran === 'string') return t.skip(ran);
  assert.equal(ran.code, 0, ran.err);
  assertPolite(ran.log);
  const { previews, rss_mb }: Report = JSON.parse(ran.out);
  assert.ok(rss_mb < 700, `${rss_mb} MiB`);
  const of = (name: string) => previews.find(({ website }) => website === host(name));
  for (const name of inside) assert.match(of(name)?.refused ?? '', /not public/, name);
  assert.match(of('opted-out')?.refused ?? '', /does not wish/);
  for (const name of ['robots-500', 'robots-hang', 'nowhere', 'expired', 'silent-name'])
    assert.equal(of(name)?.outcome ?? 'refused', 'unobserved', name);
  const heavy = of('heavy');
  assert.equal(heavy?.outcome, 'observed', 'a site that wears out its readers');
});
