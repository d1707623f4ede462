import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../packages/service/src/store/engine/engine.ts';
import { call, newKey } from '../../packages/service/test/world/call.ts';
import { addWaitingRequests } from '../../packages/service/test/world/measure/waiting-requests.ts';
import { databaseOn, startPostgres } from '../../packages/service/test/world/postgres.ts';
import { startNode } from '../../packages/service/test/world/readymark.ts';
import type { Row, Section } from './section.ts';

const ROUNDS = 41;
const DAYS_MS = 7 * 86_400_000;

/** Keyed calls about a request behind a long queue, in a node of its own, over HTTP. */
export const section: Section = {
  name: 'queue',
  async run({ quick }) {
    const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 400_000];
    const postgres = await startPostgres();
    const rows = [
      ...(await behindQueues('sqlite', '', sizes)),
      ...(await behindQueues('postgres', await databaseOn(postgres), sizes)),
    ];
    await postgres.stop();
    return rows;
  },
};

async function behindQueues(engine: string, DATABASE_URL: string, sizes: readonly number[]): Promise<Row[]> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'readymark-queue-'));
  const node = await startNode({ DATA_DIR, DATABASE_URL, AUDIT_REQUESTS_PER_DAY: '1000000' });
  const store = openStore({ database_url: DATABASE_URL, file: join(DATA_DIR, 'readymark.db'), timeout: 600 });
  const key = await newKey(node.url);
  const body = { company: 'Acme', website: 'https://acme.example' };
  const start = new Date(Date.now() - DAYS_MS);
  const rows: Row[] = [];
  let waiting = 0;
  for (const size of sizes) {
    await addWaitingRequests({ store }, start, size, waiting + 1);
    waiting = size;
    const { json } = await call(node.url, 'POST', '/api/audit-requests', { key, body });
    const path = `/api/audit-requests/${json.request_id}`;
    const figures = [];
    for (const [method, at, wish] of [
      ['GET', path, { key }],
      ['POST', '/api/audit-requests', { key, body }],
    ] as const) {
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now();
        await call(node.url, method, at, wish);
        times.push(performance.now() - begun);
      }
      times.sort((a, b) => a - b);
      figures.push([times[0], times[Math.floor(ROUNDS / 2)]].map((ms) => ms?.toFixed(1)).join(' and '));
    }
    rows.push([
      `${engine}, ${size.toLocaleString('en')} waiting: GET own request / POST request, fastest and median`,
      `${figures.join(' / ')} ms`,
      'the same for every size',
    ]);
  }
  await store.close();
  await node.kill();
  rmSync(DATA_DIR, { recursive: true, force: true });
  return rows;
}
