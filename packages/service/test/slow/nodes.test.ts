import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { call, newKey } from '../world/call.ts';
import { madeCompany } from '../world/made-companies.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { type Postgres, startPostgres } from '../world/postgres.ts';
import { type Serving, startNode } from '../world/readymark.ts';

/**
 * Two nodes on one PostgreSQL, all separate processes. The tests build on one another: nodes and server are killed and
 * started again.
 */
describe('two nodes on one PostgreSQL', () => {
  let server: Postgres;
  let nodes: [Serving, Serving];
  let env: Record<string, string>;
  let number = 0;
  const folder = mkdtempSync(join(tmpdir(), 'readymark-nodes-'));

  before(async () => {
    server = await startPostgres();
    env = {
      DATABASE_URL: server.url,
      DATABASE_TIMEOUT: '2',
      DATA_DIR: folder,
      OPERATOR_TOKENS,
      BASE_URL: 'http://readymark.test',
    };
    nodes = await Promise.all([startNode(env), startNode(env)]);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Publishes a new company on one node.
   *
   * @returns its slug, and how long the other node took to show it in milliseconds
   */
  async function publishOn(at: 0 | 1): Promise<{ slug: string; took: number }> {
    const audit = madeCompany(number++);
    const { status } = await call(nodes[at].url, 'POST', '/api/desk/audits', {
      key: operator_token,
      body: { audits: [audit] },
    });
    assert.equal(status, 201);
    const published = performance.now();
    const other = nodes[at ? 0 : 1];
    await until(
      async () => (await call(other.url, 'GET', `/api/audits/${audit.slug}.json`)).status === 200,
      'the audit is public on the other node',
    );
    return { slug: audit.slug, took: performance.now() - published };
  }

  test('a publication on one is public on the other within a second', async () => {
    const took = [];
    for (let round = 0; round < 10; round += 1) took.push((await publishOn(round % 2 ? 1 : 0)).took);
    assert.ok(Math.max(...took) < 1_000, `it took up to ${Math.max(...took).toFixed(0)} ms`);
  });

  test('during a publication index and record of each node agree', async () => {
    const reading = Array.from({ length: 40 }, async (_, at) => {
      const { url } = nodes[at % 2 ? 1 : 0];
      const index = (await call(url, 'GET', '/api/audits/index.json')).json;
      for (const { slug, rank } of index.audits.slice(0, 3)) {
        const record = (await call(url, 'GET', `/api/audits/${slug}.json`)).json;
        // A publication may come between the two reads, and can then only have moved the company down.
        assert.ok(record.rank >= rank);
      }
    });
    await Promise.all([...reading, publishOn(0), publishOn(1)]);
  });

  test('if one is killed in the middle of a publication, all of it is public on the other, or nothing', async () => {
    const audits = Array.from({ length: 60 }, () => madeCompany(number++));
    const answer = call(nodes[1].url, 'POST', '/api/desk/audits', { key: operator_token, body: { audits } }).catch(
      () => undefined,
    );
    await new Promise((next) => setTimeout(next, 60));
    await nodes[1].kill();
    await answer;
    const shown = async () => {
      const slugs = new Set(
        (await call(nodes[0].url, 'GET', '/api/audits/index.json')).json.audits.map(
          (entry: { slug: string }) => entry.slug,
        ),
      );
      return audits.filter(({ slug }) => slugs.has(slug)).length;
    };
    for (let look = 0; look < 20; look += 1) assert.ok([0, audits.length].includes(await shown()));
    assert.equal((await call(nodes[0].url, 'GET', '/readyz')).status, 200);
    nodes[1] = await startNode(env);
    await publishOn(1);
  });

  test('without PostgreSQL public reads continue and keyed calls are 503 with Retry-After; after its restart all calls work', async () => {
    nodes[1] = await startNode(env);
    const keys = await Promise.all(nodes.map(({ url }) => newKey(url)));
    const before = (await call(nodes[0].url, 'GET', '/api/audits/index.json')).text;
    server.kill();
    for (const [at, { url }] of nodes.entries()) {
      // A backend lives on for a moment after the postmaster's death.
      await until(async () => (await call(url, 'GET', '/readyz')).status === 503, 'the node is not ready');
      const started = performance.now();
      for (const [method, path, body] of [
        ['GET', '/api/agent/me', undefined],
        ['POST', '/api/audit-requests', { company: 'A', website: 'https://a.example' }],
        ['POST', '/api/agent/watch', { slug: madeCompany(0).slug }],
      ] as const) {
        const { status, headers, json } = await call(url, method, path, { key: keys[at] ?? '', ...(body && { body }) });
        assert.equal(status, 503, path);
        assert.equal(json.error, 'unavailable');
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      }
      assert.ok(performance.now() - started < 10_000);
      assert.equal((await call(url, 'GET', '/api/audits/index.json')).text, before);
      assert.equal((await call(url, 'GET', '/healthz')).status, 200);
    }
    await server.restart();
    for (const [at, { url }] of nodes.entries()) {
      await until(async () => (await call(url, 'GET', '/readyz')).status === 200, 'the node is ready again');
      assert.equal((await call(url, 'GET', '/api/agent/me', { key: keys[at] ?? '' })).status, 200);
    }
    assert.ok((await publishOn(0)).took < 2_000, 'polling finds it before the node listens again');
  });
});
