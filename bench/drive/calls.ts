import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentScopes } from '../../packages/service/src/domain/agent.ts';
import { hashKey, keyOf } from '../../packages/service/src/domain/key.ts';
import { openContext } from '../../packages/service/src/main.ts';
import type { Context } from '../../packages/service/src/operations/context.ts';
import { readSettings } from '../../packages/service/src/settings.ts';
import { median } from '../../packages/service/test/world/measure/median.ts';
import { recountRequests } from '../../packages/service/test/world/measure/waiting-requests.ts';
import { cpuOf } from './load.ts';
import type { Running } from './nginx.ts';
import { type Posts, post } from './post.ts';
import { madeAudits, startService } from './service.ts';

const companies = 1_000;
const at = '2026-11-20T00:00:00.000Z';
const keyNumber = (number: number) => keyOf(new Uint8Array(32).fill(number % 256, 0, 1).fill(number >> 8, 1, 2));

function bytes(method: string, path: string, headers: Record<string, string> = {}, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const typed =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...typed }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

type Measured = Posts & { cpu_us: number };

async function measure(
  { url, pid }: Running,
  request: Buffer,
  seconds: number,
  connections: number,
): Promise<Measured> {
  const before = cpuOf(pid) ?? Number.NaN;
  const posts = await post(url, request, seconds, connections);
  // The warm-up, a quarter of the time, is included.
  return { ...posts, cpu_us: ((cpuOf(pid) ?? Number.NaN) - before) / (posts.requests_per_second * seconds * 1.25) };
}

/**
 * Agents who watch, written straight into the store: agent 0 has 1,000 watches, agent 1 has 100 watches and 100
 * requests, the rest fill up.
 */
async function prepare({ store }: Context, from: number, watches: number): Promise<void> {
  const slug = (number: number) => `company-${number % companies}`;
  const audits = new Map(
    (await store.db.selectFrom('audits').select(['slug', 'audit_id', 'overall_score', 'tier']).execute()).map((row) => [
      row.slug,
      row,
    ]),
  );
  const insert = <T>(rows: T[], into: (chunk: T[]) => Promise<unknown>) =>
    rows.reduce<Promise<unknown>>(
      (done, _, index) => (index % 1_000 ? done : done.then(() => into(rows.slice(index, index + 1_000)))),
      Promise.resolve(),
    );
  await store.transaction(async (tx) => {
    const agents = Array.from({ length: Math.ceil(watches / companies) + 1 }, (_, number) => number).filter(
      (number) => number * companies >= from,
    );
    await insert(agents, (chunk) =>
      tx
        .insertInto('registrations')
        .values(
          chunk.map((number) => ({
            registration_id: `reg_bench_${number}`,
            key_hash: hashKey(keyNumber(number)),
            agent_name: 'bench',
            agent_provider: null,
            contact_email: null,
            scopes: agentScopes.join(' '),
            registered_at: at,
          })),
        )
        .execute(),
    );
    const rows = agents.flatMap((number) =>
      Array.from({ length: number === 1 ? 100 : companies }, (_, company) => {
        const audit = audits.get(slug(company));
        const then = {
          audit_id_then: audit?.audit_id ?? '',
          score_then: audit?.overall_score ?? 0,
          tier_then: audit?.tier ?? '',
        };
        return { registration_id: `reg_bench_${number}`, slug: slug(company), watching_since: at, ...then };
      }),
    );
    await insert(rows, (chunk) => tx.insertInto('watches').values(chunk).execute());
    await tx.deleteFrom('watch_counts').execute();
    const counts = await tx
      .selectFrom('watches')
      .select(({ fn }) => ['slug', fn.countAll<number>().as('watchers')])
      .groupBy('slug')
      .execute();
    await insert(counts, (chunk) =>
      tx
        .insertInto('watch_counts')
        .values(chunk.map((row) => ({ ...row, changed_at: at })))
        .execute(),
    );
    if (from > 0) return;
    const numbers = Array.from({ length: 100 }, (_, number) => number);
    const request_id = (number: number) => `req_${String(number).padStart(32, '0')}`;
    const common = {
      company: 'A',
      website: 'https://a.example/',
      site: 'a.example',
      contact_email: null,
      notes: null,
      status: 'received',
    };
    const rest = { submitted_at: at, status_changed_at: at, declined_reason: null, scheduled_on: null, audit_id: null };
    await tx
      .insertInto('audit_requests')
      .values(
        numbers.map((number) => ({
          request_id: request_id(number),
          registration_id: 'reg_bench_1',
          ...common,
          ...rest,
        })),
      )
      .execute();
    await tx
      .insertInto('request_moves')
      .values(
        numbers.map((number) => ({
          request_id: request_id(number),
          position: 1,
          status: 'received',
          at,
          operator: null,
        })),
      )
      .execute();
    await recountRequests(tx);
  });
}

