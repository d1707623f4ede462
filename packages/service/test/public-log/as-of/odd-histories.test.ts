import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { addOldFormats, inOldestFormat, OLDEST_FORMAT } from '../../../../rubric/test/record-format.ts';
import { canonicalHash } from '../../../src/domain/canonical-json.ts';
import { commit, publish } from '../../world/operator.ts';
import { engines, fakeClock, sharedDatabases, testContext, testService } from '../../world/service.ts';

/** Past days of databases with examples and with records of an old format (decision 151). */
sharedDatabases();
addOldFormats();

for (const engine of engines)
  test(`examples that left, and records of an old format (${engine})`, async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z');
    const service = await testService(engine, {}, clock);
    const json = async (path: string) => {
      const reply = await fetch(service.url + path, { headers: { accept: 'application/json' } });
      return { status: reply.status, text: await reply.text() };
    };
    const index = async (day: string) => JSON.parse((await json(`/api/audits/as-of/${day}/index.json`)).text);
    await publish(service, [
      exampleAudit({ slug: 'made-up', fictional: true, scores: 5, audit_date: '2026-10-31' }),
      exampleAudit({ slug: 'kept', fictional: true, scores: 4, audit_date: '2026-10-31' }),
    ]);
    clock.set('2026-11-02T12:00:00.000Z');
    assert.deepEqual(
      (await index('2026-11-01')).audits.map(({ rank }: { rank: number }) => rank),
      [1, 2],
    );
    await commit(service, [exampleAudit({ slug: 'real', scores: 1, audit_date: '2026-11-01' })], {
      keep_examples: true,
    });
    clock.set('2026-11-03T12:00:00.000Z');
    await service.catalogue.refresh();
    const beside = await index('2026-11-02');
    assert.deepEqual(
      beside.audits.map(({ slug, rank, fictional }: Record<string, unknown>) => [slug, rank, fictional]),
      JSON.parse((await json('/api/audits/index.json')).text).audits.map(
        ({ slug, rank, fictional }: Record<string, unknown>) => [slug, rank, fictional],
      ),
    );
    await commit(service, [exampleAudit({ slug: 'real-too', audit_date: '2026-11-02' })]);
    clock.set('2026-11-05T12:00:00.000Z');
    await service.catalogue.refresh();
    const first = await index('2026-11-01');
    assert.deepEqual([first.count, first.retracted_since, first.audits], [0, 2, []]);
    const page = await (await fetch(`${service.url}/?as-of=2026-11-01`, { headers: { accept: 'text/html' } })).text();
    assert.match(page, /No company that is published now was listed on this day/);
    const { gone } = JSON.parse((await json('/changes?from=2026-11-01&to=2026-11-04')).text);
    assert.deepEqual(
      gone.map(({ slug, reason }: Record<string, unknown>) => [slug, reason]),
      [
        ['kept', 'It was a fictional example.'],
        ['made-up', 'It was a fictional example.'],
      ],
    );

    // As it was published, so that it has the hash that the log says.
    const { record } = await service.store.db
      .selectFrom('audits')
      .select('record')
      .where('slug', '=', 'real')
      .executeTakeFirstOrThrow();
    const old = inOldestFormat(record);
    await service.store.db
      .updateTable('audits')
      .set({ record: old, record_format: OLDEST_FORMAT })
      .where('slug', '=', 'real')
      .execute();
    const { rank, ...shown } = JSON.parse((await json('/api/audits/as-of/2026-11-04/real.json')).text);
    assert.deepEqual([rank, canonicalHash(shown)], [2, canonicalHash(JSON.parse(old))]);
  });

test('a day before the log was signed is proven under the first checkpoint after it, which says so', async () => {
  const clock = fakeClock('2026-11-01T12:00:00.000Z');
  const unsigned = await testContext('sqlite', {}, clock);
  await publish(unsigned, [exampleAudit({ slug: 'one', audit_date: '2026-11-01' })]);
  clock.set('2026-11-03T12:00:00.000Z');
  const service = await testService('sqlite', { DATA_DIR: unsigned.data_dir }, clock);
  await publish(service, [exampleAudit({ slug: 'two', audit_date: '2026-11-02' })]);
  clock.set('2026-11-05T12:00:00.000Z');
  const proof = async (day: string) => {
    const reply = await fetch(`${service.url}/api/audits/as-of/${day}/one/proof.json`);
    const { checkpoint_of_day, checkpoint_signed_at, checkpoint } = (await reply.json()) as {
      checkpoint_of_day: boolean;
      checkpoint_signed_at: string;
      checkpoint: string;
    };
    return [checkpoint_of_day, checkpoint_signed_at.slice(0, 10), checkpoint.split('\n')[1]];
  };
  assert.deepEqual(await proof('2026-11-01'), [false, '2026-11-03', '1']);
  assert.deepEqual(await proof('2026-11-02'), [false, '2026-11-03', '1']);
  assert.deepEqual(await proof('2026-11-03'), [true, '2026-11-03', '2']);
});
