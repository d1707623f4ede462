import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey } from '@readymark/tlog/note';
import { tilePath, tilesOf } from '@readymark/tlog/tiles';
import { appendLeaf, emptyFrontier, leafHash, rootOf } from '@readymark/tlog/tree';
import { canonicalJson, rootOfInclusion } from '@readymark/verify';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { canonicalHash } from '../../src/domain/canonical-json.ts';
import type { Statement } from '../../src/domain/public-log/statement.ts';
import { commit, publish } from '../world/operator.ts';
import { readymarkHere, temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, testContext, testService } from '../world/service.ts';

/** The public log as its readers get it: over HTTP and in an exported tree (decision 141). */
sharedDatabases();

const ENTRIES = 300;

/** The entries of a bundle. */
function unbundled(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += 2 + bytes.readUInt16BE(at))
    entries.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)));
  return entries;
}

/** Reads a whole log by its formats alone, and checks it with a key. @returns its statements */
async function readLog(read: (path: string) => Promise<Buffer>, key: string): Promise<Statement[]> {
  const verifier = parseVerifierKey(key) ?? assert.fail(key);
  const opened = openNote((await read('/log/checkpoint')).toString(), [verifier]);
  assert.ok('text' in opened, JSON.stringify(opened));
  const head = parseCheckpoint(opened.text) ?? assert.fail(opened.text);
  assert.equal(head.origin, verifier.name);
  let tree = emptyFrontier;
  const statements: Statement[] = [];
  const leaves: Uint8Array[] = [];
  for (const name of tilesOf(head.size)) {
    const bytes = await read(`/log/${tilePath(name)}`);
    if (name.level === 'entries') {
      const entries = unbundled(bytes);
      assert.equal(entries.length, name.width);
      for (const entry of entries) {
        leaves.push(leafHash(entry));
        tree = appendLeaf(tree, leafHash(entry));
        statements.push(JSON.parse(entry.toString()));
      }
    } else if (name.level === 0) {
      assert.deepEqual(bytes, Buffer.concat(leaves.slice(name.n * 256, name.n * 256 + name.width)));
    } else assert.equal(bytes.byteLength, 32 * name.width);
  }
  assert.deepEqual([tree.size, Buffer.from(rootOf(tree))], [head.size, Buffer.from(head.root)]);
  return statements;
}

for (const engine of engines)
  test(`the log of a service on ${engine}`, async (t) => {
    const service = await testService(engine, { BASE_URL: 'https://readymark.test' });
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const reply = await fetch(service.url + path, { headers });
      const bytes = Buffer.from(await reply.arrayBuffer());
      return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
    };

    await publish(
      service,
      Array.from({ length: ENTRIES }, (_, at) => exampleAudit({ slug: `c-${at}` })),
    );
    const { keys } = JSON.parse((await get('/.well-known/readymark-keys')).text);
    assert.deepEqual(
      keys.map(({ until, handover }: Record<string, unknown>) => [until, handover]),
      [[null, null]],
    );
    const { key } = keys[0];

    await t.test('is complete and signed, and every record has the hash of its entry', async () => {
      const statements = await readLog(async (path) => {
        const { status, bytes } = await get(path);
        assert.equal(status, 200, path);
        return bytes;
      }, key);
      assert.equal(statements.length, ENTRIES);
      assert.deepEqual(new Set(statements.map(({ slug }) => slug)).size, ENTRIES);
    });

    await t.test('has a proof of every current audit, also of one that was replaced before', async () => {
      await commit(service, [exampleAudit({ slug: 'c-7', scores: 1 })], { replace: true });
      await service.catalogue.refresh();
      for (const slug of ['c-0', 'c-7', 'c-255', 'c-299']) {
        const proof = await get(`/api/audits/${slug}/proof.json`);
        assert.equal(proof.status, 200);
        assert.equal(await wrongIn(proof.text, (await get(`/api/audits/${slug}.json`)).text, key), undefined, slug);
      }
      assert.equal(JSON.parse((await get('/api/audits/c-7/proof.json')).text).statement.kind, 'replacement');
      for (const slug of ['nobody', 'c_7', '..'])
        assert.equal((await get(`/api/audits/${slug}/proof.json`)).status, 404);
    });

    await t.test('says to caches what may be kept, and answers conditions, HEAD and encodings', async () => {
      const kept = async (path: string) => {
        const { status, headers } = await get(path);
        return [status, headers.get('content-type'), headers.get('cache-control')];
      };
      const bytes = 'application/octet-stream';
      const immutable = 'public, max-age=31536000, immutable';
      assert.deepEqual(await kept('/log/checkpoint'), [200, 'text/plain; charset=utf-8', 'public, max-age=10']);
      assert.deepEqual(await kept('/log/tile/0/000'), [200, bytes, immutable]);
      assert.deepEqual(await kept('/log/tile/entries/000'), [200, bytes, immutable]);
      assert.deepEqual(await kept('/log/tile/0/001.p/45'), [200, bytes, 'public, max-age=60, stale-if-error=604800']);
      const entries = await get('/log/tile/entries/000', { 'accept-encoding': 'gzip' });
      assert.equal(entries.headers.get('content-encoding'), 'gzip');
      const again = await get('/log/tile/0/000', {
        'if-none-match': (await get('/log/tile/0/000')).headers.get('etag') ?? '',
      });
      assert.equal(again.status, 304);
      const head = await fetch(`${service.url}/log/checkpoint`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('access-control-allow-origin')], [200, '*']);
    });

    await t.test('has no tile that is not there yet, and none under another name', async () => {
      for (const path of [
        ...['tile/0/001', 'tile/0/001.p/46', 'tile/0/002.p/1', 'tile/1/000.p/2', 'tile/2/000.p/1', 'tile/entries/001'],
        ...[
          '',
          'tile/0/0',
          'tile/0/000.p/256',
          'tile/00/000',
          'tile/0/x000/000',
          'tile/0/000/',
          'checkpoint/',
          'tile/64/000',
        ],
        ...['tile/63/000.p/1', 'tile/0/x999/x999/x999/999', '%2e%2e/signing-key', 'tile/entries/000.p/1/..'],
      ]) {
        const { status, headers } = await get(`/log/${path}`);
        assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'], path);
      }
      assert.equal((await get('/log/tile/1/000.p/1')).bytes.byteLength, 32);
    });
  });