/**
 * The calls of agents over REST: refusals compared with a static read, profile and digest, and the cost of each call
 * with 2,000 and with this many stored watches.
 */
export async function benchCalls(rounds: number, seconds: number, many: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-bench-'));
  const env = { DATA_DIR: folder, CLIENT_REQUESTS_PER_MINUTE: '0' };
  const service = await startService(madeAudits(companies), env);
  const ctx = openContext(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  const key = (number: number) => ({ Authorization: `Bearer ${keyNumber(number)}` });
  const register = { type: 'anonymous', agent_name: 'bench' };
  for (let made = 0; made < 60; made++)
    await fetch(`${service.url}/api/agent/auth`, {
      method: 'POST',
      body: JSON.stringify(register),
      headers: { 'content-type': 'application/json' },
    });

  const refusals: Record<string, Buffer> = {
    'static read': bytes('GET', '/api/audits/company-7.json'),
    'registration, 429': bytes('POST', '/api/agent/auth', {}, register),
    'bad key, 401': bytes('GET', '/api/agent/me', {
      Authorization: 'Bearer rmk_0000000000000000000000000000000000000000000000000',
    }),
  };
  const calls: Record<string, Buffer> = {
    'GET /api/agent/digest, 1,000 watches': bytes('GET', '/api/agent/digest', key(0)),
    'GET /api/agent/me, 100 watches and 100 requests': bytes('GET', '/api/agent/me', key(1)),
    'POST /api/agent/watch, existing watch': bytes('POST', '/api/agent/watch', key(1), { slug: 'company-7' }),
    'GET /api/watch-stats': bytes('GET', '/api/watch-stats'),
  };
  const median_of = async (request: Buffer, connections: number) => {
    const all: Measured[] = [];
    for (let round = 0; round < rounds; round++) all.push(await measure(service, request, seconds, connections));
    const of = (pick: (one: Measured) => number) => median(all.map(pick));
    return {
      rate: of((one) => one.requests_per_second),
      p50: of((one) => one.p50_ms),
      p99: of((one) => one.p99_ms),
      cpu: of((one) => one.cpu_us),
    };
  };

  console.log('\n| Refusal, 16 connections | requests/s | of the static read | µs of CPU |\n|---|---|---|---|');
  let read = Number.NaN;
  for (const [what, request] of Object.entries(refusals)) {
    const { rate, cpu } = await median_of(request, 16);
    if (Number.isNaN(read)) read = rate;
    console.log(`| ${what} | ${rate.toFixed(0)} | ${(rate / read).toFixed(2)} | ${cpu.toFixed(0)} |`);
  }
  console.log(
    '\n| Call, one after the other | stored watches | p50, ms | p99, ms | µs of CPU |\n|---|---|---|---|---|',
  );
  for (const [from, watches] of [
    [0, 2_000],
    [2_000, many],
  ] as const) {
    await prepare(ctx, from === 0 ? 0 : 3_000, watches);
    await new Promise((next) => setTimeout(next, 1_500));
    for (const [what, request] of Object.entries(calls)) {
      const { p50, p99, cpu } = await median_of(request, 1);
      console.log(
        `| ${what} | ${watches.toLocaleString('en')} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${cpu.toFixed(0)} |`,
      );
    }
  }
  await ctx.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
