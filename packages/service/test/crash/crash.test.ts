import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { numbers } from '../world/made-companies.ts';
import { startPostgres } from '../world/postgres.ts';
import { crashRounds, type Tally } from '../world/programs/crash-rounds.ts';

/**
 * SIGKILL at random moments: no acknowledged write is lost or incomplete. `npm run torture` does the same for hours.
 */
const folder = (t: { after(work: () => void): void }) => {
  const made = mkdtempSync(join(tmpdir(), 'readymark-crash-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** The seed is printed, so that a failure can be repeated. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const allKinds = (tally: Tally) => {
  for (const [kind, count] of Object.entries(tally)) assert.ok(count > 0, `no ${kind} was acknowledged`);
};

describe(`killed at random moments (CRASH_SEED=${seed})`, { concurrency: true, timeout: timeLimit(150_000) }, () => {
  test('fifteen lives on SQLite', async (t) => {
    const tally = await crashRounds({
      place: { DATA_DIR: folder(t), DATABASE_URL: '' },
      rounds: 15,
      random: numbers(seed),
      signal: t.signal,
    });
    t.diagnostic(JSON.stringify(tally));
    allKinds(tally);
  });

  test('fifteen lives on PostgreSQL, in five of which PostgreSQL is killed too', async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const tally = await crashRounds({
      place: { DATA_DIR: folder(t), DATABASE_URL: postgres.url },
      rounds: 15,
      random: numbers(seed + 1),
      postgres,
      signal: t.signal,
    });
    t.diagnostic(JSON.stringify(tally));
    allKinds(tally);
  });
});
