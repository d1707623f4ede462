import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { freePort, startPostgres } from '../world/postgres.ts';
import { startReadymark } from '../world/readymark.ts';

/** Starting while the database is not available (yet). */
const serve = (env: Record<string, string>) => startReadymark(['serve'], { PORT: '0', LOG_LEVEL: 'info', ...env });

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
