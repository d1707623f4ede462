import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { timeLimit } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { Context } from '../../src/operations/context.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { latestPublication } from '../../src/store/publications.ts';
import { commit, operator } from '../world/operator.ts';
import { readymark, startNode, startPublisher, temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** What a run leaves for the next start (decision 203): it saves time, and never decides what is shown. */
sharedDatabases();

const generator = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const companyAudit = (number: number, day: number, points: number): Audit => ({
  ...exampleAudit({
    slug: `company-${number}`,
    company: `Cömpany ${number} "quoted"`,
    audit_date: new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10),
    scores: { 'P1-A': points % 5, 'P2-A': (points >> 2) % 5 },
  }),
  website: `https://www.company-${number % 7}.example/${number}`,
});

/** All that a snapshot shows, to the byte. */
function shown({ catalogue }: Pick<Context, 'catalogue'>, { index_alone = false } = {}) {
  const snapshot = catalogue.current();
  const documents = index_alone ? Iterator.from(snapshot.documents()).take(1) : snapshot.documents();
  return {
    version: snapshot.version,
    modified: snapshot.modified.toISOString(),
    documents: [...documents].map(([path, { bodies, tag, modified }]) => [
      path,
      tag,
      modified.toISOString(),
      Buffer.from(bodies.identity).toString(),
    ]),
    by_name: Array.from(snapshot.by_name, ({ slug }) => slug),
    lines: snapshot.groups.map(({ text }) => text).join(''),
    sites: [0, 1, 2, 3].map((site) => snapshot.atSite(`https://company-${site}.example/`)?.slug),
    former: [...snapshot.former_slugs.keys()],
    spread: [...(snapshot.spread('v1')?.pillars.get('P1') ?? [])].sort(([a], [b]) => a - b),
  };
}

/** The same as it is in the database: a start that uses nothing that was saved. */
async function fromDatabase(of: TestContext, what = {}) {
  const ctx = await again(of);
  await ctx.catalogue.refresh();
  const found = shown(ctx, what);
  await ctx.close();
  return found;
}

const again = ({ settings, clock }: TestContext): Promise<TestContext> =>
  testContext(
    settings.DATABASE_URL ? 'postgres' : 'sqlite',
    { DATA_DIR: settings.DATA_DIR, DATABASE_URL: settings.DATABASE_URL },
    clock,
  );

const resumed = (ctx: TestContext) => ctx.log_lines.some((line) => line.includes('goes on from the last run'));

/** Starts as `serve` does. */
async function begin(of: TestContext): Promise<TestContext> {
  const ctx = await again(of);
  await ctx.catalogue.resume();
  await ctx.catalogue.refresh();
  return ctx;
}

/** A database with publications of every kind, and what a run that saw them left; its context is closed. */
async function lived(engine: (typeof engines)[number], seed = 1, steps = 12): Promise<TestContext> {
  const DATA_DIR = temporaryFolder('readymark-board-');
  const ctx = await testContext(engine, engine === 'sqlite' ? { DATA_DIR } : { DATA_DIR });
  await ctx.catalogue.resume();
  await commit(
    ctx,
    Array.from({ length: 40 }, (_, number) => companyAudit(number, 1, number)),
  );
  await ctx.catalogue.refresh();
  await live(ctx, seed, steps);
  await ctx.close();
  return ctx;
}

async function live(ctx: TestContext, seed: number, steps: number): Promise<void> {
  const random = generator(seed);
  for (let step = 0; step < steps; step++) {
    ctx.clock.advance(1_000);
    // Some steps are seen together.
    if (random(3) > 0) await ctx.catalogue.refresh();
    const slug = `company-${random(40)}`;
    const is_new = (await latestPublication(ctx.store.db)) === ctx.catalogue.current().version;
    const listed = ctx.catalogue.current().entry(slug) !== undefined;
    const way = random(8);
    if (is_new && listed && way === 0) await execute(ctx, retractCompany, operator, { slug, reason: 'Wrong.' }, {});
    else if (is_new && listed && way === 1)
      await execute(ctx, correctCompany, operator, { slug, new_slug: `${slug}-${seed}` }, {});
    else if (listed) {
      const audit = companyAudit(Number(slug.slice(8)), 2 + seed * 6 + Math.floor(step / 3), random(25));
      await commit(ctx, [audit], { replace: true }).catch((error) => {
        // It was retracted or moved in a step that is not seen yet.
        if (error.code !== 'conflict') throw error;
      });
    }
  }
  await ctx.catalogue.refresh();
}

const boardOf = (data_dir: string) => {
  const folder = join(data_dir, 'board');
  const number = readdirSync(folder).find((name) => /^\d+$/.test(name)) ?? assert.fail('no board was saved');
  return join(folder, number);
};

