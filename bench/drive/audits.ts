import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { openAuditor } from '../../packages/auditor/src/auditor.ts';
import { readLadders } from '../../packages/rubric/src/read-rubrics.ts';
import { median } from '../../packages/service/test/world/measure/median.ts';
import { OPERATOR_TOKENS, operator_token } from '../../packages/service/test/world/operator.ts';
import { readAtPace } from './paced.ts';
import { madeAudits, startService } from './service.ts';

/** The bench of audits, inside of the world where its sites are: see ../audit.ts. */
const [interval_ms = 500, seconds = 20] = process.argv.slice(2).map(Number);
const COMPANIES = 500;
const PER_SECOND = 300;
const ROUNDS = 3;

const now = () => new Date();
const named = { base_url: 'https://readymark.dev', version: '1.0.0' };
const auditorAt = (interval: number) =>
  openAuditor({ ...named, interval_ms: interval, opt_out: [], ladders: readLadders(), now });

const rows: [what: string, value: string, aim: string][] = [];
const unit = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3));

/** A site of forty pages, politely. */
const polite = auditorAt(interval_ms);
const began = performance.now();
const forty = await polite.collect('https://forty.planned.dev', { signal: AbortSignal.timeout(600_000) });
const took = (performance.now() - began) / 1_000;
const demanded = ((forty.bundle.requests - 1) * interval_ms) / 1_000;
const pages = new Set(forty.bundle.items.map(({ url }) => url).filter((url) => /item-\d+$|dev\/$/.test(url)));
rows.push(['pages collected', String(pages.size), '']);
rows.push([`collection of ${forty.bundle.requests} requests, s`, unit(took), `${unit(demanded)} + 5`]);

/** Scoring what was seen, with the start of its thread. */
const scorings: number[] = [];
for (let round = 0; round < 5; round++) {
  const start = performance.now();
  await polite.score(forty.bundle, forty.bodies, 'v1');
  scorings.push((performance.now() - start) / 1_000);
}
rows.push(['scoring, s, median of 5', unit(median(scorings)), '1']);
await polite.close();

/** A site that sends without end, as fast as it is read. */
const eager = auditorAt(0);
const before = process.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 10);
const flood = await eager.collect('https://flood.planned.dev', { signal: AbortSignal.timeout(600_000) });
clearInterval(watch);
await eager.close();
rows.push([`memory that ${unit(flood.bundle.bytes / 1e6)} MB without end add, MB`, unit((peak - before) / 1e6), '200']);

/** Reads of a service, alone and while it makes two audits. */
const sites = ['forty.planned.dev', 'fortypages.dev'];
const audits = madeAudits(COMPANIES);
const slugOf = (host: string) => host.replaceAll('.', '-');
const audited = sites.map((host, at) => ({
  ...(audits[at] as (typeof audits)[number]),
  ...{ slug: slugOf(host), company: host, website: `https://${host}/` },
  source_file: `${slugOf(host)}_${audits[at]?.audit_date}.audit.json`,
}));
const service = await startService([...audits, ...audited], {
  ...{ OPERATOR_TOKENS, AUDIT_INTERVAL_MS: String(interval_ms), AUDITS_AT_ONCE: '2' },
});
const desk = async (method: string, path: string, body?: unknown) => {
  const reply = await fetch(`${service.url}/api/desk${path}`, {
    method,
    headers: { authorization: `Bearer ${operator_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { counts?: Record<string, number>; jobs?: { status: string; error: string | null }[] };
};
const counts = async () => (await desk('GET', '/audit-jobs?limit=1')).counts ?? {};
const running = async () => ((await counts()).running ?? 0) + ((await counts()).queued ?? 0);
/** @throws Error when it does not become so in ten minutes */
async function until(so: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_400; tries++) {
    if (await so()) return;
    await wait(250);
  }
  throw new Error('the audits are not where they should be');
}
try {
  const pace = { url: service.url, companies: COMPANIES, per_second: PER_SECOND, seconds };
  const ratios: number[] = [];
  const p99: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await readAtPace(pace);
    for (const host of sites) await desk('POST', '/audit-jobs', { subject: slugOf(host), again: true });
    await until(async () => ((await counts()).running ?? 0) === sites.length);
    const busy = await readAtPace(pace);
    if ((await running()) === 0)
      console.error('the audits ended before the reads did: more seconds than the interval allows');
    await until(async () => (await running()) === 0);
    ratios.push(busy.p99_ms / alone.p99_ms);
    p99.push(busy.p99_ms);
    console.error(
      `round ${round + 1}: p99 ${unit(alone.p99_ms)} ms alone, ${unit(busy.p99_ms)} ms with two audits, ${busy.errors} errors`,
    );
  }
  rows.push([`read p99 while two audits run, ms`, unit(median(p99)), '']);
  rows.push(['its ratio to reads alone, median of 3', unit(median(ratios)), '1.2']);
  rows.push([
    'audits made',
    Object.entries(await counts())
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    '',
  ]);
} finally {
  await service.stop();
}

console.log(
  `\n${cpus().length} cores, Node ${process.version}; ${interval_ms} ms between requests, ${PER_SECOND} reads a second\n`,
);
console.log('| | found | at most |\n|---|---|---|');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
