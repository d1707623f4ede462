import assert from 'node:assert/strict';
import { publishAudits } from '../src/operations/desk/publish-audits.ts';
import { perform } from '../src/operations/run.ts';
import { type Move, moveRequest } from '../src/store/requests.ts';
import { type Called, call, newKey, type Wish } from './call.ts';
import { type Wish as AuditWish, exampleAudit } from './example-audit.ts';
import { type Engine, fakeClock, type TestContext, testService } from './service.ts';

/** What the rows of the spec's table act on: a listening service with a small leaderboard, and agents who registered there. */
export type World = {
  ctx: TestContext;
  url: string;
  /** The key of an agent that no other row touches. */
  agent(fields?: Record<string, unknown>): Promise<string>;
  call(on: string, wish?: Wish): Promise<Called>;
  /** Submits a request and gives its record. */
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
  const { url } = service;
  const operator = { kind: 'operator', name: 'test' } as const;
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
      const done = await service.store.transaction((tx) => moveRequest(tx, request_id, { at, operator: 'test', ...move }));
      assert.ok(done && 'moved' in done);
    },
    async publish(...wishes) {
      await perform(service, publishAudits, operator, { audits: wishes.map((wish) => exampleAudit(wish)) }, {});
      await service.catalogue.refresh();
    },
  };
  await world.publish(...leaderboard);
  return world;
}

/** Asserts one answer: status, the exact keys of the body in their order, and headers by exact value, pattern, or null for absent. */
export function answers(got: Called, status: number, keys?: readonly string[], headers: Record<string, string | RegExp | null> = {}): void {
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
  if (code === 'invalid_request') for (const error of got.json.errors) assert.deepEqual(Object.keys(error), ['field', 'message']);
  else assert.ok(!('errors' in got.json));
  if (message) assert.match(got.json.message, message);
}
