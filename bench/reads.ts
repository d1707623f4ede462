import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median } from '../packages/service/test/world/measure/median.ts';
import { processorOf } from '../packages/service/test/world/measure/processor.ts';
import { startPublisher } from '../packages/service/test/world/readymark.ts';
import { startH2o } from './drive/h2o.ts';
import { load, type Round, withWrk } from './drive/load.ts';
import { installed, type Running, startNginx } from './drive/nginx.ts';
import { startStored } from './drive/stored.ts';

/**
 * Public reads of this service compared with nginx (one worker) and h2o (one thread), which serve the same bytes: processor time of a read,
 * and requests a second.
 *
 * They are driven one right after the other, in turns; a ratio is the median of the ratios of such turns, so that
 * other work on the machine, which slows all of a turn, counts little.
 *
 * `npm run bench reads [in FOLDER] [ROUNDS] [SECONDS] [COMPANIES]`: as many companies are read at random; of more than 100,000 the index is
 * not read. With a folder the database and the files stay there and are used again; files that are missing are written.
 */
const kept = process.argv[2] === 'in' ? process.argv[3] : undefined;
const [rounds = 9, seconds = 1, companies = 10_000] = process.argv.slice(kept === undefined ? 2 : 4).map(Number);
/** So many files are written at once. */
const AT_ONCE = 16;
/** Processor time of a service at rest in a second, in milliseconds. */
const AT_REST_MS = 150;
/** A reader would take seconds for an index of more companies. */
const WITH_INDEX_MAX = 100_000;

const folder = kept ?? mkdtempSync(join(tmpdir(), 'readymark-reads-'));
mkdirSync(folder, { recursive: true });
// nginx started by root runs as another user, who must be able to read the tree.
chmodSync(folder, 0o755);
const [data, tree] = [join(folder, 'data'), join(folder, 'tree')];
if (!existsSync(data)) {
  const publisher = await startPublisher({ DATA_DIR: data });
  for (let from = 0; from < companies; from += 20_000)
    await publisher.publish({ synthetic: { from, to: Math.min(companies, from + 20_000), round: 0 } });
  await publisher.stop();
  // The first start makes the key of the log, and leaves a board for the next.
  await (await startStored({ folder: data, database_url: '' })).stop();
}
// A node without the key makes no dataset, which would count as time of reads.
const service = await startStored({ folder: data, database_url: '' }, { SIGNING_KEY_FILE: join(folder, 'no-key') });
const paths = { index: '/api/audits/index.json', record: '/api/audits/company-7.json' };
const with_index = companies <= WITH_INDEX_MAX;
mkdirSync(join(tree, '/api/audits'), { recursive: true });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
if (with_index) await bytes(paths.index, 'br');
// A large index is compressed in a thread, when it was asked for.
for (const encoding of with_index ? ['br', 'gzip'] : [])
  while (!(await encoded(paths.index, encoding))) await setTimeout(50);
if (with_index) await writeDocument(paths.index);
for (let from = 0; from < companies; from += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, companies - from) }, (_, at) =>
      writeDocument(`/api/audits/company-${from + at}.json`),
    ),
  );
const [with_nginx, with_h2o] = [installed('nginx'), installed('h2o')];
const rivals: Record<string, Running> = {
  ...(with_nginx ? { nginx: await startNginx(tree) } : { 'node:http': await startBare() }),
  ...(with_h2o && { h2o: await startH2o(tree) }),
};
if (!with_nginx)
  console.log('nginx is not installed (Debian package nginx): compared with a bare node:http server instead.');
if (!with_h2o) console.log('Skipped: h2o, which is not installed (Debian package h2o).');
if (!withWrk)
  console.log(
    'wrk is not installed (Debian package wrk): driven by a loop in this process, which compares servers only roughly.',
  );

/** `only` names the rivals that can do the same: nginx of Debian has no brotli. */
type Case = {
  name: string;
  path: string;
  headers?: Record<string, string>;
  revalidate?: boolean;
  random?: true;
  only?: readonly string[];
  against?: string;
};
const accepting = (encoding: string) => ({ headers: { 'Accept-Encoding': encoding } });
const brotli = { ...accepting('br'), only: ['h2o'] };
const all: Case[] = [
  { name: 'index', path: paths.index },
  { name: 'index, gzip', path: paths.index, ...accepting('gzip') },
  { name: 'index, br', path: paths.index, ...brotli },
  { name: 'record', path: paths.record },
  { name: 'record, gzip', path: paths.record, ...accepting('gzip') },
  { name: 'record, br', path: paths.record, ...brotli },
  { name: 'index, 304', path: paths.index, revalidate: true },
  { name: 'record, 304', path: paths.record, revalidate: true },
  ...(withWrk
    ? ([
        { name: 'records at random', path: paths.record, random: true },
        { name: 'records at random, gzip', path: paths.record, random: true, ...accepting('gzip') },
        { name: 'records at random, gzip and br', path: paths.record, random: true, ...accepting('gzip, br') },
        { name: 'records at random, br', path: paths.record, random: true, ...brotli },
      ] satisfies Case[])
    : []),
  {
    name: 'unknown slug, compared with our own record',
    path: '/api/audits/nobody-has-this-slug.json',
    against: paths.record,
  },
];
// What the service does once after its start would count as time of reads too, but for threads in the background.
for (let before = processorOf(service.pid, { background: false }); ; ) {
  await setTimeout(1_000);
  const after = processorOf(service.pid, { background: false });
  if (after - before < AT_REST_MS) break;
  before = after;
}
const cases = all.filter(({ path }) => with_index || path !== paths.index);

