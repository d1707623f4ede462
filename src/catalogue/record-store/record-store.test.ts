import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { syntheticAudit } from '../../../test/world/synthetic-audits.ts';
import { openRecordStore } from './record-store.ts';
import { openSpillFile } from './spill-file.ts';

const texts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${JSON.stringify(syntheticAudit(from + at))}é株`);
const MB = 1024 * 1024;

test('texts beyond what memory may hold come back from the spill file, which has no name and is no litter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-shelf-'));
  const spill = openSpillFile(folder, () => assert.fail('it can be written'));
  const shelf = openRecordStore(spill, MB);
  const all = texts(0, 1_500);
  const ref = all.map(shelf.hold);
  const { memory, file } = shelf.bytes();
  assert.ok(memory <= 2 * MB + 64 * 1024 && file > 2 * MB, `${memory} in memory, ${file} in the file`);
  assert.deepEqual(readdirSync(folder), []);
  for (const [at, text] of all.entries()) assert.equal(shelf.read(ref[at] ?? assert.fail()).toString(), text);
  spill.close();
  rmSync(folder, { recursive: true });
});

test('where nothing can be written all stays in memory, and that is said once', () => {
  const said: unknown[] = [];
  const shelf = openRecordStore(
    openSpillFile('/dev/null/nowhere', (error) => said.push(error)),
    MB,
  );
  const all = texts(0, 1_500);
  const ref = all.map(shelf.hold);
  assert.equal(said.length, 1);
  assert.equal(shelf.bytes().file, 0);
  for (const [at, text] of all.entries()) assert.equal(shelf.read(ref[at] ?? assert.fail()).toString(), text);
});

test('what is forgotten makes room, in memory and in the file, and what was held before stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-shelf-'));
  const spill = openSpillFile(folder, () => assert.fail('it can be written'));
  const shelf = openRecordStore(spill, MB);
  const before = texts(0, 900);
  const ref = before.map(shelf.hold);
  const bytes = shelf.bytes();
  for (let attempt = 0; attempt < 3; attempt++) {
    const forget = shelf.bookmark();
    for (const text of texts(5_000, 5_800)) shelf.hold(text);
    forget();
  }
  assert.deepEqual(shelf.bytes(), bytes);
  const after = texts(900, 1_700);
  const more = after.map(shelf.hold);
  for (const [at, text] of [...before, ...after].entries())
    assert.equal(shelf.read([...ref, ...more][at] ?? assert.fail()).toString(), text);
  spill.close();
  rmSync(folder, { recursive: true });
});
