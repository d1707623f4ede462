import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { call } from '../../world/call.ts';
import { publish } from '../../world/operator.ts';
import { engines, fakeClock, sharedDatabases, testService } from '../../world/service.ts';

/** A month of the leaderboard on one page (decision 178). */
sharedDatabases();

for (const engine of engines)
  describe(`the report of a month (${engine})`, () => {
    test('says how scores are distributed, who moved, who is new, and which gaps are most frequent', async () => {
      const clock = fakeClock('2026-09-10T12:00:00.000Z');
      const service = await testService(engine, {}, clock);
      const audit = (slug: string, audit_date: string, scores: number | Record<string, number>) =>
        exampleAudit({ slug, company: `<i>${slug}`, audit_date, scores });
      const html = (query = '') => call(service.url, 'GET', `/report${query}`, { headers: { accept: 'text/html' } });
      const json = async (query = '') =>
        (await call(service.url, 'GET', `/report${query}`, { headers: { accept: 'application/json' } })).json;

      assert.match((await html()).text, /The first report appears when a month has ended/);
      await publish(service, [
        audit('one', '2026-09-10', 1),
        audit('two', '2026-09-10', 4),
        audit('three', '2026-09-10', { 'P3-B': 0, 'P1-A': 1 }),
      ]);
      assert.match((await html()).text, /The first report appears/, 'September is not over');
      assert.equal((await html('?month=2026-09')).status, 404);

      clock.set('2026-10-12T12:00:00.000Z');
      const september = await json();
      assert.equal(september.month, '2026-09');
      assert.equal(september.companies, 3);
      assert.equal(september.totals, undefined, 'there was no month before');
      await publish(service, [
        audit('one', '2026-10-12', { 'P3-B': 1 }),
        audit('two', '2026-10-12', 2),
        ...['four', 'five', 'six'].map((slug) => audit(slug, '2026-10-12', { 'P3-B': 0 })),
      ]);
      // What comes after the month is not in it.
      clock.set('2026-11-02T12:00:00.000Z');
      await publish(service, [audit('seven', '2026-11-02', 5)]);

      const report = await json();
      assert.deepEqual(
        [report.month, report.as_of, report.companies, report.median, report.median_before],
        ['2026-10', '2026-10-31', 6, 57, 55],
      );
      assert.deepEqual(report.months, { first: '2026-09', last: '2026-10' });
      assert.deepEqual(report.totals, {
        ...{ up: 1, down: 1, same: 0, tier_up: 1, tier_down: 1, entered: 3, retracted: 0 },
      });
      assert.deepEqual(
        report.rises.map(({ slug, before, after }: Record<string, unknown>) => [slug, before, after]),
        [['one', 20, 58]],
      );
      assert.deepEqual(
        report.falls.map(({ slug, points }: Record<string, unknown>) => [slug, points]),
        [['two', -40]],
      );
      const { id, low, companies } = report.gaps[0];
      assert.deepEqual([id, low, companies], ['P3-B', 5, 6]);
      assert.deepEqual(
        report.gaps.map((gap: { id: string }) => gap.id),
        ['P3-B', 'P1-A'],
      );
      assert.equal(
        Object.values<number>(report.tiers).reduce((sum, one) => sum + one, 0),
        6,
      );

      const { text, status } = await html();
      assert.equal(status, 200);
      for (const words of [
        /<h1>October 2026<\/h1>/,
        /6 companies had a score; half of them 57 or more \(\+2 since September 2026\)/,
        /role="img" aria-label="6 companies by score at the end of October 2026"/,
        /P3-B .*at most 1 of 5 at 5 of 6/,
        /href="\/audits\/one".*20 → 58/s,
        /href="\/report\?month(?:=|&#61;)2026-09" rel="prev"/,
      ])
        assert.match(text, words);
      assert.doesNotMatch(text, /<i>one/);
      assert.doesNotMatch(text, /seven/);
      const twin = (await call(service.url, 'GET', '/report.md')).text;
      assert.match(twin, /^# October 2026$/m);
      assert.match(twin, /P3-B .*at most 1 of 5 at 5 of 6/);

      const past = await html('?month=2026-09');
      assert.match(past.text, /<h1>September 2026<\/h1>/);
      assert.equal((await html('?month=2026-10')).headers.get('etag'), (await html()).headers.get('etag'));
      for (const [query, expected] of [
        ['?month=2026-11', 404],
        ['?month=2026-08', 404],
        ['?month=2026-13', 422],
        ['?month=October', 422],
      ] as const)
        assert.equal((await html(query)).status, expected, query);
      await service.stop();
    });
  });
