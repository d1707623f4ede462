import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../test/world/processes.ts';
import { numbers } from './world/made-companies.ts';
import { databaseOn, startPostgres } from './world/postgres.ts';
import { clockRounds } from './world/programs/clock-rounds.ts';
import { crashRounds } from './world/programs/crash-rounds.ts';
import { upkeepRounds } from './world/programs/upkeep-rounds.ts';

/**
 * `npm run torture [HOURS]`: the tests of crashes and of wrong clocks for hours, on both engines in turn; restore, backup
 * and export killed at random moments; clients that take too much memory, time or descriptors. Each time with a new seed.
 * Ends at the first loss.
 */
const hours = Number(process.argv[2] ?? 1);
const deadline = performance.now() + hours * 3_600_000;
for (let turn = 0, seed = Date.now() % 1_000_000; performance.now() < deadline; turn += 1, seed += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-torture-'));
  const postgres = turn % 2 ? await startPostgres() : undefined;
  console.log(`turn ${turn}, ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);
  const tally = await crashRounds({
    place: { DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '' },
    rounds: 60,
    random: numbers(seed),
    ...(postgres && { postgres }),
  });
  console.log(`  60 lives, nothing lost: ${JSON.stringify(tally)}`);
  const clocks = await clockRounds({
    place: { DATA_DIR: mkdtempSync(join(folder, 'clocks-')), DATABASE_URL: postgres ? await databaseOn(postgres) : '' },
    skews: postgres ? [-25_000, 25_000] : [0],
    rounds: 10,
    random: numbers(seed),
  });
  console.log(`  10 times the clocks ran ahead and were put right: ${JSON.stringify(clocks)}`);
  await postgres?.stop();
  const upkeep = await upkeepRounds({
    parent: mkdtempSync(join(folder, 'upkeep-')),
    rounds: 10,
    random: numbers(seed),
  });
  console.log(`  restore, backup and export killed, nothing lost: ${JSON.stringify(upkeep)}`);
  const attack = await run(process.execPath, ['--test', 'packages/service/test/slow/fairness.test.ts']);
  if (attack.code !== 0) throw new Error(attack.out + attack.err);
  console.log('  clients that take too much: every bound was kept');
  rmSync(folder, { recursive: true, force: true });
}
