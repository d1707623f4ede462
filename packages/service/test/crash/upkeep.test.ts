import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { recountScores } from '../../src/operations/jobs/recount-scores.ts';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { areCountsBehind, scoreCounts } from '../../src/store/kept/current-companies.ts';
import type { Tables } from '../../src/store/tables.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { liveALittle } from '../world/lived-in.ts';
import { madeCompany } from '../world/made-companies.ts';
import { commit } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { readymark, serving, startReadymark } from '../world/readymark.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** What an operator does with a database: check it, back it up, restore it, copy it to the other engine (decision 52). */
sharedDatabases();

const envOf = (ctx: TestContext) => ({ DATA_DIR: ctx.data_dir, DATABASE_URL: ctx.settings.DATABASE_URL });

async function lived(engine: Engine): Promise<TestContext> {
  const ctx = await testContext(engine, { REGISTRATIONS_PER_HOUR: '1000' });
  await liveALittle(ctx, { companies: 8, agents: 16 });
  return ctx;
}

/** Runs the doctor. @returns the names of the checks that found something */
async function wrong(env: Record<string, string>): Promise<string[]> {
  const { code, out, err } = await readymark(['doctor', '--json'], env);
  const { sound, checks } = JSON.parse(out || err) as {
    sound: boolean;
    checks: { check: string; rows: number; findings: string[] }[];
  };
  assert.equal(code, sound ? 0 : 1);
  return checks.filter(({ findings }) => findings.length).map(({ check }) => check);
}

for (const engine of engines)
  describe(`the doctor on ${engine}`, () => {
    test('a database after some of every kind of call has no findings', async () => {
      assert.deepEqual(await wrong(envOf(await lived(engine))), []);
    });

    const harms: [what: string, harm: (ctx: TestContext) => Promise<unknown>, check: string][] = [
      ['a score in a record', changeRecord, 'audits are valid under their rubrics'],
      [
        'a column beside the record',
        ({ store: { db } }) => db.updateTable('audits').set({ overall_score: 1 }).execute(),
        'audits are valid under their rubrics',
      ],
      [
        'the counter',
        ({ store: { db } }) => db.updateTable('counters').set({ value: 99 }).execute(),
        'the publication counter is the newest publication',
      ],
      [
        'the publication of an audit',
        ({ store: { db } }) => db.deleteFrom('publications').where('publication', '=', 1).execute(),
        'publications are of a known kind, and each audit belongs to one',
      ],
      [
        'the kind of a publication',
        ({ store: { db } }) =>
          db
            .insertInto('publications')
            .values({ publication: 99, kind: 'unheard_of', at: '2026-11-21T12:00:00.000Z' })
            .execute(),
        'publications are of a known kind, and each audit belongs to one',
      ],
      [
        'a record format',
        ({ store: { db } }) => db.updateTable('audits').set({ record_format: 99 }).execute(),
        'audits are valid under their rubrics',
      ],
      [
        'a count of watchers',
        ({ store: { db } }) => db.updateTable('watch_counts').set({ watchers: 77 }).execute(),
        'watch counts are the number of watches',
      ],
      [
        'a count of waiting requests',
        ({ store: { db } }) =>
          db.updateTable('waiting_counts').set({ waiting: 77 }).where('span', '=', 'hour').execute(),
        'queue counts are the number of waiting requests',
      ],
      [
        'a count of a status',
        ({ store: { db } }) => db.updateTable('request_counts').set({ requests: 77 }).execute(),
        'counts of statuses are the number of requests',
      ],
      [
        'the day of a company at the desk',
        ({ store: { db } }) => db.updateTable('due_companies').set({ reaudit_due: '2020-01-01' }).execute(),
        'the desk lists each company on the day that its current audit is due, with its score',
      ],
      [
        'the score of a company at the desk',
        ({ store: { db } }) => db.updateTable('due_companies').set({ overall_score: 77 }).execute(),
        'the desk lists each company on the day that its current audit is due, with its score',
      ],
      [
        'a company that is due',
        ({ store: { db } }) => db.deleteFrom('due_companies').execute(),
        'the desk lists each company on the day that its current audit is due, with its score',
      ],
      [
        'how many are due on a day',
        ({ store: { db } }) => db.updateTable('due_days').set({ companies: 77 }).execute(),
        'the desk counts the companies that are due on each day',
      ],
      [
        'how many companies have a score',
        ({ store: { db } }) => db.updateTable('score_counts').set({ companies: 77 }).execute(),
        'counts of scores are the number of companies',
      ],
      [
        'a score in a watch',
        ({ store: { db } }) => db.updateTable('watches').set({ score_then: 1 }).execute(),
        'watches name a registration, and the audit that was current when they began',
      ],
      [
        'a status',
        ({ store: { db } }) =>
          db.updateTable('audit_requests').set({ status: 'scheduled' }).where('status', '=', 'received').execute(),
        'requests have the last status of their history',
      ],
      [
        'a history',
        ({ store: { db } }) =>
          db.updateTable('request_moves').set({ status: 'completed' }).where('position', '=', 2).execute(),
        'requests moved as decision 19 allows',
      ],
      [
        'a reason',
        ({ store: { db } }) => db.updateTable('audit_requests').set({ declined_reason: null }).execute(),
        'requests have an audit when completed and a reason when declined',
      ],
      [
        'a notice',
        ({ store: { db } }) => db.updateTable('notices').set({ finished_at: null, status: 'sent' }).execute(),
        'notices match their subjects',
      ],
    ];
    test('it finds each kind of damage', async () => {
      const sound = await lived(engine);
      for (const [what, harm, check] of harms) {
        const ctx = await testContext(engine);
        await copyInto(sound, ctx);
        await harm(ctx);
        const found = (await runDoctor(ctx.store, ctx.rubrics, () => {})).filter(({ findings }) => findings.length);
        assert.ok(
          found.some((row) => row.check === check),
          `${what}: ${check}`,
        );
        await ctx.close();
      }
    });
  });

