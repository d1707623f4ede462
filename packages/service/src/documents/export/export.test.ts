import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Document, makeDocument } from '../document.ts';
import { ExportRefused, exportTo } from './export.ts';
import { fileOf } from './tree.ts';

let parent = '';
let place = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'readymark-export-'));
  place = join(parent, 'public');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const modified = new Date('2026-11-20T10:00:00.000Z');
const json = (text: string): Document =>
  makeDocument(text, { content_type: 'application/json; charset=utf-8', modified, scores: true });
const documents = (word: string): [string, Document][] => [
  ['/api/audits/index.json', json(JSON.stringify({ word, texts: Array(200).fill(word) }))],
  ['/api/audits/acme.json', json('{"short":true}')],
  ['/api/audits/acme/history.json', json(JSON.stringify({ same: Array(200).fill('always') }))],
  ['/', makeDocument('<!doctype html>', { content_type: 'text/html; charset=utf-8', modified, scores: true })],
];
const read = (path: string) => readFileSync(join(place, path));

test('the tree contains every document, with siblings that expand to the same bytes and the modification time of its content', async () => {
  const counts: number[] = [];
  const done = await exportTo(place, { documents: documents('first'), progress: (count) => counts.push(count) });
  assert.equal(done.documents, 4);
  assert.deepEqual(counts, [1, 2, 3, 4]);
  for (const [path, document] of documents('first')) {
    const file = fileOf(path, document.content_type);
    assert.ok(read(file).equals(document.bodies.identity));
    assert.equal(statSync(join(place, file)).mtimeMs, modified.getTime());
  }
  const index = read('api/audits/index.json');
  assert.ok(brotliDecompressSync(read('api/audits/index.json.br')).equals(index));
  assert.ok(gunzipSync(read('api/audits/index.json.gz')).equals(index));
  assert.ok(zstdDecompressSync(read('api/audits/index.json.zst')).equals(index));
  assert.equal(existsSync(join(place, 'api/audits/acme.json.br')), false, 'a tiny body has no siblings');
  assert.ok(existsSync(join(place, 'index.html')));
});

test('another export replaces the tree, reuses unchanged siblings, repairs damaged ones and leaves nothing behind', async () => {
  await exportTo(place, { documents: documents('first') });
  const again = await exportTo(place, { documents: documents('second') });
  assert.equal(again.taken_over, 3);
  assert.match(read('api/audits/index.json').toString(), /second/);
  assert.ok(brotliDecompressSync(read('api/audits/index.json.br')).equals(read('api/audits/index.json')));
  writeFileSync(join(place, 'api/audits/acme/history.json.br'), 'damaged');
  assert.equal((await exportTo(place, { documents: documents('second') })).taken_over, 5);
  assert.ok(brotliDecompressSync(read('api/audits/acme/history.json.br')).equals(read('api/audits/acme/history.json')));
  assert.equal(readdirSync(parent).length, 2, 'the link and its tree');
});

test('a failed export leaves the old tree complete and in place, and no new one', async () => {
  await exportTo(place, { documents: documents('first') });
  const failing = function* (): Generator<[string, Document]> {
    yield* documents('second').slice(0, 2);
    throw new Error('the source broke');
  };
  await assert.rejects(exportTo(place, { documents: failing() }), /the source broke/);
  assert.match(read('api/audits/index.json').toString(), /first/);
  assert.equal(readdirSync(parent).length, 2);
});

test('at every moment of an export there is one complete tree in place, the old or the new', async () => {
  await exportTo(place, { documents: documents('first') });
  const seen = new Set<string>();
  let running = true;
  const reader = (async () => {
    while (running) {
      const index = read('api/audits/index.json').toString();
      seen.add(/first|second/.exec(index)?.[0] ?? 'neither');
      await new Promise(setImmediate);
    }
  })();
  await exportTo(place, { documents: documents('second') });
  running = false;
  await reader;
  assert.ok(!seen.has('neither'));
  assert.ok(seen.has('first'));
});

