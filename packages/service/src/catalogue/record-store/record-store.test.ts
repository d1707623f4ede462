import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { syntheticAudit } from '../../../test/world/measure/synthetic-audits.ts';
import { openRecordStore } from './record-store.ts';
import { openSpillFile } from './spill-file.ts';

const texts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => JSON.stringify({ ...syntheticAudit(from + at), more: 'é株' }));
const MB = 1024 * 1024;

function gzipOf(record: { byteLength: number; write(target: Buffer, at: number): void }): Buffer {
  const body = Buffer.alloc(record.byteLength + 5);
  record.write(body, 5);
  return body.subarray(5);
}

test('texts beyond the memory budget are read from the spill file, which leaves no file behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-records-'));
  const spill = openSpillFile(folder, () => assert.fail('the file is writable'));
  const store = openRecordStore(spill, MB);
  const all = texts(0, 1_500);
  const refs = all.map(store.add);
  const { memory, file } = store.bytes();
  assert.ok(memory <= 2 * MB + 64 * 1024 && file > 2 * MB, `${memory} in memory, ${file} in the file`);
  assert.deepEqual(readdirSync(folder), []);
  for (const [at, text] of all.entries()) assert.equal(store.read(refs[at] ?? assert.fail()).toString(), text);
  spill.close();
  rmSync(folder, { recursive: true });
});

test('a record is sent as it is stored, with the rank added: what it expands to and its tag follow from the content', () => {
  const [one, two] = [openRecordStore(undefined), openRecordStore(undefined)];
  two.add('{"another":1}');
  const tags = new Set<string>();
  for (const text of [...texts(0, 20), '{"a":1}', JSON.stringify({ long: 'é株'.repeat(40_000) })]) {
    const [first, second] = [one.add(text), two.add(text)];
    for (const rank of [1, 12, 1_000_000, null]) {
      const { tag, record } = one.withRank(first, rank);
      const expected = `${text.slice(0, -1)},"rank":${rank}}`;
      assert.equal(gunzipSync(gzipOf(record)).toString(), expected);
      assert.equal(record.identity().toString(), expected);
      assert.equal(tag, two.withRank(second, rank).tag);
      tags.add(tag);
    }
    // Only the end differs: nothing was compressed for it.
    const [a, b] = [1, 2].map((rank) => gzipOf(one.withRank(first, rank).record)) as [Buffer, Buffer];
    assert.deepEqual(a.subarray(0, -20), b.subarray(0, -20));
    assert.equal(one.read(first).toString(), text);
  }
  assert.equal(tags.size, 22 * 4);
});

test('when nothing can be written all texts stay in memory, and that is reported once', () => {
  const errors: unknown[] = [];
  const store = openRecordStore(
    openSpillFile('/dev/null/nowhere', (error) => errors.push(error)),
    MB,
  );
  const all = texts(0, 1_500);
  const refs = all.map(store.add);
  assert.equal(errors.length, 1);
  assert.equal(store.bytes().file, 0);
  for (const [at, text] of all.entries()) assert.equal(store.read(refs[at] ?? assert.fail()).toString(), text);
});

test('undoing to a bookmark frees memory and file, and texts from before it remain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-records-'));
  const spill = openSpillFile(folder, () => assert.fail('the file is writable'));
  const store = openRecordStore(spill, MB);
  const before = texts(0, 900);
  const refs = before.map(store.add);
  const bytes = store.bytes();
  for (let attempt = 0; attempt < 3; attempt++) {
    const undo = store.bookmark();
    for (const text of texts(5_000, 5_800)) store.add(text);
    undo();
  }
  assert.deepEqual(store.bytes(), bytes);
  const after = texts(900, 1_700);
  const more = after.map(store.add);
  for (const [at, text] of [...before, ...after].entries())
    assert.equal(store.read([...refs, ...more][at] ?? assert.fail()).toString(), text);
  spill.close();
  rmSync(folder, { recursive: true });
});
