import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readS3Address } from '../../src/domain/blobs/s3-address.ts';
import { openBlobPlace } from '../../src/main.ts';
import { readSettings } from '../../src/settings.ts';
import { BlobFailure, type Blobs, nameOf, pathOf } from '../../src/store/blobs/blobs.ts';
import { openFolder } from '../../src/store/blobs/folder.ts';
import { openS3 } from '../../src/store/blobs/s3/s3.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { type S3Store, s3Store } from '../world/s3/store.ts';

/** A folder and a store keep bytes under their SHA-256, and say in words what they cannot do (decision 206). */

/** Without waiting between attempts, which are counted. */
function s3Blobs(store: S3Store, keys = { id: 'S3RVER', secret: 'S3RVER' }): Blobs & { waited: number[] } {
  const waited: number[] = [];
  const address = readS3Address(store.env.BLOB_URL);
  assert.ok(address);
  const pause = async (ms: number) => void waited.push(ms);
  return { ...openS3(address, { keys, user_agent: 'test', now: () => new Date(), pause }), waited };
}

async function collected(names: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const name of names) all.push(name);
  return all;
}

const failure = (message: RegExp) => (error: unknown) => error instanceof BlobFailure && message.test(error.message);

const places: Record<string, () => Promise<Blobs>> = {
  folder: async () => openFolder(join(temporaryFolder('readymark-blobs-'), 'blobs')),
  S3: async () => s3Blobs(await s3Store()),
};

for (const [name, open] of Object.entries(places))
  describe(`blobs in a ${name}`, () => {
    test('bytes come back as they were, none are there before, and all are listed in their order', async () => {
      const blobs = await open();
      assert.deepEqual(await collected(blobs.list()), []);
      const all = [Buffer.alloc(0), Buffer.from('one'), randomBytes(3 * 1024 * 1024)];
      for (const bytes of all) {
        assert.equal(await blobs.get(nameOf(bytes)), undefined);
        assert.equal(await blobs.has(nameOf(bytes)), false);
        await blobs.put(nameOf(bytes), bytes);
        await blobs.put(nameOf(bytes), bytes);
        assert.ok(bytes.equals((await blobs.get(nameOf(bytes))) ?? Buffer.from('none')));
        assert.equal(await blobs.has(nameOf(bytes)), true);
      }
      const names = all.map(nameOf).sort();
      assert.deepEqual(await collected(blobs.list()), names);
      assert.deepEqual(await collected(blobs.list(names[0])), names.slice(1));
      await blobs.delete(names[1] ?? '');
      await blobs.delete(names[1] ?? '');
      assert.deepEqual(await collected(blobs.list()), [names[0], names[2]]);
      assert.equal(await blobs.get(names[1] ?? ''), undefined);
      await blobs.close();
    });

    test('bytes are stored under their own SHA-256 and under nothing else', async () => {
      const blobs = await open();
      await assert.rejects(blobs.put('0'.repeat(64), Buffer.from('x')), /another SHA-256/);
      await assert.rejects(blobs.get('../../etc/passwd'), RangeError);
      assert.deepEqual(await collected(blobs.list()), []);
      await blobs.close();
    });
  });

describe('a folder of blobs', () => {
  test('only its owner can read it, and no unfinished file stays in it', async () => {
    const folder = join(temporaryFolder('readymark-blobs-'), 'blobs');
    const blobs = openFolder(folder);
    const bytes = Buffer.from('private');
    await Promise.all(Array.from({ length: 20 }, () => blobs.put(nameOf(bytes), bytes)));
    assert.equal(statSync(join(folder, pathOf(nameOf(bytes)))).mode & 0o077, 0);
    assert.equal(statSync(folder).mode & 0o077, 0);
    await blobs.close();
    assert.deepEqual(readdirSync(join(folder, 'unfinished')), []);
  });

  test('a file that was cut short or replaced is not taken for the blob', async () => {
    const folder = join(temporaryFolder('readymark-blobs-'), 'blobs');
    const blobs = openFolder(folder);
    const bytes = Buffer.from('whole');
    await blobs.put(nameOf(bytes), bytes);
    truncateSync(join(folder, pathOf(nameOf(bytes))), 2);
    await assert.rejects(blobs.get(nameOf(bytes)), failure(/damaged or replaced/));
    await blobs.put(nameOf(bytes), bytes);
    assert.ok(bytes.equals((await blobs.get(nameOf(bytes))) ?? Buffer.alloc(0)));
  });

  test('where the folder cannot be used, the reason is said', async () => {
    const file = join(temporaryFolder('readymark-blobs-'), 'file');
    writeFileSync(file, '');
    const bytes = Buffer.from('x');
    await assert.rejects(openFolder(file).put(nameOf(bytes), bytes), failure(/is not a folder|cannot be used/));
  });
});

