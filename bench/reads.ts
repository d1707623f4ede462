import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median } from '../packages/service/test/world/measure/median.ts';
import { load, type Round, withWrk } from './drive/load.ts';
import { installed, type Running, startNginx } from './drive/nginx.ts';
import { madeAudits, startService } from './drive/service.ts';

/**
 * Public reads of this service compared with nginx (one worker), which serves the same bytes: requests a second.
 *
 * The two are driven one right after the other, in turns; a ratio is the median of the ratios of such pairs, so that
 * other work on the machine, which slows both of a pair, counts little.
 *
 * `npm run bench reads [ROUNDS] [SECONDS]`
 */
const rounds = Number(process.argv[2] ?? 9);
const seconds = Number(process.argv[3] ?? 1);

const service = await startService(madeAudits(100));
const tree = mkdtempSync(join(tmpdir(), 'readymark-tree-'));
// nginx started by root runs as another user, who must be able to read the tree.
chmodSync(tree, 0o755);
const paths = { index: '/api/audits/index.json', record: '/api/audits/company-7.json' };
for (const path of Object.values(paths)) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), await bytes(path, 'identity'));
  writeFileSync(join(tree, `${path}.gz`), await bytes(path, 'gzip'));
}
const withNginx = installed('nginx');
const other = withNginx ? await startNginx(tree) : await startBare();
if (!withNginx)
  console.log('nginx is not installed (Debian package nginx): compared with a bare node:http server instead.');
if (!withWrk)
  console.log(
    'wrk is not installed (Debian package wrk): driven by a loop in this process, which compares servers only roughly.',
  );

type Case = { name: string; path: string; headers?: Record<string, string>; revalidate?: boolean; against?: string };
const cases: Case[] = [
  { name: 'index', path: paths.index },
  { name: 'index, gzip', path: paths.index, headers: { 'Accept-Encoding': 'gzip' } },
  { name: 'record', path: paths.record },
  { name: 'record, gzip', path: paths.record, headers: { 'Accept-Encoding': 'gzip' } },
  { name: 'index, 304', path: paths.index, revalidate: true },
  {
    name: 'unknown slug, compared with our own record',
    path: '/api/audits/nobody-has-this-slug.json',
    against: paths.record,
  },
];

for (const { name, path, headers, against } of withNginx ? cases : []) {
  const [ours, theirs] = await Promise.all(
    [service, other].map((server) => bytes(path, headers?.['Accept-Encoding'] ?? 'identity', server)),
  );
  if (!against && (!ours || !theirs || !ours.equals(theirs)))
    throw new Error(`${name}: nginx does not serve the same bytes`);
}

const measured = new Map<string, { ours: Round[]; theirs: Round[] }>();
for (let round = 0; round < rounds; round++) {
  for (const one of cases) {
    const kept = measured.get(one.name) ?? { ours: [], theirs: [] };
    measured.set(one.name, kept);
    const ours = async () => kept.ours.push(await drive(service, one));
    const theirs = async () =>
      kept.theirs.push(await (one.against ? drive(service, { ...one, path: one.against }) : drive(other, one)));
    for (const run of round % 2 ? [theirs, ours] : [ours, theirs]) await run();
  }
}

const ratio = (ours: readonly Round[], theirs: readonly Round[]) =>
  median(ours.map((round, at) => round.requests_per_second / (theirs[at]?.requests_per_second ?? Number.NaN)));
const rate = (list: readonly Round[]) => median(list.map((round) => round.requests_per_second));
const cpu = (list: readonly Round[]) => median(list.map((round) => round.cpu_us ?? Number.NaN));
const rivals = withNginx ? 'nginx' : 'node:http';
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s, 50 connections; medians\n`,
);
console.log(
  `| Read | Readymark, requests/s | ${rivals}, requests/s | Ratio | Readymark, µs of CPU | ${rivals}, µs of CPU |\n|---|---|---|---|---|---|`,
);
for (const [name, { ours, theirs }] of measured) {
  const cells = [
    rate(ours).toFixed(0),
    rate(theirs).toFixed(0),
    ratio(ours, theirs).toFixed(2),
    cpu(ours).toFixed(1),
    cpu(theirs).toFixed(1),
  ];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
const errors = [...measured.values()].flatMap(({ ours }) => ours).reduce((sum, round) => sum + round.errors, 0);
if (errors > 0) console.log(`Socket errors at Readymark: ${errors}`);

await Promise.all([service.stop(), other.stop()]);
rmSync(tree, { recursive: true, force: true });

async function drive(server: Running, { path, headers = {}, revalidate }: Case): Promise<Round> {
  const url = server.url + path;
  const etag = revalidate
    ? ((await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })).headers.get('etag') ?? '')
    : undefined;
  return load({ url, headers: { ...headers, ...(etag && { 'If-None-Match': etag }) }, seconds, pid: server.pid });
}

/** The bytes as they go over the wire in one encoding. */
function bytes(path: string, encoding: string, from: Running = service): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(from.url + path, { headers: { 'Accept-Encoding': encoding }, agent: false }, (response) =>
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
