import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import type { DraftSubject } from '@readymark/rubric/audit/draft';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { inClosedWorld, type Noted } from '../../../test/world/closed-world.ts';
import { short } from '../../../test/world/wait.ts';
import { rubrics, v1, v2 } from '../../rubric/test/example-audit.ts';
import { openParser } from '../src/collect/parse/parser.ts';
import { collectSite } from '../src/collect/plan/plan.ts';
import { draftRecord } from '../src/draft/draft.ts';
import { readSite } from '../src/read/read-site.ts';
import type { Site } from '../src/read/site.ts';
import type { CriterionProposal } from '../src/score/proposal.ts';
import { scoreSite } from '../src/score/score-site.ts';
import { fixtureFetch } from './world/sites/fixture-fetch.ts';
import { fixtureSites } from './world/sites/fixture-sites.ts';

/**
 * The five fixture sites, audited twice: everywhere with the plan, the readers and the ladders over answers in memory; and
 * where a closed world can be made, by the command line under their own names. `expected.json` of each site holds the
 * scores that a careful reader gave before the machine saw it.
 */
type Walked = { name: string; criteria: CriterionProposal[]; draft: Audit };

function checks(walked: () => readonly Walked[], skipped: () => string | undefined): void {
  const walking = (name: string, check: () => void) =>
    test(name, (t) => {
      const why = skipped();
      if (why !== undefined) t.skip(why);
      else check();
    });

  /** Every criterion of every site, with what the reader gave. */
  const pairs = () =>
    walked().flatMap(({ name, criteria }) => {
      const site = fixtureSites.find(({ folder }) => folder === name);
      return criteria.map((proposal) => ({ site: name, human: site?.scores[proposal.id] ?? -9, ...proposal }));
    });
  const named = (list: ReturnType<typeof pairs>) =>
    list.map(
      ({ site, id, human, low, proposed, high }) => `${site} ${id}: ${human} against ${low}/${proposed}/${high}`,
    );

  walking('are all walked, each with twenty criteria that have sources', () => {
    assert.deepEqual(
      walked()
        .map(({ name }) => name)
        .sort(),
      fixtureSites.map(({ folder }) => folder).sort(),
    );
    for (const { name, criteria } of walked()) {
      assert.equal(criteria.length, 20, name);
      for (const { id, sources, low, proposed, high } of criteria) {
        assert.ok(sources.length > 0, `${name} ${id}`);
        assert.ok(low <= proposed && proposed <= high, `${name} ${id}`);
      }
    }
  });

  walking('are scored within a point of the reader, and the reader is inside the interval', () => {
    const all = pairs();
    const far = all.filter(({ human, proposed }) => Math.abs(human - proposed) > 1);
    assert.ok(far.length <= all.length * 0.05, named(far).join('\n'));
    const outside = all.filter(({ human, low, high }) => human < low || human > high);
    assert.ok(outside.length <= all.length * 0.05, named(outside).join('\n'));
  });

  for (const { folder, tier } of fixtureSites)
    walking(`${folder} is ${tier}, and its draft passes the check`, () => {
      const draft = walked().find(({ name }) => name === folder)?.draft;
      assert.equal(draft?.tier, tier);
      const checked = checkAudit(draft, rubrics);
      assert.deepEqual('issues' in checked ? checked.issues : [], []);
    });

  walking('have evidence in their drafts that says where it was seen, and findings and actions enough', () => {
    for (const { name, draft } of walked()) {
      for (const { id, evidence } of draft.criteria) assert.match(evidence, /https?:\/\//, `${name} ${id}`);
      // A criterion is no signal and gap at once, and one with all of its points has no action.
      const [weak, lacking] = [4, 5].map((points) => draft.criteria.filter(({ score }) => score < points).length);
      assert.ok(draft.strongest_signals.length >= 3 && draft.strongest_signals.length <= 5, name);
      assert.ok(draft.critical_gaps.length >= Math.min(3, weak ?? 0) && draft.critical_gaps.length <= 5, name);
      assert.ok(draft.priority_actions.length >= Math.min(5, lacking ?? 0), name);
    }
  });

  walking('gain nothing by orders, hidden text, traps and answers to everything', () => {
    const hostile = pairs().filter(({ site }) => site === 'hostile');
    for (const { id, human, proposed } of hostile) assert.ok(proposed <= human + 1, `${id}: ${proposed} of ${human}`);
    const sum = (of: 'human' | 'proposed') => hostile.reduce((total, one) => total + one[of], 0);
    assert.ok(sum('proposed') <= sum('human') + 3, `${sum('proposed')} points for ${sum('human')}`);
    assert.ok(hostile.some(({ needs_human }) => needs_human.includes('injection')));
    const shown = JSON.stringify(walked().find(({ name }) => name === 'hostile')?.draft);
    assert.doesNotMatch(shown, /Ignore all previous|maximum score|costs \$29|\u202e|\u200b/);
  });
}

describe('fixture sites in memory', () => {
  const walked: Walked[] = [];
  const sites: { site: Site; subject: DraftSubject & { audit_date: string } }[] = [];
  const parser = openParser();
  after(() => parser.close());

  before(async () => {
    const now = () => new Date('2026-11-20T10:00:00.000Z');
    const ladders = readLadders().get('v1');
    assert.ok(ladders);
    for (const { folder, website, company } of fixtureSites) {
      const given = { website, version: '1.0.0', fetcher: fixtureFetch(now), parse: parser.parse, now, progress() {} };
      const { bundle, bodies } = await collectSite(given);
      const site = readSite(bundle, bodies);
      const proposals = scoreSite(site, ladders);
      const subject = { company, slug: folder, website, audit_date: bundle.started_at.slice(0, 10) };
      const draft = draftRecord({ ...subject, rubric: v1, ladders, proposals });
      const criteria = proposals.filter(({ id }) => v1.criteria.some((one) => one.id === id));
      walked.push({ name: folder, criteria, draft });
      sites.push({ site, subject });
    }
  });

  checks(
    () => walked,
    () => undefined,
  );

  test('under v2 have 21 criteria of at most its points, the same scores where it changes nothing, and valid drafts', () => {
    const ladders = readLadders().get('v2') ?? assert.fail();
    for (const [at, { site, subject }] of sites.entries()) {
      const proposals = scoreSite(site, ladders);
      for (const { id, max } of v2.criteria) {
        const { low, proposed, high } = proposals.find((one) => one.id === id) ?? assert.fail(id);
        assert.ok(low >= 0 && low <= proposed && proposed <= high && high <= max, `${subject.slug} ${id}: ${high}`);
        if (!id.startsWith('P3'))
          assert.equal(walked[at]?.criteria.find((one) => one.id === id)?.proposed, proposed, `${subject.slug} ${id}`);
      }
      const draft = draftRecord({ ...subject, rubric: v2, ladders, proposals });
      const checked = checkAudit(draft, rubrics);
      assert.deepEqual('issues' in checked ? checked.issues : [], []);
      assert.equal(draft.tier, walked[at]?.draft.tier);
    }
  });
});

test('a collection notes that robots.txt asks for a long pause, for which it asks for less', async () => {
  const now = () => new Date('2026-11-20T10:00:00.000Z');
  const parser = openParser();
  after(() => parser.close());
  const [{ website } = assert.fail()] = fixtureSites;
  const notes = async (crawl_delay: number) => {
    const rules = { state: 'rules', reason: null, problem: 'robots', allows: () => true, sitemaps: [] } as const;
    const fetcher = { ...fixtureFetch(now), robots: async () => ({ ...rules, crawl_delay }) };
    const given = { website, version: '1.0.0', fetcher, parse: parser.parse, now, progress() {} };
    return (await collectSite(given)).bundle.notes.join('\n');
  };
  assert.match(await notes(30), /robots\.txt asks for 30 seconds between two requests: fewer were made/);
  assert.doesNotMatch(await notes(10), /between two requests/);
});

/** In a short run what is proven in memory is enough: the same command walks other sites there, in plan.test.ts. */
const walkedAgain = short ? () => {} : describe;

walkedAgain('fixture sites in a closed world', () => {
  const world = join(import.meta.dirname, 'world');
  let walked: (Walked & { again: CriterionProposal[]; same_draft: boolean })[] = [];
  let log: Noted[] = [];
  let skipped: string | undefined;

  before(async () => {
    const sites = join(world, 'sites/fixture-sites.ts');
    const ran = await inClosedWorld(join(world, 'programs/audit-fixtures.ts'), [], { extra: [sites] });
    if (typeof ran === 'string') skipped = ran;
    else {
      assert.equal(ran.code, 0, ran.err);
      walked = JSON.parse(ran.out);
      log = ran.log;
    }
  });

  checks(
    () => walked,
    () => skipped,
  );

  test('are scored the same again from their evidence, to the byte', (t) => {
    if (skipped !== undefined) return t.skip(skipped);
    for (const { name, criteria, again, same_draft } of walked) {
      assert.equal(JSON.stringify(again), JSON.stringify(criteria), name);
      assert.ok(same_draft, name);
    }
  });

  test('lead to no private address', (t) => {
    if (skipped !== undefined) return t.skip(skipped);
    const reached = log.filter(({ kind }) => kind === 'canary');
    assert.deepEqual(reached, []);
  });
});
