import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { type Wish as AuditWish, exampleAudit } from '../../../rubric/test/example-audit.ts';
import { countRequests } from '../../src/store/queue.ts';
import { type Move, moveRequest } from '../../src/store/requests.ts';
import { type Called, call, newKey, type Wish } from './call.ts';
import { balance } from './network/balance.ts';
import { publish } from './operator.ts';
import { type Serving, startNode } from './readymark.ts';
import { type Engine, type FakeClock, fakeClock, type TestContext, type TestService, testService } from './service.ts';

/** What the rows of the spec's table work with: a listening service with a small leaderboard, and registered agents. */
export type World = {
  ctx: TestContext;
  url: string;
  /** The key of a new agent. */
  agent(fields?: Record<string, unknown>): Promise<string>;
  call(on: string, wish?: Wish): Promise<Called>;
  /** Submits a request. @returns its record */
  request(key: string, fields?: Record<string, unknown>): Promise<Called['json']>;
  move(request_id: string, move: Partial<Move> & Pick<Move, 'to'>): Promise<void>;
  /** Publishes audits and waits until they are public. */
  publish(...wishes: AuditWish[]): Promise<void>;
};

export const BASE = 'http://readymark.test';

/** Agent-Ready 100, Emerging 60 twice, Human-Dependent 40, Agent-Invisible 20. */
export const leaderboard: readonly AuditWish[] = [
  { slug: 'apex', company: 'Apex', scores: 5 },
  { slug: 'example-widgets', company: 'Example Widgets' },
  { slug: 'second-widgets', company: 'Second Widgets' },
  { slug: 'manual-works', company: 'Manual Works', scores: 2 },
  { slug: 'unseen', company: 'Unseen', scores: 1 },
];

export async function openWorld(engine: Engine, env: Record<string, string> = {}): Promise<World> {
  const service = await testService(engine, { REGISTRATIONS_PER_HOUR: '100000', ...env }, fakeClock());
  return worldOf(service, service.url);
}

/** The same world on two nodes with one database; the second node is a process that can be killed. */
export async function openTwoNodeWorld(
  env: Record<string, string> = {},
): Promise<World & { second: Serving; served: Map<string, number> }> {
  const file = join(mkdtempSync(join(tmpdir(), 'readymark-clock-')), 'now');
  after(() => rmSync(dirname(file), { recursive: true, force: true }));
  const clock = fakeClock();
  const write = () => writeFileSync(file, String(clock.now().getTime()));
  write();
  const shared: FakeClock = {
    now: clock.now,
    advance: (ms) => {
      clock.advance(ms);
      write();
    },
    set: (iso) => {
      clock.set(iso);
      write();
    },
  };
  const service = await testService('postgres', { REGISTRATIONS_PER_HOUR: '100000', ...env }, shared);
  const { BASE_URL, DATABASE_URL, REGISTRATIONS_PER_HOUR } = service.settings;
  const second = await startNode(
    {
      ...env,
      BASE_URL,
      DATABASE_URL,
      DATA_DIR: service.data_dir,
      REGISTRATIONS_PER_HOUR: String(REGISTRATIONS_PER_HOUR),
    },
    file,
  );
  const { url, served } = await balance([service.url, second.url]);
  return { ...(await worldOf(service, url)), second, served };
}

async function worldOf(service: TestService, url: string): Promise<World> {
  const world: World = {
    ctx: service,
    url,
    agent: (fields) => newKey(url, fields),
    call(on, wish) {
      const [method = '', path = ''] = on.split(' ');
      return call(url, method, path, wish);
    },
    async request(key, fields = {}) {
      const body = { company: 'New Co', website: 'https://new.example/', ...fields };
      const { status, json } = await call(url, 'POST', '/api/audit-requests', { key, body });
      assert.equal(status, 201);
      return json;
    },
    async move(request_id, move) {
      const at = service.now().toISOString();
      await service.store.transaction(async (tx) => {
        const done = await moveRequest(tx, request_id, { at, operator: 'test', ...move });
        assert.ok(done && 'moved' in done);
        await countRequests(tx, [done.change]);
      });
    },
    async publish(...wishes) {
      await publish(
        service,
        wishes.map((wish) => exampleAudit(wish)),
      );
    },
  };
  await world.publish(...leaderboard);
  return world;
}

/**
 * Asserts one reply: its status, the exact keys of the body in order, and headers by exact value, pattern, or null for
 * absent.
 */
export function answers(
  got: Called,
  status: number,
  keys?: readonly string[],
  headers: Record<string, string | RegExp | null> = {},
): void {
  assert.equal(got.status, status, got.text);
  if (keys) assert.deepEqual(Object.keys(got.json), keys);
  for (const [name, expected] of Object.entries(headers)) {
    const value = got.headers.get(name);
    if (expected instanceof RegExp) assert.match(value ?? '', expected, name);
    else assert.equal(value, expected, name);
  }
}

/** Asserts the one error body (decision 4). */
export function refuses(got: Called, status: number, code: string, message?: RegExp): void {
  assert.equal(got.status, status, got.text);
  assert.equal(got.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const keys = ['type', 'title', 'status', 'detail', 'error', 'message', 'remedy'];
  assert.deepEqual(Object.keys(got.json), 'errors' in got.json ? [...keys, 'errors'] : keys);
  assert.equal(got.json.error, code);
  assert.equal(got.json.status, status);
  assert.equal(got.json.type, `${BASE}/problems/${code}`);
  assert.equal(got.json.message, got.json.detail);
  assert.ok(got.json.remedy.length > 10 && got.json.title.length > 3);
  if (code === 'invalid_request')
    for (const error of got.json.errors) assert.deepEqual(Object.keys(error), ['field', 'message']);
  else assert.ok(!('errors' in got.json));
  if (message) assert.match(got.json.message, message);
}
