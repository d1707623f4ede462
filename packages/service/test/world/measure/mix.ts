import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { numbers } from '../made-companies.ts';
import { OPERATOR_TOKENS, operator_token } from '../operator.ts';
import { startNode } from '../readymark.ts';

/** The results of one class of calls: their number, replies by status, latencies in milliseconds. */
type Found = { calls: number; statuses: Map<number, number>; times: number[] };
export type Mixed = { classes: Map<string, Found>; memory: NodeMemory[]; seconds: number };
/** What a node has resident at each second, in MiB, and what Node says of it in bytes, sixty times in a run. */
type NodeMemory = { node: number; mib: number[]; heaps: NodeJS.MemoryUsage[] };

/**
 * Several nodes on one database under a mix of calls at a fixed rate, whether or not earlier ones have finished: 90 %
 * public reads, 6 % tool calls, 3 % keyed reads, 1 % writes (a third of them publications with letters to watchers).
 */
export async function mix(options: {
  database_url: string;
  data_dir: string;
  nodes: number;
  companies: number;
  rate: number;
  seconds: number;
}): Promise<Mixed> {
  const env = {
    DATABASE_URL: options.database_url,
    DATA_DIR: options.data_dir,
    BASE_URL: 'http://readymark.test',
    REGISTRATIONS_PER_HOUR: '1000000',
    AUDIT_REQUESTS_PER_DAY: '1000000',
    CLIENT_REQUESTS_PER_MINUTE: '0',
    OPERATOR_TOKENS,
  };
  const nodes = await Promise.all(Array.from({ length: options.nodes }, () => startNode(env)));
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const classes = new Map<string, Found>();
  let turn = 0;
  const call = (
    kind: string,
    method: string,
    path: string,
    wish: { key?: string; body?: unknown; accept?: string } = {},
  ) =>
    new Promise<string>((resolve) => {
      const found: Found = classes.get(kind) ?? { calls: 0, statuses: new Map(), times: [] };
      classes.set(kind, found);
      const { url } = nodes[turn++ % nodes.length] ?? { url: '' };
      const body = wish.body === undefined ? undefined : JSON.stringify(wish.body);
      const begun = performance.now();
      const done = (status: number, text: string) => {
        found.calls += 1;
        found.times.push(performance.now() - begun);
        found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
        resolve(text);
      };
      const headers = {
        ...(wish.key && { authorization: `Bearer ${wish.key}` }),
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...(wish.accept && { accept: wish.accept }),
      };
      const sent = request(url + path, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', () => done(answer.statusCode ?? 0, Buffer.concat(chunks).toString()));
      });
      sent.on('error', () => done(0, ''));
      sent.end(body);
    });

  const publish = (audits: unknown[]) =>
    call('publication', 'POST', '/api/desk/audits', { key: operator_token, body: { audits } });
  const slug = (at: number) => `company-${at}`;
  const audit = (at: number, round: number, scores: number) =>
    exampleAudit({
      slug: slug(at),
      company: slug(at),
      audit_date: new Date(Date.UTC(2020, 0, 1 + round)).toISOString().slice(0, 10),
      scores,
    });
  for (let from = 0; from < options.companies; from += 500)
    await publish(Array.from({ length: Math.min(500, options.companies - from) }, (_, at) => audit(from + at, 0, 3)));
  const keys: string[] = [];
  for (let at = 0; at < 50; at += 1) {
    const { api_key } = JSON.parse(
      await call('registration', 'POST', '/api/agent/auth', {
        body: { type: 'anonymous', contact_email: `a${at}@agents.example` },
      }),
    );
    keys.push(api_key);
    for (let one = 0; one < 3; one += 1)
      await call('watch', 'POST', '/api/agent/watch', {
        key: api_key,
        body: { slug: slug((at * 3 + one) % options.companies) },
      });
  }
  classes.clear();

  const random = numbers(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let rounds = 0;
  const any = () => slug(Math.floor(random() * options.companies));
  const tool = (name: string, given: object) =>
    call('tool call', 'POST', '/mcp', {
      accept: 'application/json, text/event-stream',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
  const one = () => {
    const die = random() * 100;
    if (die < 40) return call('public read', 'GET', '/api/audits/index.json');
    if (die < 75) return call('public read', 'GET', `/api/audits/${any()}.json`);
    if (die < 90)
      return call('public read', 'GET', pick(['/', '/api/watch-stats', '/llms.txt', `/badge/${any()}.svg`]));
    if (die < 93) return tool('get_audit', { slug: any() });
    if (die < 96)
      return random() < 0.5 ? tool('list_audits', { limit: 10 }) : tool('my_digest', { api_key: pick(keys) });
    if (die < 99) return call('keyed read', 'GET', pick(['/api/agent/me', '/api/agent/digest']), { key: pick(keys) });
    if (die < 99.33) return publish([audit(Math.floor(random() * options.companies), ++rounds, pick([2, 3, 4, 5]))]);
    if (die < 99.66)
      return call('write', 'POST', '/api/audit-requests', {
        key: pick(keys),
        body: { company: any(), website: 'https://a.example' },
      });
    return call('write', 'POST', '/api/agent/watch', { key: pick(keys), body: { slug: any() } });
  };
  const memory = nodes.map((_, node) => ({ node, mib: [] as number[], heaps: [] as NodeJS.MemoryUsage[] }));
  const watch = setInterval(() => {
    for (const [at, { pid }] of nodes.entries())
      memory[at]?.mib.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  }, 1_000);
  const ask = setInterval(
    () => {
      for (const node of nodes) node.signal('SIGUSR2');
    },
    (options.seconds * 1_000) / 60,
  );
  /** Where the nodes cannot keep up, calls wait here and not in the memory of this process. */
  const MOST_OPEN = 2_000;
  const under = new Set<Promise<unknown>>();
  const begun = performance.now();
  for (let sent = 0; performance.now() - begun < options.seconds * 1_000; ) {
    const due = ((performance.now() - begun) / 1_000) * options.rate;
    for (; sent < due && under.size < MOST_OPEN; sent += 1) {
      const asked: Promise<unknown> = one().finally(() => under.delete(asked));
      under.add(asked);
    }
    await new Promise((next) => setTimeout(next, 2));
  }
  await Promise.all(under);
  const seconds = (performance.now() - begun) / 1_000;
  clearInterval(watch);
  clearInterval(ask);
  for (const [at, node] of nodes.entries())
    for (const [, said = ''] of node.out().matchAll(/^memory (.*)$/gm)) memory[at]?.heaps.push(JSON.parse(said));
  agent.destroy();
  await Promise.all(nodes.map((node) => node.kill()));
  return { classes, memory, seconds };
}

/** Replies of 500 and above, and calls without a reply. */
export function failures({ classes }: Mixed): number {
  return [...classes.values()]
    .flatMap(({ statuses }) => [...statuses])
    .reduce((sum, [status, count]) => sum + (status === 0 || status >= 500 ? count : 0), 0);
}
