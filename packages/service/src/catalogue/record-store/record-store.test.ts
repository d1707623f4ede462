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
  const store = openRecordStore(spill, { memory_bytes_max: MB });
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
    { memory_bytes_max: MB },
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
  const store = openRecordStore(spill, { memory_bytes_max: MB });
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

test('a record that is not what was stored is not read, and that is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-records-'));
  const spill = openSpillFile(folder, () => assert.fail('the file is writable'));
  let reports = 0;
  const store = openRecordStore(spill, { memory_bytes_max: MB, damaged: () => (reports += 1) });
  const all = texts(0, 900);
  const [first = assert.fail(), second = assert.fail()] = all.map(store.add);
  spill.write(Buffer.from([1]), first.at + 40);
  assert.throws(() => store.read(first), /cannot be read/);
  assert.throws(() => store.withRank(first, 1), /cannot be read/);
  assert.equal(reports, 2);
  assert.equal(store.read(second).toString(), all[1]);
  assert.throws(() => store.read({ ...second, at: 1e12 }), /cannot be read/);
  spill.close();
  rmSync(folder, { recursive: true });
});

test('a store goes on where another one ended, with its records in the file or in memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-records-'));
  const spill = openSpillFile(folder, () => assert.fail('the file is writable'));
  const before = openRecordStore(undefined);
  const old = texts(0, 300);
  const refs = old.map(before.add);
  const held = Buffer.alloc(before.end());
  for (const { bytes, at } of before.inMemory(0, before.end())) {
    held.set(bytes, at);
    spill.write(bytes, at);
  }
  for (const more of [{}, { held }]) {
    const store = openRecordStore(spill, { begin: before.end(), ...more });
    const added = texts(300, 320);
    const further = added.map(store.add);
    for (const [at, text] of [...old, ...added].entries())
      assert.equal(store.read([...refs, ...further][at] ?? assert.fail()).toString(), text);
  }
  spill.close();
  rmSync(folder, { recursive: true });
});
