import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { start } from '../../../../test/world/processes.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import { freePort, newDatabase, startPostgres } from '../world/postgres.ts';
import { startReadymark, temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases } from '../world/service.ts';

/** Starting while the database is not available (yet). */
const serve = (env: Record<string, string>) => startReadymark(['serve'], { PORT: '0', LOG_LEVEL: 'info', ...env });

sharedDatabases();

describe('starting', { timeout: timeLimit(150_000) }, () => {
  test('the service waits for a database that comes up late', async (t) => {
    const server = await startPostgres({ fast: true });
    t.after(() => server.stop());
    server.kill();
    const service = serve({ DATABASE_URL: server.url });
    await service.prints(/waiting for the database/);
    await server.restart();
    await service.prints(/Readymark is serving/);
    assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
  });

  test('a stop while it waits for the database ends it, with exit code 0', async () => {
    const service = serve({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` });
    await service.prints(/waiting for the database/);
    assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
    assert.equal(service.err(), '');
  });

  test('after DATABASE_WAIT it ends with exit code 1 and says why', async () => {
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    const service = serve({ DATABASE_URL, DATABASE_WAIT: '1' });
    assert.deepEqual(await service.exit, { code: 1, signal: null });
    assert.match(service.err(), /cannot be reached/);
  });

  test('a database that does not exist is reported at once', async (t) => {
    const server = await startPostgres({ fast: true });
    t.after(() => server.stop());
    const service = serve({ DATABASE_URL: new URL('/missing', server.url).href, DATABASE_WAIT: '60' });
    assert.deepEqual(await service.exit, { code: 1, signal: null });
    assert.match(service.err(), /does not exist/);
  });
});

for (const engine of engines)
  test(`a stop at any moment of a start ends it, on ${engine}, and the next start goes on from there`, async () => {
    const DATABASE_URL = engine === 'postgres' ? await newDatabase() : '';
    const env = { PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: temporaryFolder('readymark-stopped-'), DATABASE_URL };
    const starts = start(process.execPath, [join(import.meta.dirname, 'stopped-starts.ts')], { env });
    assert.deepEqual(await starts.exit, { code: 0, signal: null }, starts.err());
    assert.match(starts.out(), /^all 8$/m);
    const after = startReadymark(['doctor'], env);
    assert.deepEqual(await after.exit, { code: 0, signal: null }, after.out());
  });

test('a folder that cannot be made is refused at once, also below /proc and behind a link to it', async () => {
  const folder = temporaryFolder('readymark-nowhere-');
  symlinkSync('/proc', join(folder, 'link'));
  for (const DATA_DIR of ['/proc/readymark/data', join(folder, 'link/readymark')]) {
    const service = serve({ DATA_DIR, DATABASE_URL: '' });
    assert.deepEqual(await service.exit, { code: 1, signal: null });
    assert.match(service.err(), /cannot be made \(ENOENT\); name one that this user may make/);
  }
});

test('a start without the signing key of a log that has one says so', async () => {
  const env = { DATA_DIR: temporaryFolder('readymark-keyless-'), DATABASE_URL: '' };
  const first = serve(env);
  await first.prints(/Readymark is serving/);
  await first.kill('SIGTERM');
  rmSync(join(env.DATA_DIR, 'signing-key'));
  const second = serve(env);
  await second.prints(/the signing key of the public log is not here/);
  await second.kill('SIGTERM');
});