/** Checks a score with nothing but its record, its proof and a key. @returns what is wrong */
async function wrongIn(proof_json: string, record_json: string, key: string): Promise<string | undefined> {
  const { statement, index, inclusion, checkpoint } = JSON.parse(proof_json);
  const opened = openNote(checkpoint, [parseVerifierKey(key) ?? assert.fail()]);
  if ('fault' in opened) return opened.fault;
  const head = parseCheckpoint(opened.text) ?? assert.fail();
  const leaf = leafHash(Buffer.from(canonicalJson(statement)));
  const hashes = inclusion.map((hash: string) => Buffer.from(hash, 'base64'));
  const root = await rootOfInclusion(leaf, index, head.size, hashes);
  if (!root || !Buffer.from(root).equals(head.root)) return 'not in the log';
  const { rank: _, ...record } = JSON.parse(record_json);
  return canonicalHash(record) === statement.record_sha256 ? undefined : 'another record';
}

test('the log in an exported tree can be checked without the service', async () => {
  const ctx = await testContext('sqlite', { BASE_URL: 'https://readymark.test' });
  await ctx.signer.begin();
  await publish(ctx, [exampleAudit({ slug: 'one' }), exampleAudit({ slug: 'two' })]);
  const folder = join(temporaryFolder('readymark-log-'), 'public');
  const { DATA_DIR, DATABASE_URL, BASE_URL } = ctx.settings;
  const { code, err } = await readymarkHere(['export', folder], { DATA_DIR, DATABASE_URL, BASE_URL });
  assert.equal(code, 0, err);
  const read = (path: string) => readFileSync(join(folder, path));
  const [{ key }] = JSON.parse(read('.well-known/readymark-keys').toString()).keys;
  const statements = await readLog(async (path) => read(path), key);
  assert.equal(statements.length, 2);
  for (const { slug, audit_date, record_sha256 } of statements) {
    for (const [path, expected] of [
      [`api/audits/${slug}/${audit_date}.json`, null],
      [`api/audits/${slug}.json`, 1],
    ] as const) {
      const { rank, ...record } = JSON.parse(read(path).toString());
      assert.deepEqual([rank, canonicalHash(record)], [expected, record_sha256]);
    }
  }
  const [proof, record] = ['api/audits/one/proof.json', 'api/audits/one.json'].map((path) => read(path).toString());
  assert.ok(proof && record);
  assert.equal(await wrongIn(proof, record, key), undefined);
  assert.equal(await wrongIn(proof, record.replace('"overall_score":60', '"overall_score":61'), key), 'another record');
  assert.equal(await wrongIn(proof.replace('"kind":"audit"', '"kind":"correction"'), record, key), 'not in the log');
  assert.equal(await wrongIn(proof.replace(/log\\n2\\n/, 'log\\n3\\n'), record, key), 'bad_signature');
  assert.equal(await wrongIn(proof, read('api/audits/two.json').toString(), key), 'another record');
  const secret = readFileSync(ctx.signer.file, 'utf8').trim().split('+').slice(4).join('+');
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  assert.ok(texts.length > 20 && texts.every((text) => !text.includes(secret)));
});