test('the next export removes what a crashed one left, but not what another process is writing or somebody copied', async () => {
  await exportTo(place, { documents: documents('first') });
  const leave = (name: string, marker?: object) => {
    mkdirSync(join(parent, name));
    if (marker) writeFileSync(join(parent, name, '.readymark-export.json'), JSON.stringify(marker));
  };
  const dead = `public.readymark-export-${2 ** 22 + 1}-`;
  const alive = `public.readymark-export-${process.ppid}-`;
  for (const tree of [`${dead}AAAAAA`, `${alive}AAAAAA`]) {
    leave(tree, { tree, complete: false });
    symlinkSync(tree, join(parent, `${tree}.link`));
  }
  leave(`${dead}BBBBBB`, { tree: `${dead}BBBBBB`, complete: true });
  leave(`${dead}CCCCCC`);
  const copies = [`${dead}DDDDDD`, 'public.EEEEEE', `public.backup`, `${dead}AAAAAA.old`];
  for (const name of copies) leave(name, { tree: `${dead}AAAAAA`, complete: true });
  leave(`${dead}FFFFFF`);
  writeFileSync(join(parent, `${dead}FFFFFF`, 'index.html'), 'somebody wrote this');
  symlinkSync('elsewhere', join(parent, `${dead}GGGGGG.link`));
  await exportTo(place, { documents: documents('second') });
  const own = basename(realpathSync(place));
  assert.deepEqual(
    readdirSync(parent).sort(),
    [
      ...['public', own, `${alive}AAAAAA`, `${alive}AAAAAA.link`],
      ...[...copies, `${dead}FFFFFF`, `${dead}GGGGGG.link`],
    ].sort(),
  );
});

test('the tree that is shown is recognised, however the link to it and the path of the place are written', async () => {
  await exportTo(place, { documents: documents('first') });
  const other = `${parent}-too`;
  symlinkSync(parent, other);
  try {
    // As a crashed export would have left it: its process has ended.
    const tree = `public.readymark-export-${2 ** 22 + 1}-AAAAAA`;
    renameSync(realpathSync(place), join(parent, tree));
    writeFileSync(join(parent, tree, '.readymark-export.json'), JSON.stringify({ tree, complete: true }));
    rmSync(place);
    symlinkSync(join(other, tree), place);
    const failing = function* (): Generator<[string, Document]> {
      assert.match(read('api/audits/index.json').toString(), /first/);
      yield* documents('second');
      throw new Error('the source broke');
    };
    await assert.rejects(exportTo(join(other, 'public'), { documents: failing() }), /the source broke/);
    assert.match(read('api/audits/index.json').toString(), /first/);
    await exportTo(join(other, 'public'), { documents: documents('second') });
    assert.match(read('api/audits/index.json').toString(), /second/);
    assert.equal(readdirSync(parent).length, 2);
  } finally {
    rmSync(other);
  }
});

test('an export that cannot remove the old tree is public all the same', async () => {
  await exportTo(place, { documents: documents('first') });
  const old = realpathSync(place);
  // Gone before it can be removed.
  await exportTo(place, {
    documents: (function* (): Generator<[string, Document]> {
      yield* documents('second');
      rmSync(old, { recursive: true });
    })(),
  });
  assert.match(read('api/audits/index.json').toString(), /second/);
});

test('a folder with other content, a file and a foreign link are refused and unchanged; an empty folder is used', async () => {
  mkdirSync(place);
  writeFileSync(join(place, 'thesis.txt'), 'years of work');
  await assert.rejects(exportTo(place, { documents: documents('first') }), ExportRefused);
  assert.equal(readFileSync(join(place, 'thesis.txt'), 'utf8'), 'years of work');
  await assert.rejects(exportTo(join(place, 'thesis.txt'), { documents: documents('first') }), ExportRefused);
  symlinkSync('public', join(parent, 'link'));
  await assert.rejects(exportTo(join(parent, 'link'), { documents: documents('first') }), ExportRefused);
  rmSync(join(place, 'thesis.txt'));
  await exportTo(place, { documents: documents('first') });
  assert.ok(lstatSync(place).isSymbolicLink());
  assert.match(read('api/audits/index.json').toString(), /first/);
});

test('a path that leads out of the tree is refused', () => {
  for (const path of ['/../x.json', '/a/../../x', 'x.json', '/a\\..\\b', '/a/./b'])
    assert.throws(() => fileOf(path, 'text/plain'));
  assert.equal(fileOf('/audits/acme', 'text/html; charset=utf-8'), 'audits/acme.html');
  assert.equal(fileOf('/badge/acme.svg', 'image/svg+xml'), 'badge/acme.svg');
});
