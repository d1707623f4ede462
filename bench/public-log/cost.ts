import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Audit } from '../../packages/rubric/src/audit/audit.ts';
import { openContext, openLog } from '../../packages/service/src/main.ts';
import type { Context } from '../../packages/service/src/operations/context.ts';
import { readSettings } from '../../packages/service/src/settings.ts';
import { latestPublication } from '../../packages/service/src/store/publications.ts';
import { migrate } from '../../packages/service/src/store/upkeep/migrate.ts';
import { median } from '../../packages/service/test/world/measure/median.ts';
import { syntheticAudit } from '../../packages/service/test/world/measure/synthetic-audits.ts';
import { commit } from '../../packages/service/test/world/operator.ts';
import { databaseOn, startPostgres } from '../../packages/service/test/world/postgres.ts';

const COMPANIES = 1_000;
/** Publications of an audit of every company. */
const BATCHES = 5;

/**
 * What the public log costs a publication of one audit: its transaction and the signing after it, on a database whose log is
 * kept and signed, and on one beside it without, in turns. Without it a snapshot asks for the newest publication alone.
 */
export async function logCosts(rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-log-cost-'));
  const postgres = await startPostgres();
  console.log(
    '\n| A publication, ms | with the log, p50 | without, p50 | ratio | difference, p50 | of it signing | difference, p10 |\n|---|---|---|---|---|---|---|',
  );
  const in_batches: string[] = [];
  try {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const open = async (name: string) => {
        const ctx = openContext(
          readSettings({
            DATA_DIR: join(folder, `${engine}-${name}`),
            DATABASE_URL: engine === 'postgres' ? await databaseOn(postgres) : '',
          }),
          { log: openLog('silent') },
        );
        await migrate(ctx.store);
        return ctx;
      };
      const [kept, none] = [await open('with'), await open('without')];
      await kept.signer.begin();
      await leaveOut(none);
      for (const ctx of [kept, none])
        await commit(
          ctx,
          Array.from({ length: COMPANIES }, (_, at) => syntheticAudit(at, 0)),
        );
      for (const { store } of [kept, none]) await sql`analyze`.execute(store.db);
      const found = { kept: [] as number[], none: [] as number[], signing: [] as number[] };
      await kept.signer.shown();
      for (let round = 1; round <= rounds; round += 1)
        for (const turn of round % 2 ? [true, false] : [false, true]) {
          const audit = syntheticAudit((round * 7919) % COMPANIES, round);
          const { whole, signing } = await timed(turn ? kept : none, [audit], turn);
          (turn ? found.kept : found.none).push(whole);
          if (turn) found.signing.push(signing);
        }
      const [a, b, signing] = [median(found.kept), median(found.none), median(found.signing)];
      const quiet = tenth(found.kept) - tenth(found.none);
      console.log(
        `| ${engine} | ${[a, b, a / b, a - b, signing, quiet].map((value) => value.toFixed(2)).join(' | ')} |`,
      );
      const batches: { kept: number[]; none: number[] } = { kept: [], none: [] };
      for (let round = rounds + 1; round <= rounds + BATCHES; round += 1)
        for (const turn of round % 2 ? [true, false] : [false, true]) {
          const all = Array.from({ length: COMPANIES }, (_, at) => syntheticAudit(at, round));
          (turn ? batches.kept : batches.none).push((await timed(turn ? kept : none, all, turn)).processor);
        }
      const [with_log, without] = [median(batches.kept), median(batches.none)];
      in_batches.push(
        `| ${engine} | ${[with_log, without, with_log - without].map((ms) => `${((1_000 * ms) / COMPANIES).toFixed(0)} | ${((1_000 * COMPANIES) / ms).toFixed(0)}`).join(' | ')} |`,
      );
      await kept.close();
      await none.close();
    }
    console.log(
      `\n| In publications of ${COMPANIES} audits, processor time of this process | an audit with its entry, µs | a second | without the log, µs | a second | the entry, µs | a second |\n|---|---|---|---|---|---|---|`,
    );
    for (const row of in_batches) console.log(row);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a tenth of the values is below: what a machine that others use would do alone. */
const tenth = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length / 10] ?? 0;

/** Publishes re-audits, and asks what may be shown, which signs; in milliseconds. */
async function timed(ctx: Context, audits: readonly Audit[], has_log: boolean) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await commit(ctx, audits);
  const committed = performance.now();
  await (has_log ? ctx.signer.shown() : latestPublication(ctx.store.db));
  const ended = performance.now();
  const { user, system } = process.cpuUsage(used);
  return { whole: ended - began, signing: ended - committed, processor: (user + system) / 1_000 };
}

/** A log that believes that everything is in it already says nothing. */
async function leaveOut({ store }: Context): Promise<void> {
  const row = { name: 'log', size: 0, publication: 2 ** 31 - 1, frontier: '' };
  await store.db.insertInto('log_state').values(row).execute();
}
