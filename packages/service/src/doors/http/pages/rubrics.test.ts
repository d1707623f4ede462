import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { exampleAudit, v1, v2 } from '../../../../../rubric/test/example-audit.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testService } from '../../../../test/world/service.ts';

/**
 * Pages follow the rubric of each audit (decision 13) and assume no number of pillars, criteria or points.
 */
const service = await testService('sqlite', { RUBRICS_PUBLISHABLE: 'v1,v2' });
await publish(service, [
  exampleAudit({ slug: 'moved', company: 'Moved', audit_date: '2026-05-01' }),
  exampleAudit({
    slug: 'moved',
    company: 'Moved',
    audit_date: '2026-11-01',
    rubric: v2,
    scores: { 'P3-E': 4, 'P1-A': 1 },
  }),
  exampleAudit({ slug: 'stayed', company: 'Stayed' }),
]);
const text = async (path: string) => (await fetch(service.url + path)).text();

test('an audit under v2 shows its 21 criteria and the maxima of v2', async () => {
  const page = await text('/audits/moved');
  assert.match(page, /All 21 criteria/);
  assert.match(page, /id="P3-E"/);
  assert.match(page, /<a href="\/rubric#v2">v2<\/a>/);
  assert.match(await text('/audits/stayed'), /All 20 criteria/);
});

test('a rung is linked to the ladder of the rubric of its audit, where that differs', async () => {
  const page = await text('/audits/moved');
  for (const anchor of ['P1-A', 'v2-P3-A', 'P3-E']) assert.match(page, new RegExp(`<a href="/rubric#${anchor}">Rung `));
  assert.match(await text('/audits/stayed'), /<a href="\/rubric#P3-A">Rung /);
});

test('changes between two rubrics show what one of them does not score', async () => {
  const page = await text('/audits/moved');
  assert.match(page, /made under different rubrics/);
  assert.match(page, /P3-E<\/span> <bdi>[^<]*<\/bdi><\/a><\/th><td>not scored<\/td><td>4\/4/);
});

test('a comparison shows both rubrics, in whichever order the companies are', async () => {
  for (const slugs of ['moved,stayed', 'stayed,moved']) {
    const page = await text(`/compare?slugs=${slugs}`);
    const row = /<span class="id">P3-E<\/span>[\s\S]*?<\/tr>/.exec(page)?.[0] ?? '';
    assert.match(row, /not scored/);
    assert.match(row, /of 4/);
  }
});

const plain = (words: string) =>
  words.replaceAll('&#39;', "'").replaceAll('&#34;', '"').replaceAll('&#38;', '&').replaceAll('\\', '');
const raw = readLadders().get('v1') ?? assert.fail();
/** What stands on a page before its part on v2. */
const before_v2 = (page: string, mark: string) => page.slice(0, page.indexOf(mark));
const scored = raw.ladders.filter(({ id }) => !raw.preview.includes(id));

test('the rubric page has an anchor for every criterion, which its contents link, and every tier bound and label', async () => {
  const page = await text('/rubric');
  const contents = /<nav class="toc"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '';
  for (const { id, name } of v1.criteria) {
    assert.match(page, new RegExp(`<h3 id="${id}">`), id);
    assert.match(contents, new RegExp(`href="#${id}"`), id);
    assert.ok(plain(page).includes(name), name);
  }
  for (const { name, min, max } of v1.tiers)
    assert.match(page, new RegExp(`${name}</span></th><td class="num">${min}</td><td class="num">${max}</td>`));
  for (const { record_label } of [v1, v2]) assert.ok(page.includes(record_label));
});

test('the rubric page and its twin show what each score from 0 demands, the question and the margin', async () => {
  const [page, twin] = [before_v2(await text('/rubric'), 'id="v2"'), before_v2(await text('/rubric.md'), '## What v2')];
  assert.equal(scored.length, v1.criteria.length);
  for (const { id, rungs, question } of scored)
    for (const words of [question, ...rungs.map((rung) => rung.text)])
      for (const shown of [page, twin]) assert.ok(plain(shown).includes(words), `${id}: ${words}`);
  assert.equal([...page.matchAll(/<li value="0">/g)].length, scored.length);
  assert.equal([...page.matchAll(/<dt>Margin<\/dt><dd>A person /g)].length, scored.length);
  assert.equal([...twin.matchAll(/^- Margin: /gm)].length, scored.length);
});

test('of v2 only what it changes is shown: points and ladders of P3, and the criterion that it adds', async () => {
  const page = await text('/rubric');
  const shown = page.slice(page.indexOf('id="v2"'), page.indexOf('id="other-scanners"'));
  assert.deepEqual(
    [...shown.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id),
    ['v2-P3-A', 'v2-P3-B', 'v2-P3-C', 'v2-P3-D', 'P3-E'],
  );
  const of_v2 =
    readLadders()
      .get('v2')
      ?.ladders.filter(({ id }) => id.startsWith('P3')) ?? [];
  assert.equal(of_v2.length, 5);
  const twin = await text('/rubric.md');
  for (const { id, rungs } of of_v2)
    for (const words of rungs.map((rung) => rung.text))
      for (const part of [shown, twin.slice(twin.indexOf('## What v2'))])
        assert.ok(plain(part).includes(words), `${id}: ${words}`);
  const rows = [...shown.matchAll(/<tr><th scope="row">([^<]+)<\/th><td>([^<]+)<\/td><td>([^<]+)<\/td>/g)].map(
    ([, ...cells]) => cells,
  );
  assert.deepEqual(rows, [
    ['P3-A Verifiable Performance, points', '5', '4'],
    ['P3-B Scoped Permissions, points', '5', '4'],
    ['P3-C Audit Trail, points', '5', '4'],
    ['P3-D Behavioral Consistency, points', '5', '4'],
    ['P3-E Agent Registration', 'none', '4 points'],
  ]);
  assert.ok(!shown.includes(v2.criteria[0]?.description ?? ''));
  assert.match(await text('/rubric.md'), /^\| P3-A Verifiable Performance, points \| 5 \| 4 \|$/m);
});