describe('a store that speaks the protocol of S3', () => {
  const bytes = Buffer.from('some bytes that are long enough to be cut');
  const name = nameOf(bytes);

  test('a list goes on after a thousand names', async () => {
    const blobs = s3Blobs(await s3Store());
    const names = Array.from({ length: 1_003 }, (_, at) => Buffer.from(String(at)));
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((one) => blobs.put(nameOf(one), one)));
    assert.deepEqual(await collected(blobs.list()), names.map(nameOf).sort());
    await blobs.close();
  });

  for (const status of [500, 503, 429])
    test(`status ${status} is asked for again, with longer pauses, and a few times at most`, async () => {
      const store = await s3Store();
      const blobs = s3Blobs(store);
      let left = 2;
      store.breaks((_, response) => {
        if (left-- <= 0) return false;
        response.writeHead(status).end('<Error><Code>SlowDown</Code><Message>key AKIA1</Message></Error>');
        return true;
      });
      await blobs.put(name, bytes);
      assert.ok(bytes.equals((await blobs.get(name)) ?? Buffer.alloc(0)));
      assert.deepEqual(blobs.waited, [250, 1_000]);
      left = 1_000;
      await assert.rejects(blobs.get(name), failure(/^the bucket readymark: it takes no more requests .*SlowDown/));
      assert.equal(blobs.waited.length, 5);
      store.breaks(undefined);
      await blobs.close();
    });

  test('half a body, another body, and a connection that ends are no blob', async () => {
    const store = await s3Store();
    const blobs = s3Blobs(store);
    await blobs.put(name, bytes);
    const faults: [RegExp, Parameters<S3Store['breaks']>[0]][] = [
      [
        /cannot be reached: .*ended early/,
        (_, response) => {
          response.writeHead(200, { 'content-length': String(bytes.length) });
          response.write(bytes.subarray(0, 5), () => response.destroy());
          return true;
        },
      ],
      [/other bytes under the name/, (_, response) => Boolean(response.end(bytes.subarray(0, 5)))],
      [/other bytes under the name/, (_, response) => Boolean(response.end(Buffer.alloc(20_000_000)))],
      [/cannot be reached/, (_, response) => Boolean(response.destroy())],
    ];
    for (const [message, fault] of faults) {
      store.breaks(fault);
      await assert.rejects(blobs.get(name), failure(message));
    }
    // Once only: then it is there.
    let broken = false;
    store.breaks((_, response) => {
      if (broken) return false;
      broken = true;
      response.end('other');
      return true;
    });
    assert.ok(bytes.equals((await blobs.get(name)) ?? Buffer.alloc(0)));
    await blobs.close();
  });

  test('what was not stored is not said to be', async () => {
    const store = await s3Store();
    const blobs = s3Blobs(store);
    store.breaks((request, response) => {
      if (request.method !== 'PUT') return false;
      request.destroy();
      return Boolean(response.destroy());
    });
    await assert.rejects(blobs.put(name, bytes), failure(/cannot be reached/));
    store.breaks(undefined);
    assert.equal(await blobs.has(name), false);
    await blobs.close();
  });

  test('a wrong key, a bucket that is not there and no server say what to do, without the key', async () => {
    const store = await s3Store();
    const wrong = s3Blobs(store, { id: 'S3RVER', secret: 'not-the-secret' });
    const said = await wrong.put(name, bytes).catch((error) => error);
    assert.match(said.message, /check AWS_SECRET_ACCESS_KEY/);
    assert.doesNotMatch(said.message, /not-the-secret|S3RVER/);
    assert.deepEqual(wrong.waited, []);
    const other = s3Blobs({ ...store, env: { ...store.env, BLOB_URL: `s3://other?endpoint=${store.endpoint}` } });
    await assert.rejects(other.get(name), failure(/no such bucket; make it, or correct BLOB_URL/));
    await assert.rejects(collected(other.list()), failure(/no such bucket/));
    await store.stop();
    await assert.rejects(other.put(name, bytes), failure(/cannot be reached: no connection/));
    await Promise.all([wrong.close(), other.close()]);
  });
});

test('the settings name the place: beside SQLite, in the database, a folder, a bucket', () => {
  const at = (env: Record<string, string>) => openBlobPlace(readSettings({ DATA_DIR: '/data', ...env }))?.place;
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  assert.equal(at({}), '/data/blobs');
  assert.equal(at({ DATABASE_URL: 'postgres://db/readymark' }), undefined);
  assert.equal(at({ BLOB_URL: '/mnt/blobs', DATABASE_URL: 'postgres://db/readymark' }), '/mnt/blobs');
  assert.equal(at({ BLOB_URL: 's3://bucket?endpoint=https://store.example', ...keys }), 'the bucket bucket');
  for (const BLOB_URL of [
    ...['s3://bucket', 's3://bucket?endpoint=ftp://x', 's3://b?region=x', 's3://key:secret@bucket?region=eu-central-1'],
    ...['blobs', './blobs', 's3://bucket/a//b?region=eu-central-1', 's3://bucket?region=eu-central-1&x=y'],
  ])
    assert.throws(() => at({ BLOB_URL, ...keys }), /BLOB_URL/, BLOB_URL);
  assert.throws(() => at({ BLOB_URL: 's3://bucket?region=eu-central-1' }), /AWS_ACCESS_KEY_ID/);
});

test('where a bucket is reached', () => {
  const root = (text: string) => {
    const address = readS3Address(text);
    return `${address?.root}${address?.base}`;
  };
  assert.equal(root('s3://bucket?region=eu-central-1'), 'https://bucket.s3.eu-central-1.amazonaws.com/');
  assert.equal(root('s3://bucket/a?endpoint=http://10.0.0.5:3900&region=garage'), 'http://10.0.0.5:3900/bucket');
  assert.equal(readS3Address('s3://bucket/a/b?region=us-east-1')?.prefix, 'a/b/');
});