for (const engine of engines)
  describe(`recounting on ${engine}`, () => {
    test('what is kept beside other rows is put right, while two publishers go on; a second time nothing is wrong', async () => {
      const ctx = await lived(engine);
      const env = envOf(ctx);
      const other = await testContext(engine, env);
      const { db } = ctx.store;
      const slugs = (await db.selectFrom('due_companies').select('slug').execute()).map(({ slug }) => slug);
      await db
        .deleteFrom('due_companies')
        .where('slug', '=', slugs[0] ?? '')
        .execute();
      await db.updateTable('due_companies').set({ overall_score: 77, reaudit_due: '2020-01-01' }).execute();
      const gone = { slug: 'never-listed', reaudit_due: '2030-01-01', overall_score: 3, fictional: 1 };
      await db.insertInto('due_companies').values(gone).execute();
      await db.updateTable('due_days').set({ companies: 77 }).execute();
      await db.insertInto('score_counts').values({ overall_score: 99, fictional: 0, companies: 5 }).execute();
      await db.deleteFrom('request_counts').execute();
      await db.updateTable('waiting_counts').set({ waiting: 77 }).execute();
      await db.updateTable('watch_counts').set({ watchers: 77 }).execute();
      assert.equal((await wrong(env)).length, 6);
      const told = async () => {
        const { code, out, err } = await readymark(['recount', '--json'], env);
        assert.equal(code, 0, err);
        const { recounted } = JSON.parse(out) as { recounted: { table: string; mended: number }[] };
        return Object.fromEntries(recounted.map(({ table, mended }) => [table, mended]));
      };
      let done = false;
      const publisher = async (by: TestContext, first: number) => {
        let at = 0;
        for (; !done && at < 1_000; at++) await commit(by, [madeCompany(first + at, '2026-06-01')]);
        return at;
      };
      const publishers = Promise.all([publisher(ctx, 100), publisher(other, 2_000)]);
      const mended = await told().finally(() => {
        done = true;
      });
      assert.ok((await publishers).every((count) => count > 0));
      for (const table of [
        'due_companies',
        'due_days',
        'score_counts',
        'request_counts',
        'waiting_counts',
        'watch_counts',
      ])
        assert.ok((mended[table] ?? 0) > 0, table);
      assert.deepEqual(await wrong(env), []);
      assert.ok(Object.values(await told()).every((count) => count === 0));
    });

    test('scores are right beside a node of the version before, which does not count them, and are counted again', async () => {
      const ctx = await lived(engine);
      const { db } = ctx.store;
      const counted = async () =>
        [...(await scoreCounts(db))].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
      const right = async () => {
        await ctx.catalogue.refresh();
        return [...ctx.catalogue.current().scores].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
      };
      const before = await counted();
      assert.deepEqual(before, await right());
      const kept = await db.selectFrom('score_counts').selectAll().execute();
      const mark = await db
        .selectFrom('counters')
        .selectAll()
        .where('name', '=', 'score_counts')
        .executeTakeFirstOrThrow();
      await commit(ctx, [madeCompany(300, '2026-07-01'), madeCompany(1, '2026-06-15')]);
      // As the version before leaves it: the day of each company alone, and only the counter that it knows.
      await db
        .updateTable('due_companies')
        .set({ overall_score: 0, fictional: 0 })
        .where('slug', '=', madeCompany(300).slug)
        .execute();
      await db.deleteFrom('score_counts').execute();
      if (kept.length) await db.insertInto('score_counts').values(kept).execute();
      await db.updateTable('counters').set(mark).where('name', '=', 'score_counts').execute();
      assert.notDeepEqual(await right(), before);
      assert.deepEqual(await counted(), await right());
      await commit(ctx, [madeCompany(301, '2026-07-01')]);
      assert.deepEqual(await counted(), await right());
      assert.equal(await areCountsBehind(db), true);
      await recountScores(ctx);
      assert.equal(await areCountsBehind(db), false);
      assert.deepEqual(await counted(), await right());
      assert.deepEqual(await wrong(envOf(ctx)), []);
    });
  });

