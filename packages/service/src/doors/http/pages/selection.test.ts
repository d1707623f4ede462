import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleAudit, v2 } from '../../../../../rubric/test/example-audit.ts';
import { hostileCompany, madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testService } from '../../../../test/world/service.ts';

/** Pages that show selected criteria, as HTML and as Markdown (decision 63). */
const service = await testService('sqlite', { RUBRICS_PUBLISHABLE: 'v1,v2' });
const [first, second] = [madeCompany(1), madeCompany(2)];
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  first,
  second,
  exampleAudit({ slug: 'old', audit_date: '2026-01-02' }),
  exampleAudit({ slug: 'under-two', rubric: v2 }),
  hostileCompany(),
]);

const request = (path: string, accept = '*/*') =>
  fetch(service.url + path, { headers: { accept }, redirect: 'manual' });
const text = async (path: string, accept?: string) => (await request(path, accept)).text();
const tokens = (of: string) => encode(of).length;
const evidence = (audit: typeof first, id: string) => audit.criteria.find((one) => one.id === id)?.evidence ?? '';
const matches = (of: string, pattern: RegExp) => [...of.matchAll(pattern)].map(([, found]) => found);

describe('the page of a company', () => {
  test('shows one pillar as Markdown: the score, the criteria with evidence, and where the whole audit is', async () => {
    const shown = await text(`/audits/${first.slug}.md?pillar=P3`);
    assert.match(shown, new RegExp(`^# ${first.company}: ${first.overall_score} of 100, ${first.tier}\n`));
    assert.match(shown, new RegExp(`- P3 Trust Envelope: ${first.pillars.P3?.score} of 20`));
    assert.deepEqual(matches(shown, /^### (P\d-\w)/gm), ['P3-A', 'P3-B', 'P3-C', 'P3-D']);
    assert.ok(shown.includes(`/audits/${first.slug}.md`));
    assert.ok(tokens(shown) <= 400, `${tokens(shown)} tokens`);
    assert.match(await text('/audits/old.md?pillar=P3'), /\(stale\)/);
  });

  test('shows the same selection as HTML', async () => {
    const html = await text(`/audits/${first.slug}?pillar=P3&criteria=P1-B`);
    assert.deepEqual(matches(html, /<li id="(P\d-\w)"/g), ['P1-B', 'P3-A', 'P3-B', 'P3-C', 'P3-D']);
    assert.match(html, new RegExp(`<a href="/audits/${first.slug}">The whole audit</a>`));
    const json = async (query: string) =>
      /type="application\/json" href="([^"]+)"/.exec(await text(`/audits/${first.slug}${query}`))?.[1];
    assert.equal(await json('?pillar=P3'), `/api/audits/${first.slug}/P3.json`);
    assert.equal(await json('?pillar=P3&criteria=P1-B'), `/api/audits/${first.slug}.json`);
    assert.equal(matches(await text(`/audits/${first.slug}`), /<li id="(P\d-\w)"/g).length, 20);
  });

  test('follows the rubric of the audit, and refuses ids that it has not', async () => {
    assert.match(await text('/audits/under-two.md?criteria=P3-E'), /### P3-E /);
    for (const query of [
      'criteria=P3-E',
      'pillar=P6',
      'pillar=P3,P4',
      'pillar=P3&pillar=P4',
      'pillar=%3Cb%3E',
      'criteria=P1-B,constructor',
    ]) {
      const refused = await request(`/audits/${first.slug}.md?${query}`);
      assert.equal(refused.status, 422, query);
      const { error, errors } = JSON.parse(await refused.text());
      assert.equal(error, 'invalid_request');
      assert.match(errors[0].message, /P1/);
      assert.equal((await request(`/audits/${first.slug}?${query}`, 'text/html')).status, 422, query);
    }
    assert.equal((await request('/audits/nobody.md?pillar=P3')).status, 404);
  });
});

describe('a comparison', () => {
  const slugs = `${first.slug},${second.slug},old`;

  test('of one criterion as Markdown: points, staleness and evidence, at most 250 tokens for three', async () => {
    const shown = await text(`/compare.md?slugs=${slugs}&criteria=P1-B`);
    for (const audit of [first, second]) {
      assert.ok(shown.includes(`- ${audit.slug}: `));
      assert.ok(shown.includes(evidence(audit, 'P1-B').slice(0, 40)));
    }
    assert.equal(matches(shown, /^\| (P\d-\w|\*\*P\d)/gm).length, 1);
    assert.match(shown, /^\| Stale \|.* yes \|/m);
    assert.ok(tokens(shown) <= 250, `${tokens(shown)} tokens`);
  });

  test('of a pillar and more criteria, in the order of the rubric, in both forms', async () => {
    const query = `slugs=${slugs}&pillar=p4&criteria=p1-b,P4-A&criteria=P2-A`;
    const shown = await text(`/compare.md?${query}`);
    assert.deepEqual(matches(shown, /^\| \**(P\d(?:-\w)?) /gm), ['P1-B', 'P2-A', 'P4', 'P4-A', 'P4-B']);
    const html = await text(`/compare?${query}`);
    assert.deepEqual(matches(html, /<th scope="row"><span class="id">([^<]+)/g), [
      'P1-B',
      'P2-A',
      'P4',
      'P4-A',
      'P4-B',
    ]);
    assert.ok(html.includes('<input type="hidden" name="criteria" value="P1-B,P2-A,P4-A">'));
    assert.match(html, new RegExp(`<a href="/compare\\?slugs.{1,5}${slugs}">Compare all criteria`));
  });

  test('says where a score is stale, whole and in part', async () => {
    assert.match(await text(`/compare.md?slugs=${slugs}`), /\| Audited \|.*2026-01-02 \(stale\) \|/);
    assert.match(await text(`/compare?slugs=${slugs}`), /<span class="stale">stale/);
    assert.doesNotMatch(await text(`/compare.md?slugs=${first.slug},${second.slug}`), /stale/);
  });

  test('under two rubrics shows what one of them does not score, and refuses what neither has', async () => {
    assert.match(
      await text(`/compare.md?slugs=under-two,${first.slug}&criteria=P3-E`),
      /\| P3-E [^|]+\| 3\/4 \| not scored \|/,
    );
    assert.equal((await request(`/compare.md?slugs=${slugs}&criteria=P3-E`)).status, 422);
    assert.equal((await request(`/compare?slugs=${slugs}&pillar=P9`, 'text/html')).status, 422);
  });

  test('names every unknown company with its nearest, to people and to programs', async () => {
    const query = `slugs=${first.slug}x,${second.slug},Nobody+Else+%26+Sons,${second.slug}y`;
    const said = new RegExp(
      `Not on the leaderboard: ${first.slug}x \\(nearest: ${first.slug}\\), nobody-else-sons[^,]*, ${second.slug}y \\(nearest: ${second.slug}[^)]*\\)\\.`,
    );
    assert.match(await text(`/compare.md?${query}`), said);
    const none_known = query.replace(`${second.slug},`, '');
    const refused = await request(`/compare.md?${none_known}`);
    assert.equal(refused.status, 404);
    // An error repeats nothing that was sent.
    const by_place = new RegExp(`by the place of the name: 1 \\(${first.slug}\\),.* 3 \\(${second.slug}[^)]*\\)\\.`);
    const { message } = JSON.parse(await refused.text());
    assert.match(message, by_place);
    assert.doesNotMatch(message, /nobody|sons/i);
    const html = await text(`/compare?${none_known}`, 'text/html');
    assert.match(html, by_place);
    for (const { slug } of [first, second]) assert.match(html, new RegExp(`Did you mean[\\s\\S]*/audits/${slug}"`));
  });

  test('takes nothing of an audit as markup', async () => {
    const shown = await text(`/compare.md?slugs=hostile-but-valid,${first.slug}&pillar=P1`);
    assert.doesNotMatch(shown, /^## Forged/m);
    assert.doesNotMatch(shown, /(?<!\\)<(script|img|b)\b/);
    assert.doesNotMatch(await text('/audits/hostile-but-valid?pillar=P1'), /<script>|<img src=x/);
  });
});

test('every form of a query leads to one cached page, with one tag', async () => {
  for (const [path, forms] of [
    [
      `/audits/${first.slug}.md`,
      ['pillar=P3&criteria=P1-B', 'criteria=p1-b&x=1&pillar=+p3', 'criteria=P1-B,P1-B&pillar=P3'],
    ],
    [
      '/compare.md',
      [`slugs=${first.slug},old&criteria=P1-B,P2-A`, `criteria=P2-A&slugs=${first.slug}&criteria=p1-b&slugs=old`],
    ],
    ['/compare', [`slugs=${first.slug},old&pillar=P3`, `pillar=P3&slugs=${first.company},old`]],
  ] as const) {
    const replies = await Promise.all(forms.map((query) => request(`${path}?${query}`)));
    assert.equal(new Set(replies.map(({ status }) => status)).size, 1);
    assert.equal(new Set(replies.map(({ headers }) => headers.get('etag'))).size, 1, path);
  }
  const twin = (await request(`/audits/${first.slug}?criteria=p1-b`)).headers.get('link') ?? '';
  assert.ok(twin.includes(`</audits/${first.slug}.md?criteria=P1-B>; rel="alternate"`), twin);
  const many = Array.from({ length: 101 }, (_, at) => `P${at}`).join(',');
  assert.equal((await request(`/compare.md?slugs=${first.slug},old&criteria=${many}`)).status, 422);
});
