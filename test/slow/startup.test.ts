import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { freePort, startPostgres } from '../world/postgres.ts';

/** Starting beside a database that is not there (yet). */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['bin/readymark.js', 'serve'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return { child, said: () => said };
}

describe('starting', { timeout: 60_000 }, () => {
  test('the service waits for a database that comes up late', async (t) => {
    const server = await startPostgres({ fast: true });
    t.after(() => server.stop());
    server.process?.kill('SIGKILL');
    const { child, said } = await start({ DATABASE_URL: server.url });
    t.after(() => child.kill('SIGKILL'));
    const until = async (text: string) => {
      while (!said().includes(text)) {
        assert.equal(child.exitCode, null, said());
        await once(child.stdout, 'data');
      }
    };
    await until('waiting for the database');
    await server.restart();
    await until('Readymark is serving');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('when its patience is over it ends with exit code 1 and says why', async () => {
    const { child, said } = await start({
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
      DATABASE_WAIT: '1',
    });
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.match(said(), /cannot be reached/);
  });

  test('a database that does not exist is said at once', async (t) => {
    const server = await startPostgres({ fast: true });
    t.after(() => server.stop());
    const { child, said } = await start({ DATABASE_URL: new URL('/missing', server.url).href, DATABASE_WAIT: '60' });
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.match(said(), /does not exist/);
  });
});
