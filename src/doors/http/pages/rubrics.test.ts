import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { exampleAudit, v2 } from '../../../../test/world/example-audit.ts';
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

test('the rubric page contains every criterion, tier bound and label of the data', async () => {
  const page = await text('/rubric');
  for (const { name } of v2.criteria) assert.ok(page.includes(name.replaceAll('&', '&#38;')), name);
  for (const { name, min, max } of v2.tiers)
    assert.match(page, new RegExp(`${name}</span></th><td class="num">${min}</td><td class="num">${max}</td>`));
  assert.ok(page.includes(v2.record_label));
});

test('the rubric page and its twin show each ladder in words; the ladders as data are public', async () => {
  const raw = JSON.parse(readFileSync(new URL('../../../../rubrics/v1.ladders.json', import.meta.url), 'utf8'));
  const [page, twin] = [await text('/rubric'), await text('/rubric.md')];
  assert.ok(raw.ladders.length > 0);
  const plain = (words: string) =>
    words.replaceAll('&#39;', "'").replaceAll('&#34;', '"').replaceAll('&#38;', '&').replaceAll('\\', '');
  for (const { id, rungs, question } of raw.ladders as { id: string; question: string; rungs: { text: string }[] }[]) {
    if (raw.preview.includes(id)) continue;
    for (const words of [question, ...rungs.map((rung) => rung.text)])
      for (const shown of [page, twin]) assert.ok(plain(shown).includes(words), `${id}: ${words}`);
  }
  assert.match(page, /href="\/rubrics\/ladders\.json"/);
  const reply = await fetch(`${service.url}/rubrics/ladders.json`);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
  const [v1] = (await reply.json()) as { rubric: string; ladders: { id: string }[] }[];
  assert.deepEqual(
    [v1?.rubric, v1?.ladders.map(({ id }) => id)],
    [raw.rubric, raw.ladders.map(({ id }: { id: string }) => id)],
  );
});
