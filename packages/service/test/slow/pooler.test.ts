import assert from 'node:assert/strict';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Started, start } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { call, newKey } from '../world/call.ts';
import { madeCompany } from '../world/made-companies.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { freePort, type Postgres, startPostgres } from '../world/postgres.ts';
import { readymark, type Serving, startNode, temporaryFolder } from '../world/readymark.ts';

/** A real pgbouncer between the nodes and PostgreSQL, as docs/deploying.md allows it. Skipped where it is not installed. */
const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
const NOBODY = 65_534;

describe('nodes behind a pooler', { skip: pgbouncer === undefined && 'pgbouncer is not installed' }, () => {
  let server: Postgres;
  const poolers: Started[] = [];
  before(async () => {
    server = await startPostgres();
  });
  after(async () => {
    for (const pooler of poolers) await pooler.kill();
    await server.stop();
  });

  /** Starts pgbouncer as its package does, but for its address. @returns DATABASE_URL, and the process */
  async function pool(mode: 'session' | 'transaction', port: number): Promise<{ url: string; pooler: Started }> {
    const folder = temporaryFolder('readymark-pooler-');
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(join(folder, 'users.txt'), '"postgres" ""\n');
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
`,
    );
    const as_root = process.getuid?.() === 0;
    if (as_root) chownSync(folder, NOBODY, NOBODY);
    const pooler = start(pgbouncer ?? '', [file], { cwd: folder, ...(as_root && { uid: NOBODY, gid: NOBODY }) });
    poolers.push(pooler);
    await until(() => Boolean(pooler.ended()) || pooler.err().includes('process up'), 'pgbouncer is up');
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pooler };
  }

  test('in session mode two nodes see what the other publishes within a second, also after the pooler was away', async () => {
    const port = await freePort();
    const { url, pooler } = await pool('session', port);
    const env = { DATABASE_URL: url, DATA_DIR: temporaryFolder('readymark-pooled-'), OPERATOR_TOKENS };
    const nodes: [Serving, Serving] = [await startNode(env), await startNode(env)];
    const shown = async (number: number) => {
      const audit = madeCompany(number);
      const body = { audits: [audit] };
      const published = await call(nodes[0].url, 'POST', '/api/desk/audits', { key: operator_token, body });
      assert.equal(published.status, 201);
      const began = performance.now();
      const there = async () => (await call(nodes[1].url, 'GET', `/api/audits/${audit.slug}.json`)).status === 200;
      await until(there, 'it is public on the other node');
      return performance.now() - began;
    };
    try {
      for (let number = 0; number < 5; number += 1) assert.ok((await shown(number)) < 1_000);
      const key = await newKey(nodes[1].url);
      await pooler.kill();
      assert.equal((await call(nodes[1].url, 'GET', '/api/agent/me', { key })).status, 503);
      assert.equal((await call(nodes[1].url, 'GET', `/api/audits/${madeCompany(0).slug}.json`)).status, 200);
      await pool('session', port);
      for (const node of nodes)
        await until(async () => (await call(node.url, 'GET', '/readyz')).status === 200, 'the node is ready again');
      assert.equal((await call(nodes[1].url, 'GET', '/api/agent/me', { key })).status, 200);
      await shown(5);
    } finally {
      for (const node of nodes) await node.stop();
    }
  });

  test('in transaction mode a node refuses to start, and says what to do', async () => {
    const { url } = await pool('transaction', await freePort());
    const env = { DATABASE_URL: url, DATA_DIR: temporaryFolder('readymark-pooled-'), PORT: String(await freePort()) };
    const { code, err, out } = await readymark(['serve'], env);
    assert.notEqual(code, 0);
    assert.match(err + out, /put it into session mode, or connect directly/);
  });
});
