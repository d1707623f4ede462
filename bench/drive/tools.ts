import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { median } from '../../packages/service/test/world/measure/median.ts';
import { freePort } from '../../packages/service/test/world/postgres.ts';
import { answering, type Running } from './nginx.ts';
import { type Posts, post, postBytes } from './post.ts';
import { madeAudits, startService } from './service.ts';
import { startStored } from './stored.ts';

const revision = { older: '2025-11-25', stateless: '2026-07-28' };
const calls = [
  { name: 'get_audit', arguments: { slug: 'company-7' } },
  { name: 'list_audits', arguments: { limit: 10, fields: ['brief'] } },
  { name: 'watch_stats', arguments: {} },
];
/** A folder with tmcp, which is no dependency: only this bench wants it. */
const TMCP = process.env.READYMARK_TMCP_DIR;
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision.stateless,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Headers = Record<string, string>;

function toolRequest(
  era: keyof typeof revision,
  method: string,
  params: { name?: string } = {},
  more: Headers = {},
): Buffer {
  const stateless = { 'Mcp-Method': method, ...(params.name === undefined ? {} : { 'Mcp-Name': params.name }) };
  const headers = { 'MCP-Protocol-Version': revision[era], ...(era === 'stateless' ? stateless : {}) };
  const sent = era === 'stateless' ? { ...params, _meta: meta } : params;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: sent });
  return postBytes('/mcp', { Accept: 'application/json, text/event-stream', ...headers, ...more }, body);
}

/** Opens a session, for a server whose older revision has them. @returns the header that names it */
async function sessionOf({ url }: Running): Promise<Headers> {
  const params = { protocolVersion: revision.older, capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  await response.arrayBuffer();
  const id = response.headers.get('mcp-session-id');
  return id === null ? {} : { 'Mcp-Session-Id': id };
}

async function startRival(kind: string, folder = ''): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'tool-rivals.ts'), kind, String(port), folder], {
    stdio: 'inherit',
  });
  await answering(`http://127.0.0.1:${port}/`, 60);
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

/**
 * The tool server of this service compared with the SDK used as its documentation shows, and with a bare JSON-RPC
 * handler, which is the upper bound: requests a second for both eras of the protocol, in alternating rounds, medians.
 * The limit per client is off.
 *
 * @param stored a data directory with a database, in place of 100 audits
 */
export async function benchTools(rounds: number, seconds: number, stored?: string): Promise<void> {
  const limits = { CLIENT_REQUESTS_PER_MINUTE: '0' };
  const servers: Record<string, Running> = {
    Readymark: await (stored === undefined
      ? startService(madeAudits(100), limits)
      : startStored({ folder: stored, database_url: '' }, { ...limits, SIGNING_KEY_FILE: join(stored, '../no-key') })),
    'SDK as documented': await startRival('documented'),
    'bare JSON-RPC': await startRival('bare'),
    ...(TMCP && { tmcp: await startRival('tmcp', TMCP) }),
  };
  if (!TMCP)
    console.log(
      'Skipped: tmcp. Install tmcp, @tmcp/transport-http, @tmcp/adapter-zod and zod into a folder, and name it in READYMARK_TMCP_DIR.',
    );
  const session = servers.tmcp ? await sessionOf(servers.tmcp) : {};
  const requests = Object.fromEntries(
    [...calls.map((call) => ({ method: 'tools/call', call })), { method: 'tools/list', call: undefined }].flatMap(
      ({ method, call }) =>
        (['older', 'stateless'] as const).map((era) => [
          `${[method, call?.name].filter(Boolean).join(' ')}, ${revision[era]}`,
          (who: string) => toolRequest(era, method, call, who === 'tmcp' && era === 'older' ? session : {}),
        ]),
    ),
  );

  const measured = new Map<string, Posts[]>();
  for (let round = 0; round < rounds; round++)
    for (const [what, request] of Object.entries(requests))
      for (const [who, { url, pid }] of Object.entries(servers)) {
        const key = `${what} ${who}`;
        measured.set(key, [...(measured.get(key) ?? []), await post(url, request(who), seconds, 16, pid)]);
      }
  await Promise.all(Object.values(servers).map((server) => server.stop()));

  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s, 16 connections; medians\n`,
  );
  const whom = Object.keys(servers).join(' / ');
  console.log(
    `| Call | requests/s: ${whom} | × documented | of bare | CPU µs: ${whom} | × documented | of bare | × tmcp | Readymark p99, ms |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const what of Object.keys(requests)) {
    const of = (which: 'requests_per_second' | 'cpu_us' | 'p99_ms') =>
      Object.keys(servers).map((who) => median((measured.get(`${what} ${who}`) ?? []).map((posts) => posts[which])));
    const [ours = Number.NaN, documented = Number.NaN, bare = Number.NaN] = of('requests_per_second');
    const [cost = Number.NaN, documented_cost = Number.NaN, bare_cost = Number.NaN, tmcp_cost] = of('cpu_us');
    const list = (values: number[]) => values.map((value) => value.toFixed(0)).join(' / ');
    const shares = [(ours / documented).toFixed(1), (ours / bare).toFixed(2)];
    const costs = [list(of('cpu_us')), (documented_cost / cost).toFixed(1), (bare_cost / cost).toFixed(2)];
    costs.push(tmcp_cost === undefined ? '–' : (tmcp_cost / cost).toFixed(1));
    console.log(
      `| ${[what, list(of('requests_per_second')), ...shares, ...costs, of('p99_ms')[0]?.toFixed(1)].join(' | ')} |`,
    );
  }
  for (const [key, all] of measured) {
    const refused = all.reduce((sum, posts) => sum + posts.refused, 0);
    if (refused > 0) console.log(`\nReplies that were not 200: ${key}: ${refused}. This figure is not valid.`);
  }
}
