import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkAudit } from '@readymark/rubric/audit/check';
import { inClosedWorld } from '../../../../test/world/closed-world.ts';
import { SITE } from '../../../auditor/test/world/network/changing-site.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { rubrics } from '../../../rubric/test/example-audit.ts';
import { receipts } from '../../src/domain/auditing/receipts.ts';
import { program } from '../world/readymark.ts';

/**
 * From a request to its receipts with nothing played but the site: an agent requests an audit over HTTP, an operator starts
 * it, changes a score with a reason and publishes it; after the site has changed the next audit says which page moved what.
 */
test('an audit is requested, made by the agent, judged, published and read; the next one says what moved', async (t) => {
  const extra = [join(import.meta.dirname, '../../../auditor/test/world/network/changing-site.ts')];
  const ran = await inClosedWorld(program('walk-audit'), [], { extra });
  if (typeof ran === 'string') return t.skip(ran);
  assert.equal(ran.code, 0, ran.err);
  const { status, first, record, receipts: shown, second, log } = JSON.parse(ran.out);
  assert.equal(status, 'completed');

  const { rank: _, ...audit } = record;
  assert.ok('audit' in checkAudit(audit, rubrics));
  assert.deepEqual(receipts.parse(shown), shown);
  const of = (id: string) => shown.criteria.find((one: { id: string }) => one.id === id);
  assert.equal(of('P2-A').score, 4);
  assert.equal(of('P2-A').reviewed, true);
  for (const { id, sources } of shown.criteria) assert.ok(sources.length > 0, `${id} has sources`);
  // Every source with a hash is an answer that was stored.
  const stored = new Set(first.items.map(({ sha256 }: { sha256: string | null }) => sha256));
  for (const { sources } of shown.criteria)
    for (const { sha256 } of sources) assert.ok(sha256 === null || stored.has(sha256));

  const prices = second.draft.changes.find(({ id }: { id: string }) => id === 'P1-B');
  assert.ok(prices.after > prices.before, `P1-B: ${prices.before} → ${prices.after}`);
  const pages = prices.pages as { url: string; change: string }[];
  assert.ok(
    pages.some(({ url, change }) => url.startsWith(`${SITE}/pricing`) && change !== 'unseen'),
    JSON.stringify(pages),
  );
  assert.match(
    second.shown,
    /P1-B \d → \d\n(?: {4}\w+: .*\n)* {4}(?:changed|appeared): https:\/\/lindenlake\.dev\/pricing/,
  );

  // The site was asked politely, and the log of the service names none of it.
  const visits = ran.log.filter(({ kind }) => kind === 'http');
  assert.ok(
    visits.every(
      ({ user_agent, path }) => path === '/publish-prices' || /AgentReadinessAuditor/.test(String(user_agent)),
    ),
  );
  assert.doesNotMatch(log, /lindenlake/i);
});

/** The same at the desk in a real browser; what the pages do is in packages/service/test/browser/desk-life.test.ts. */
test('an operator takes a request to its published audit at the desk, with the real agent on a real network', async (t) => {
  const extra = [join(import.meta.dirname, '../../../auditor/test/world/network/changing-site.ts')];
  const ran = await inClosedWorld(program('desk-walk'), ['Lindenlake', SITE, 'lindenlake'], { extra });
  if (typeof ran === 'string') return t.skip(ran);
  assert.equal(ran.code, 0, ran.err);
  const { heading, changed, score, record, receipts: shown, status } = JSON.parse(ran.out);
  assert.match(heading, /^Lindenlake/);
  assert.equal(status, 'completed');
  const receipt = receipts.parse(shown).criteria.find(({ id }) => id === changed);
  assert.deepEqual([receipt?.score, receipt?.reviewed], [score, true]);
  assert.equal(record.criteria.find(({ id }: { id: string }) => id === changed).score, score);
  assert.ok(receipt?.sources.some(({ url }) => url.startsWith(SITE)));
  assert.ok(ran.log.some(({ kind, host }) => kind === 'http' && SITE.endsWith(String(host))));
});

/** A local trade, and the same firm in two other languages: what the English page is given is what a careful reader gave. */
const trade = fixtureSites.find(({ twins }) => twins !== undefined) ?? assert.fail('no fixture site has twins');
const site = join(import.meta.dirname, '../../../auditor/test/sites', trade.folder);
const written = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.\w+$/.test(name))
  .map((name) => readFileSync(join(site, name), 'utf8').replace(/\s+/g, ' '))
  .join('\n');
const walked = [
  { language: 'en', website: trade.website, company: trade.company },
  ...(trade.twins ?? []).filter(({ language }) => ['de', 'fr'].includes(language)),
];
for (const { language, website, company } of walked)
  test(`a local trade whose pages are in ${language} goes from its request to its published audit`, async (t) => {
    const extra = [join(import.meta.dirname, '../../../auditor/test/world/sites/fixture-sites.ts')];
    const slug = company.toLowerCase().replaceAll(' ', '-');
    const ran = await inClosedWorld(program('desk-walk'), [company, website, slug], { extra });
    if (typeof ran === 'string') return t.skip(ran);
    assert.equal(ran.code, 0, ran.err);
    const { changed, record, status } = JSON.parse(ran.out) as {
      changed: string;
      record: { criteria: { id: string; score: number; evidence: string }[] };
      status: string;
    };
    assert.equal(status, 'completed');
    const far = record.criteria
      .filter(({ id }) => id !== changed)
      .filter(({ id, score }) => Math.abs(score - (trade.scores[id] ?? -9)) > 1)
      .map(({ id, score }) => `${id}: ${score} for ${trade.scores[id]}`);
    assert.deepEqual(far, []);
    // Few facts are quoted (decision 229), and all in the trade's own words.
    const quoted = record.criteria.flatMap(({ id, evidence }) =>
      [...evidence.matchAll(/: "(.{20,}?)"/g)].map(([, words = '']) => ({ id, words })),
    );
    assert.ok(quoted.length >= 1, JSON.stringify(record.criteria));
    assert.deepEqual(
      quoted.filter(({ words }) => !written.includes(words)),
      [],
    );
    // What it says is not called absent.
    const renewal = record.criteria.find(({ id }) => id === 'P5-C')?.evidence ?? '';
    assert.match(renewal, /Renewal or a term is spoken of at /);
    assert.doesNotMatch(renewal, /not said|No period of notice/);
  });