describe('what a run leaves', { timeout: timeLimit(240_000) }, () => {
  for (const engine of engines) {
    test(`${engine}: the next start shows the same to the byte without reading an audit, and goes on from there`, async () => {
      const before = await lived(engine);
      const ctx = await again(before);
      await ctx.catalogue.resume();
      assert.ok(resumed(ctx));
      // Nothing was read of the database yet but what became of slugs.
      const first = shown(ctx);
      await ctx.catalogue.refresh();
      assert.deepEqual(shown(ctx), first);
      assert.deepEqual(first, await fromDatabase(before));
      await ctx.close();
    });

    test(`${engine}: what was published while nothing ran, and in run after run, is shown`, async () => {
      const of = await lived(engine, 2);
      const meanwhile = await again(of);
      await meanwhile.catalogue.refresh();
      await live(meanwhile, 3, 8);
      await meanwhile.close();
      for (let run = 4; run < 8; run++) {
        const ctx = await begin(of);
        assert.ok(resumed(ctx), `run ${run}`);
        await live(ctx, run, 6);
        assert.deepEqual(shown(ctx), await fromDatabase(of), `run ${run}`);
        await ctx.close();
      }
    });
  }

  test('so much that was changed that all is written anew is shown too', async () => {
    const of = await lived('sqlite', 2);
    const what = { index_alone: true };
    for (let round = 0; round < 3; round++) {
      const ctx = await begin(of);
      const audits = Array.from({ length: 1_100 }, (_, number) =>
        companyAudit(1_000 + number, 10 + round, number + round),
      );
      await commit(ctx, audits);
      await ctx.catalogue.refresh();
      await live(ctx, 20 + round, 4);
      const found = shown(ctx, what);
      await ctx.close();
      assert.deepEqual(found, await fromDatabase(of, what));
    }
    const boards = readdirSync(boardOf(of.settings.DATA_DIR)).filter((name) => name.startsWith('board-'));
    assert.deepEqual(boards.length, 1, String(boards));
    const ctx = await begin(of);
    assert.ok(resumed(ctx));
    assert.deepEqual(shown(ctx, what), await fromDatabase(of, what));
    await ctx.close();
  });

  test('whatever is cut off or changed in its files, the database is what is shown', async () => {
    const of = await lived('sqlite', 3);
    const expected = await fromDatabase(of);
    const kept = temporaryFolder('readymark-kept-');
    cpSync(join(of.settings.DATA_DIR, 'board'), kept, { recursive: true });
    const random = generator(7);
    const files = readdirSync(boardOf(of.settings.DATA_DIR));
    assert.deepEqual(files.map((name) => name.replace(/\d+$/, 'N')).sort(), ['board-N', 'changes-N', 'records']);
    let used = 0;
    for (const name of files)
      for (const damage of [
        'empty',
        'cut',
        'cut at the end',
        'flip',
        'flip',
        'flip at the start',
        'flip at the end',
        'gone',
        'longer',
      ]) {
        rmSync(join(of.settings.DATA_DIR, 'board'), { recursive: true });
        cpSync(kept, join(of.settings.DATA_DIR, 'board'), { recursive: true });
        const file = join(boardOf(of.settings.DATA_DIR), name);
        const bytes = readFileSync(file);
        const at = damage.endsWith('start') ? 9 : damage.endsWith('end') ? bytes.length - 3 : random(bytes.length);
        if (damage === 'gone') rmSync(file);
        else if (damage === 'empty') writeFileSync(file, '');
        else if (damage === 'longer') writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(50, 1)]));
        else if (damage.startsWith('cut')) writeFileSync(file, bytes.subarray(0, at));
        else {
          bytes[at] = (bytes[at] ?? 0) ^ 0x10;
          writeFileSync(file, bytes);
        }
        const ctx = await begin(of);
        assert.deepEqual(shown(ctx), expected, `${name}: ${damage}`);
        used += Number(resumed(ctx));
        await ctx.close();
        // What this run left is whole again.
        const next = await begin(of);
        assert.ok(resumed(next), `after ${name}: ${damage}`);
        assert.deepEqual(shown(next), expected, `after ${name}: ${damage}`);
        await next.close();
      }
    assert.ok(used > 0 && used < 20, `${used} were used`);
  });

  test('that of another database is not used, nor that of the same one after an older backup was restored', async () => {
    const [of, other] = [await lived('sqlite', 4), await lived('sqlite', 5)];
    const expected = await fromDatabase(of);
    rmSync(join(of.settings.DATA_DIR, 'board'), { recursive: true });
    cpSync(join(other.settings.DATA_DIR, 'board'), join(of.settings.DATA_DIR, 'board'), { recursive: true });
    const ctx = await begin(of);
    assert.ok(!resumed(ctx));
    assert.deepEqual(shown(ctx), expected);
    await ctx.close();

    const backup = join(temporaryFolder('readymark-backup-'), 'readymark.db');
    const file = join(of.settings.DATA_DIR, 'readymark.db');
    copyFileSync(file, backup);
    const next = await begin(of);
    await live(next, 6, 5);
    const version = next.catalogue.current().version;
    await next.close();
    for (const name of ['readymark.db-wal', 'readymark.db-shm'])
      rmSync(join(of.settings.DATA_DIR, name), { force: true });
    copyFileSync(backup, file);
    const restored = await again(of);
    await restored.catalogue.refresh();
    while (restored.catalogue.current().version < version + 2) await live(restored, 30, 2);
    await restored.close();
    const last = await begin(of);
    assert.ok(!resumed(last), 'its numbers are the same, and what was published is not');
    assert.deepEqual(shown(last), await fromDatabase(of));
    await last.close();
  });

  test('the doctor compares it with the database, audit by audit', async () => {
    const of = await lived('sqlite', 10);
    const env = { DATA_DIR: of.settings.DATA_DIR, DATABASE_URL: '' };
    const about = 'what the last run left for the next start is what is in the database';
    const found = async () => {
      const { out } = await readymark(['doctor', '--json'], env);
      const { checks } = JSON.parse(out) as { checks: { check: string; rows: number; findings: string[] }[] };
      return checks.find(({ check }) => check === about) ?? assert.fail('it is not checked');
    };
    const sound = await found();
    assert.deepEqual(sound.findings, []);
    assert.ok(sound.rows >= 40, `${sound.rows} audits`);
    const { store, ...ctx } = await again(of);
    const changed = await store.db
      .selectFrom('audits')
      .selectAll()
      .where('replaced_at', 'is', null)
      .executeTakeFirstOrThrow();
    const record = changed.record.replace('Cömpany', 'Company');
    await store.db.updateTable('audits').set({ record }).where('audit_id', '=', changed.audit_id).execute();
    await ctx.close();
    assert.deepEqual((await found()).findings, [`${changed.audit_id}: its saved record is another`]);
  });

  test('of two processes one keeps it, the other reads the database, and the next start goes on', async () => {
    const of = await lived('sqlite', 6);
    const [one, two] = [await begin(of), await begin(of)];
    assert.deepEqual([resumed(one), resumed(two)], [true, false]);
    await live(two, 8, 5);
    await one.catalogue.refresh();
    assert.deepEqual(shown(one), shown(two));
    await two.close();
    await live(one, 9, 5);
    const found = shown(one);
    await one.close();
    const ctx = await begin(of);
    assert.ok(resumed(ctx));
    assert.deepEqual(shown(ctx), found);
    await ctx.close();
  });

  test('where it cannot be written the log says so once, and all is shown', async () => {
    const of = await lived('sqlite', 7);
    rmSync(join(of.settings.DATA_DIR, 'board'), { recursive: true });
    writeFileSync(join(of.settings.DATA_DIR, 'board'), 'no folder');
    const ctx = await begin(of);
    await live(ctx, 11, 4);
    assert.equal(ctx.log_lines.filter((line) => line.includes('no board can be saved')).length, 1);
    assert.deepEqual(shown(ctx), await fromDatabase(of));
    await ctx.close();
    rmSync(join(of.settings.DATA_DIR, 'board'));
    // A file that cannot be made, while the rest can.
    mkdirSync(join(of.settings.DATA_DIR, 'board', '1', 'board-1.new'), { recursive: true });
    const next = await begin(of);
    assert.deepEqual(shown(next), await fromDatabase(of));
    await next.close();
  });

  test('a process that is killed while it publishes and saves leaves what the next one can use, or nothing', async (t) => {
    const DATA_DIR = temporaryFolder('readymark-killed-');
    const publisher = await startPublisher({ DATA_DIR, DATABASE_URL: '' });
    after(() => publisher.stop());
    await publisher.publish({ synthetic: { from: 0, to: 300, round: 0 } });
    const random = generator(Number(process.env.SEED ?? 12));
    let used = 0;
    for (let life = 1; life <= 6; life++) {
      const node = await startNode({ DATA_DIR, DATABASE_URL: '', LOG_LEVEL: 'info' });
      used += Number(node.err().includes('goes on from the last run'));
      const published: number[] = [];
      for (let turn = 0; turn < 1 + random(12); turn++) {
        const number = random(300);
        if (published.includes(number)) continue;
        published.push(number);
        await publisher.publish({ synthetic: { from: number, to: number + 1, round: life } });
      }
      await node.kill('SIGKILL');
      const next = await startNode({ DATA_DIR, DATABASE_URL: '' });
      const index = (await (await fetch(`${next.url}/api/audits/index.json`)).json()) as { audits: { slug: string }[] };
      assert.equal(index.audits.length, 300);
      for (const number of published) {
        const record = (await (await fetch(`${next.url}/api/audits/company-${number}.json`)).json()) as Audit;
        assert.equal(record.audit_date, new Date(Date.UTC(2000, 0, 1 + life)).toISOString().slice(0, 10));
      }
      await next.stop();
    }
    t.diagnostic(`${used} of 6 starts went on from what was left`);
    const size = statSync(join(boardOf(DATA_DIR), 'records')).size;
    assert.ok(size > 300 * 3_000, `${size} bytes of records`);
  });
});
