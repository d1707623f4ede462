import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { writeBundle } from '@readymark/auditor/evidence/folder';
import { collected, madeAuditor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { runCommand } from './program.ts';

/** `readymark audit` and `readymark audit score` on folders that are there: nothing outside of them is written. */
const root = mkdtempSync(join(tmpdir(), 'readymark-folder-'));
after(() => rmSync(root, { recursive: true, force: true }));

const page = '<h1>Acme</h1>';
let made = 0;

/** A folder of evidence in a folder of its own. */
function folder(): string {
  const path = join(root, `${++made}`, 'audit');
  const { bundle, bodies } = collected('https://acme.example/', { '/': page });
  writeBundle(path, bundle, bodies);
  return path;
}

const score = (path: string, ...more: string[]) => run('audit', 'score', path, ...more);

async function run(...args: string[]) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const streams = { out: stream, err: stream };
  const noContext = () => assert.fail('an audit opens no database');
  const auditor = madeAuditor({});
  const code = await runCommand(args, noContext, streams, new AbortController().signal, { openAuditor: () => auditor });
  return { code, text };
}

test('a slug that is a path names no file', async () => {
  const path = folder();
  assert.equal((await score(path, '--slug', 'acme')).code, 0);
  const scores = JSON.parse(readFileSync(join(path, 'scores.json'), 'utf8'));
  writeFileSync(join(path, 'scores.json'), JSON.stringify({ ...scores, slug: '../outside' }));
  const { code, text } = await score(path);
  assert.equal(code, 1);
  assert.match(text, /cannot be used: its files have another shape/);
  const given = await score(path, '--slug', '../outside');
  assert.equal(given.code, 1);
  assert.match(given.text, /--slug must be lower-case letters/);
  assert.equal((await score(path, '--company', 'Acme\u001b[2J')).code, 1);
  assert.deepEqual(readdirSync(join(path, '..')), ['audit']);
});

test('a link in the folder is replaced, not followed', async () => {
  const path = folder();
  const elsewhere = join(path, '..', 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'precious'), '{}');
  symlinkSync(join(elsewhere, 'new'), join(path, 'acme_2026-11-21.audit.json'));
  symlinkSync(join(elsewhere, 'precious'), join(path, 'scores.json.readymark-new'));
  const { code, text } = await score(path, '--slug', 'acme');
  assert.equal(code, 0, text);
  assert.deepEqual(readdirSync(elsewhere), ['precious']);
  assert.equal(readFileSync(join(elsewhere, 'precious'), 'utf8'), '{}');
  assert.equal(JSON.parse(readFileSync(join(path, 'acme_2026-11-21.audit.json'), 'utf8')).slug, 'acme');
});

test('a body that unpacks to more than was ever kept is refused', async () => {
  const path = folder();
  const body = join(path, 'bodies', `${sha256Of(page)}.zst`);
  writeFileSync(body, zstdCompressSync(Buffer.alloc(64_000_000)));
  const { code, text } = await score(path, '--slug', 'acme');
  assert.equal(code, 1);
  assert.match(text, /cannot be used: .*larger than 16000000 bytes/);
  writeFileSync(body, zstdCompressSync(Buffer.from('<h1>Other</h1>')));
  assert.match((await score(path, '--slug', 'acme')).text, /was changed/);
});

test('an audit goes into an empty folder, and changes none that contains something', async () => {
  const place = join(root, 'places');
  mkdirSync(join(place, 'empty'), { recursive: true });
  const first = await run('audit', 'https://acme.example/', '--out', join(place, 'empty'));
  assert.equal(first.code, 0, first.text);
  assert.ok(readdirSync(join(place, 'empty')).includes('bundle.json'));

  const again = await run('audit', 'https://acme.example/', '--out', join(place, 'empty'));
  assert.equal(again.code, 1);
  assert.match(again.text, /already exists.*Name another folder with --out, or score this one again with/s);

  mkdirSync(join(place, 'notes'));
  writeFileSync(join(place, 'notes', 'mine.txt'), 'mine');
  for (const taken of ['notes', 'notes/mine.txt']) {
    const { code, text } = await run('audit', 'https://acme.example/', '--out', join(place, taken));
    assert.equal(code, 1);
    assert.match(
      text,
      /is not an empty folder; nothing was written\. Name one with --out that is empty or does not exist/,
    );
  }
  assert.deepEqual(readdirSync(join(place, 'notes')), ['mine.txt']);
});