test('each rubric is a JSON document with its ladders in words', async () => {
  type Shown = Omit<typeof v1, 'criteria'> & {
    publishable: boolean;
    criteria: ((typeof v1.criteria)[number] & { rungs: object[]; question: string | null; margin: string | null })[];
  };
  const read = async (version: string) =>
    (await fetch(`${service.url}/api/rubrics/${version}.json`)).json() as Promise<Shown>;
  for (const rubric of [v1, v2]) {
    const { version, record_label, staleness_days, pillars, tiers, criteria } = await read(rubric.version);
    assert.deepEqual(
      { version, record_label, staleness_days, pillars, tiers },
      {
        version: rubric.version,
        record_label: rubric.record_label,
        staleness_days: rubric.staleness_days,
        pillars: rubric.pillars,
        tiers: rubric.tiers,
      },
    );
    assert.deepEqual(
      criteria.map(({ rungs: _, question: __, margin: ___, ...criterion }) => criterion),
      rubric.criteria,
    );
  }
  const { criteria, publishable } = await read('v1');
  assert.equal(publishable, true);
  for (const { id, rungs, question } of scored) {
    const shown = criteria.find((one) => one.id === id);
    assert.deepEqual(
      shown?.rungs.slice(1),
      rungs.map(({ score, text }) => ({ score, text })),
      id,
    );
    assert.deepEqual(Object.keys(shown?.rungs[0] ?? {}), ['score', 'text']);
    assert.equal(shown?.question, question);
    assert.match(shown?.margin ?? '', /^A person /);
  }
  const of_p4a = criteria.find(({ id }) => id === 'P4-A');
  assert.equal(of_p4a?.margin, 'A person may give 1 more, where the score is at least 1.');
  assert.match(criteria.find(({ id }) => id === 'P2-E')?.margin ?? '', /More than 4 is given by a person only\.$/);
  for (const name of ['v9', 'v1.ladders', '..', 'constructor'])
    assert.equal((await fetch(`${service.url}/api/rubrics/${name}.json`)).status, 404, name);
  const head = /<link rel="alternate" type="application\/json" href="([^"]+)">/.exec(await text('/rubric'));
  assert.equal(head?.[1], '/api/rubrics/v1.json');
});

test('the ladders as data are public', async () => {
  assert.match(await text('/rubric'), /href="\/rubrics\/ladders\.json"/);
  const reply = await fetch(`${service.url}/rubrics/ladders.json`);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
  const [first] = (await reply.json()) as (typeof raw)[];
  assert.deepEqual([first?.rubric, first?.ladders.map(({ id }) => id)], [raw.rubric, raw.ladders.map(({ id }) => id)]);
});

test('the checks of other scanners stand beside the criteria, on the page, in its Markdown and as JSON', async () => {
  const page = await text('/rubric');
  const twin = (await text('/rubric.md')).replaceAll('\\_', '_');
  const reply = await fetch(`${service.url}/rubrics/other-checks.json`);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
  type Seen = { rubric: string; criterion: string; rung: number };
  type Check = { id: string; asks: string; seen: Seen[]; note: string | null };
  const { scanners } = (await reply.json()) as { scanners: { id: string; read_on: string; checks: Check[] }[] };
  assert.deepEqual(
    scanners.map(({ id }) => id),
    ['agentready', 'isitagentready', 'lighthouse', 'afdocs'],
  );
  const checks = scanners.flatMap((scanner) => scanner.checks);
  assert.ok(checks.length > 75, String(checks.length));
  for (const { id, asks, seen, note } of checks) {
    assert.match(page, new RegExp(`<code>${id}</code>`));
    const rungs = seen.map(({ criterion, rung }) => `${criterion} ${rung}`).join(', ') || 'none';
    assert.ok(twin.includes(`| \`${id}\` | ${asks} | ${rungs} | ${note ?? ''}`.trimEnd()), `${id} in the twin`);
    if (!seen.length) assert.ok(note, id);
  }
  const known = (id: string) => checks.find((check) => check.id === id);
  assert.deepEqual(known('ard-schema')?.seen, [{ rubric: 'v1', criterion: 'P1-C', rung: 5 }]);
  assert.deepEqual(known('dnsAid')?.seen, []);
  assert.ok(known('authMd')?.seen.some(({ rubric, criterion }) => rubric === 'v2' && criterion === 'P3-E'));
  // Each rung is a link to where the page says what it demands.
  const linked = [...page.matchAll(/href="\/rubric#([^"]+)">P\d-[A-E] \d</g)].map(([, anchor]) => anchor);
  assert.equal(linked.length, checks.flatMap(({ seen }) => seen).length);
  for (const anchor of linked) assert.match(page, new RegExp(`id="${anchor}"`));
  assert.match(page, /href="\/rubrics\/other-checks\.json"/);
  assert.match(await text('/llms-full.txt'), /\/rubrics\/other-checks\.json/);
});
