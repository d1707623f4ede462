import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { syntheticAudit } from '../../../test/world/measure/synthetic-audits.ts';
import { openRecordStore } from '../record-store/record-store.ts';
import { BoardKeeper } from './saved-board.ts';

/** What a process leaves for its next run (decision 203), where it ends in the middle of something. */

test('a build that reads on after the files were closed finds no damage, and removes nothing', async () => {
  const path = mkdtempSync(join(tmpdir(), 'readymark-board-'));
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const keeper = BoardKeeper.begin({ path, key: 'key', mark: async () => 'mark', log });
  const store = openRecordStore(keeper.file, { memory_bytes_max: 0, damaged: () => keeper.damaged() });
  const refs = Array.from({ length: 300 }, (_, at) => store.add(JSON.stringify(syntheticAudit(at))));
  const first = refs[0] ?? assert.fail();
  assert.ok(store.bytes().file > 0 && store.read(first).byteLength > 0);
  await keeper.close();
  assert.throws(() => store.read(first), /cannot be read/);
  assert.deepEqual([existsSync(join(path, '1', 'records')), lines, keeper.isDamaged], [true, [], false]);
  rmSync(path, { recursive: true });
});