const against = (one: Case): Record<string, Running> => {
  if (one.against) return { ourselves: service };
  return Object.fromEntries(Object.entries(rivals).filter(([who]) => one.only?.includes(who) ?? true));
};
for (const one of with_nginx ? cases.filter(({ against }) => !against) : [])
  for (const [who, rival] of Object.entries(against(one))) {
    const [ours, theirs] = await Promise.all(
      [service, rival].map((server) => bytes(one.path, one.headers?.['Accept-Encoding'] ?? 'identity', server)),
    );
    // h2o takes the first of several encodings that it has; which one is not compared.
    if (!one.headers?.['Accept-Encoding']?.includes(',') && !(ours && theirs && ours.equals(theirs)))
      throw new Error(`${one.name}: ${who} does not serve the same bytes`);
  }

/** By the name of a case and by who was measured: a round in each turn. */
const measured = new Map<string, Map<string, Round[]>>();
for (let round = 0; round < rounds; round++)
  for (const one of cases) {
    const kept = measured.get(one.name) ?? new Map<string, Round[]>();
    measured.set(one.name, kept);
    const runs = Object.entries({ Readymark: service, ...against(one) }).map(([who, server]) => async () => {
      const of = who === 'ourselves' ? { ...one, path: one.against ?? one.path } : one;
      kept.set(who, [...(kept.get(who) ?? []), await drive(server, of, round)]);
    });
    for (const run of round % 2 ? runs.reverse() : runs) await run();
  }

const middle = (list: readonly Round[], of: (round: Round) => number | undefined) =>
  median(list.map((round) => of(round) ?? Number.NaN));
const ratio = (over: readonly Round[], under: readonly Round[], of: (round: Round) => number | undefined) =>
  median(over.map((round, at) => (of(round) ?? Number.NaN) / ((under[at] && of(under[at])) ?? Number.NaN)));
const time = ({ cpu_us }: Round) => cpu_us;
const rate = ({ requests_per_second }: Round) => requests_per_second;
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s, 50 connections, ${companies} companies; medians; load ${loadavg()[0]?.toFixed(0)}\n`,
);
console.log(
  '| Read | Readymark, µs of CPU | with | its µs of CPU | its time ÷ ours | requests/s: both | their ratio |\n|---|---|---|---|---|---|---|',
);
for (const [name, all] of measured) {
  const { Readymark: ours = [], ...others } = Object.fromEntries(all);
  for (const [who, theirs] of Object.entries(others)) {
    const cells = [
      middle(ours, time).toFixed(1),
      who,
      middle(theirs, time).toFixed(1),
      ratio(theirs, ours, time).toFixed(2),
      [ours, theirs].map((list) => middle(list, rate).toFixed(0)).join(' / '),
      ratio(ours, theirs, rate).toFixed(2),
    ];
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}
const errors = [...measured.values()]
  .flatMap((all) => all.get('Readymark') ?? [])
  .reduce((sum, round) => sum + round.errors, 0);
if (errors > 0) console.log(`Socket errors at Readymark: ${errors}`);

// h2o ends when no connection is open.
agent.destroy();
await Promise.all([service, ...Object.values(rivals)].map((server) => server.stop()));
if (kept === undefined) rmSync(folder, { recursive: true, force: true });

/** Writes what the service sends of a path, in each encoding, where the others find it. */
async function writeDocument(path: string): Promise<void> {
  for (const [encoding, end] of Object.entries({ identity: '', gzip: '.gz', br: '.br' })) {
    const file = join(tree, path + end);
    if (!existsSync(file)) await writeFile(file, await bytes(path, encoding));
  }
}

/** Whether a path is there in an encoding. */
async function encoded(path: string, encoding: string): Promise<boolean> {
  const response = await fetch(service.url + path, { headers: { 'Accept-Encoding': encoding } });
  await response.arrayBuffer();
  return response.headers.get('content-encoding') === encoding;
}

/** A script by which wrk reads records at random: in one round the same ones of each server, in the next others. */
function randomReads(round: number): string {
  const file = join(folder, 'random.lua');
  const path = `"/api/audits/company-" .. math.random(0, ${companies - 1}) .. ".json"`;
  writeFileSync(file, `math.randomseed(${round + 1})\nrequest = function() return wrk.format("GET", ${path}) end`);
  return file;
}

async function drive(server: Running, { path, headers = {}, revalidate, random }: Case, round: number): Promise<Round> {
  const url = server.url + path;
  const etag = revalidate
    ? ((await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })).headers.get('etag') ?? '')
    : undefined;
  const sent = { ...headers, ...(etag && { 'If-None-Match': etag }) };
  return load({ url, headers: sent, seconds, pid: server.pid, ...(random && { script: randomReads(round) }) });
}

/** The bytes as they go over the wire in one encoding. */
function bytes(path: string, encoding: string, from: Running = service): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(from.url + path, { headers: { 'Accept-Encoding': encoding }, agent }, (response) =>
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject),
    ).on('error', reject);
  });
}

/** The least work that node:http can do: one body per path, no negotiation. */
async function startBare(): Promise<Running> {
  const bodies = new Map(
    await Promise.all(Object.values(paths).map(async (path) => [path, await bytes(path, 'identity')] as const)),
  );
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body ? 200 : 404, { 'Content-Length': body?.length ?? 0, ETag: '"bare"' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pid: process.pid,
    stop: async () => void server.close(),
  };
}