async function changeRecord({ store: { db } }: TestContext) {
  const row = await db.selectFrom('audits').select(['audit_id', 'record']).executeTakeFirstOrThrow();
  const record = row.record.replace(/"score":(\d)/, (_, score) => `"score":${(Number(score) + 1) % 5}`);
  assert.notEqual(record, row.record);
  await db.updateTable('audits').set({ record }).where('audit_id', '=', row.audit_id).execute();
}

const tablesOf = async ({ db }: Pick<Store, 'db'>) =>
  (await db.introspection.getTables()).map(({ name }) => name as keyof Tables).sort();

/** Every row of one context into another, by plain statements. */
/** Tables of a PostgreSQL of which it does not know how many rows they have. */
async function withoutStatistics(database_url: string): Promise<string[]> {
  const store = openStore({ database_url, file: '' });
  try {
    const unknown = sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and reltuples < 0`;
    return (await unknown.execute(store.db)).rows.map(({ name }) => name);
  } finally {
    await store.close();
  }
}

async function copyInto(from: TestContext, to: TestContext): Promise<void> {
  for (const table of await tablesOf(from.store)) {
    const rows = await from.store.db.selectFrom(table).selectAll().execute();
    if (rows.length) await to.store.db.insertInto(table).values(rows).execute();
  }
}

describe('backup and restore', () => {
  test('a backup made while the service runs restores the database of that moment', async () => {
    const ctx = await lived('sqlite');
    const env = envOf(ctx);
    const file = join(ctx.data_dir, 'kept.backup');
    assert.equal((await readymark(['backup', file], env)).code, 0);
    const counted = () =>
      ctx.store.db
        .selectFrom('registrations')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const before = await counted();
    assert.match((await readymark(['backup', file], env)).err, /exists/);
    await ctx.store.db.deleteFrom('watches').execute();
    const refused = await readymark(['restore', file], env);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /--force/);
    const inUse = await readymark(['restore', file, '--force'], env);
    assert.equal(inUse.code, 1);
    assert.match(inUse.err, /in use; stop the service first/);
    await ctx.store.close();
    const restored = await readymark(['restore', file, '--force', '--json'], env);
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual(await wrong(env), []);
    const store = openStore({ database_url: '', file: join(ctx.data_dir, 'readymark.db') });
    after(() => store.close());
    assert.deepEqual(
      await store.db
        .selectFrom('registrations')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
      before,
    );
    assert.ok((await store.db.selectFrom('watches').selectAll().execute()).length > 0);
    assert.ok(existsSync(JSON.parse(restored.out).kept), 'the old database is kept');
  });

  test('a new database folder and every backup can be read by their owner alone: they contain addresses', async () => {
    const ctx = await testContext('sqlite');
    const DATA_DIR = join(ctx.data_dir, 'deeper');
    assert.equal((await readymark(['migrate'], { DATA_DIR })).code, 0);
    assert.equal(statSync(DATA_DIR).mode & 0o777, 0o700);
    const backup = join(ctx.data_dir, 'copy.db');
    for (const more of [[], ['--force']]) {
      assert.equal((await readymark(['backup', backup, ...more], { DATA_DIR })).code, 0);
      assert.equal(statSync(backup).mode & 0o777, 0o600);
    }
  });

  test('a backup is restored into a folder that does not exist yet, which only its owner can read', async () => {
    const ctx = await lived('sqlite');
    const file = join(ctx.data_dir, 'kept.backup');
    assert.equal((await readymark(['backup', file], envOf(ctx))).code, 0);
    const DATA_DIR = join(ctx.data_dir, 'new', 'data');
    const { code, err } = await readymark(['restore', file], { DATA_DIR });
    assert.equal(code, 0, err);
    assert.equal(statSync(DATA_DIR).mode & 0o777, 0o700);
    assert.deepEqual(await wrong({ DATA_DIR }), []);
  });

  test('a damaged or foreign file is refused, and the database is not changed', async () => {
    const ctx = await lived('sqlite');
    const env = envOf(ctx);
    const file = join(ctx.data_dir, 'kept.backup');
    assert.equal((await readymark(['backup', file], env)).code, 0);
    await ctx.store.close();
    const damaged = `${file}.damaged`;
    copyFileSync(file, damaged);
    const handle = openSync(damaged, 'r+');
    for (let at = 8_192; at < statSync(file).size; at += 4_096) writeSync(handle, Buffer.alloc(512, 0x5a), 0, 512, at);
    const foreign = `${file}.foreign`;
    appendFileSync(foreign, 'not a database at all, and long enough to be looked at '.repeat(100));
    const database = readFileSync(join(ctx.data_dir, 'readymark.db'));
    for (const [name, why] of [
      [damaged, /damaged/],
      [foreign, /not a Readymark database/],
      [`${file}.missing`, /no backup/],
    ] as const) {
      const { code, err } = await readymark(['restore', name, '--force'], env);
      assert.equal(code, 1);
      assert.match(err, why);
    }
    assert.deepEqual(readFileSync(join(ctx.data_dir, 'readymark.db')), database);
    assert.equal(existsSync(join(ctx.data_dir, 'readymark.db.partial')), false);
  });

  test('for PostgreSQL its own tools are named', async () => {
    const { code, err } = await readymark(['backup', 'x'], {
      DATABASE_URL: 'postgres://readymark@127.0.0.1:1/readymark',
    });
    assert.equal(code, 1);
    assert.match(err, /pg_dump/);
  });
});

describe('copying to the other engine', () => {
  test('a copy to PostgreSQL and back is identical', async () => {
    const ctx = await lived('sqlite');
    await ctx.store.close();
    const url = await newDatabase();
    const there = await readymark(['copy', '--to', url, '--json'], envOf(ctx));
    assert.equal(there.code, 0, there.err);
    assert.deepEqual(await withoutStatistics(url), []);
    assert.deepEqual(await wrong({ DATABASE_URL: url }), []);
    const back = join(ctx.data_dir, 'back', 'readymark.db');
    const again = await readymark(['copy', '--to', `file:${back}`, '--json'], { DATABASE_URL: url });
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(JSON.parse(again.out), JSON.parse(there.out));
    const stores = [join(ctx.data_dir, 'readymark.db'), back].map((file) => openStore({ database_url: '', file }));
    const tables = await tablesOf(stores[0] ?? assert.fail());
    assert.deepEqual(Object.keys(JSON.parse(again.out).copied).sort(), tables);
    for (const table of tables) {
      const [one, two] = await Promise.all(
        stores.map(async (store) =>
          (await store.db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort(),
        ),
      );
      assert.deepEqual(two, one, table);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a target that is not empty is refused', async () => {
    const ctx = await lived('sqlite');
    await ctx.store.close();
    const full = await lived('postgres');
    const { code, err } = await readymark(['copy', '--to', full.settings.DATABASE_URL], envOf(ctx));
    assert.equal(code, 1);
    assert.match(err, /not empty/);
  });

  test('a copy that is killed several times continues where it stopped; the unfinished target is not served', async () => {
    const ctx = await testContext('sqlite');
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      action_id: `act_${String(at).padStart(8, '0')}`,
      operator: 'test',
      action: 'publish_audits',
      subject_id: String(at),
      detail:
        '{"text":"some hundred characters of detail, as the desk writes them, so that copying takes a little while"}',
      at: '2026-11-21T12:00:00.000Z',
    }));
    for (let at = 0; at < rows.length; at += 2_000)
      await ctx.store.db
        .insertInto('desk_actions')
        .values(rows.slice(at, at + 2_000))
        .execute();
    await ctx.store.close();
    const url = await newDatabase();
    const target = openStore({ database_url: url, file: '' });
    after(() => target.close());
    const there = async () =>
      Number(
        (
          await target.db
            .selectFrom('desk_actions')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirst()
            .catch(() => undefined)
        )?.n ?? 0,
      );
    let reached = 0;
    for (let kill = 0; kill < 2; kill += 1) {
      const copy = startReadymark(['copy', '--to', url], envOf(ctx));
      for (const from = reached; reached <= from && !copy.ended(); ) reached = await there();
      await copy.kill();
    }
    assert.ok(reached > 0 && reached < rows.length, `it was to be cut off in the middle, and was at ${reached}`);
    await assert.rejects(serving({ DATABASE_URL: url }), /unfinished copy/);
    const { code, err } = await readymark(['copy', '--to', url], envOf(ctx));
    assert.equal(code, 0, err);
    assert.equal(await there(), rows.length);
    assert.deepEqual(await wrong({ DATABASE_URL: url }), []);
  });
});
