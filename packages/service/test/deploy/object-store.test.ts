import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { openBlobPlace } from '../../src/main.ts';
import { readSettings } from '../../src/settings.ts';
import { rowsToMove } from '../../src/store/blobs/move-to-blobs.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';
import { areThere, storedBefore } from '../blobs/stored-before.ts';
import { readymark, type Serving, serving, temporaryFolder } from '../world/readymark.ts';
import { s3Store } from '../world/s3/store.ts';

/** "Evidence and datasets" of docs/deploying.md, run as written, with a store on this machine: from the folder into a bucket. */
const document = readFileSync(join(import.meta.dirname, '../../../../docs/deploying.md'), 'utf8');
const section = document.split('## Evidence and datasets\n')[1]?.split(/^## /m)[0] ?? '';
const block = (kind: string) => new RegExp(`^\`\`\`${kind}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section)?.[1] ?? '';

test('from a folder into a bucket, by the commands of the document', { timeout: timeLimit(120_000) }, async (t) => {
  const DATA_DIR = temporaryFolder('readymark-object-store-');
  const bodies = Array.from({ length: 12 }, () => randomBytes(2_000));
  const open = () => openStore({ database_url: '', file: join(DATA_DIR, 'readymark.db') });
  const before = open();
  await migrate(before);
  await storedBefore({ store: before, now: () => new Date() }, bodies);
  const s3 = await s3Store('readymark');

  const written = Object.fromEntries(
    block('ini')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  assert.deepEqual(Object.keys(written), Object.keys(s3.env));
  const BLOB_URL = written.BLOB_URL?.replace('https://s3.example.com', s3.endpoint) ?? '';
  assert.notEqual(BLOB_URL, written.BLOB_URL);

  let service: Serving | undefined = await serving({ DATA_DIR });
  t.after(() => service?.stop());
  await until(async () => (await rowsToMove(before)) === 0, 'all moved');
  await before.close();
  const env = { ...s3.env, DATA_DIR, BLOB_URL };
  const lines = block('sh').trim().split('\n');
  assert.ok(lines.length >= 4);
  for (const line of lines) {
    const [command, ...args] = line.replaceAll('/var/lib/readymark', DATA_DIR).split(' ');
    if (line === 'systemctl stop readymark') {
      await service?.stop();
      service = undefined;
    } else if (line === 'systemctl start readymark') service = await serving(env);
    else {
      assert.equal(command, 'readymark', line);
      const { code, out, err } = await readymark(args, env);
      assert.equal(code, 0, `${line}\n${out}${err}`);
    }
  }
  assert.ok(service);
  assert.ok(existsSync(join(DATA_DIR, 'blobs')));
  rmSync(join(DATA_DIR, 'blobs'), { recursive: true });
  const store = open();
  const blobs = openBlobPlace(readSettings(env));
  t.after(() => Promise.all([store.close(), blobs?.close()]));
  await areThere({ store, blobs }, bodies);
});
