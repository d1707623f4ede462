import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crashRounds } from './crash-rounds.ts';

/**
 * A test that meets its limit while a process that it started is writing; run by packages/service/test/slow/processes.test.ts.
 *
 * Argument: the limit in milliseconds.
 */
test('crash rounds without end', { timeout: Number(process.argv[2]) }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-endless-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.stdout.write(`writing to ${folder}\n`);
  const place = { DATA_DIR: folder, DATABASE_URL: '' };
  await crashRounds({ place, rounds: 1, random: () => 1_000, signal: t.signal });
});
