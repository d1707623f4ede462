import { get } from 'node:http';
import { cpus } from 'node:os';
import { openBrowser } from '../packages/service/test/world/browser.ts';
import { madeCompany } from '../packages/service/test/world/made-companies.ts';
import { openAll, violations } from '../packages/service/test/world/measure/accessibility.ts';
import { everyPage } from '../packages/service/test/world/measure/every-page.ts';
import { median } from '../packages/service/test/world/measure/median.ts';
import { bytesMax, looks, type Visit, Visitor } from '../packages/service/test/world/measure/page-visit.ts';
import { publish } from '../packages/service/test/world/operator.ts';
import { testService } from '../packages/service/test/world/service.ts';
import { load, type Round, withWrk } from './drive/load.ts';
import { startService } from './drive/service.ts';

/** Goal of the first paint. */
const PAINT_MAX_MS = 1_000;

/**
 * Pages compared with the JSON record: requests a second when cached and bytes over the wire; and every page of the table in a
 * browser: first paint, bytes, requests, what moves, violations of axe.
 *
 * Page and record are driven one right after the other, in turns, compressed as browsers ask for it; a ratio is the
 * median of the ratios of such pairs. `npm run bench pages [ROUNDS] [SECONDS] [PATH]`
 */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 1);
/** The one page that the browser visits, instead of all. */
const only = process.argv[4];

const companies = Array.from({ length: 143 }, (_, at) => madeCompany(at));
const history = ['2026-01-10', '2026-05-02'].map((date, at) => madeCompany(7, date, 0.3 + at / 10));
const { slug } = madeCompany(7);
const service = await startService([...history, ...companies]);

const record = `/api/audits/${slug}.json`;
const pages: Record<string, string> = {
  'company page': `/audits/${slug}`,
  leaderboard: '/',
  badge: `/badge/${slug}.svg`,
  Markdown: `/audits/${slug}.md`,
};
const headers = { 'Accept-Encoding': 'gzip', Accept: 'text/html' };

console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${rounds} rounds of ${seconds} s, 50 connections; medians`,
);
if (!withWrk) console.log('wrk is not installed: driven by a loop in this process, which compares pages only roughly.');
console.log(
  '\n| Page | Requests/s | The record, requests/s | Ratio | Processor, µs | The record, µs | Bytes (br) | Bytes (gzip) |\n|---|---|---|---|---|---|---|---|',
);
for (const [name, path] of Object.entries(pages)) {
  const ours: Round[] = [];
  const theirs: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [list, to] of round % 2
      ? ([
          [theirs, record],
          [ours, path],
        ] as const)
      : ([
          [ours, path],
          [theirs, record],
        ] as const))
      list.push(await load({ url: service.url + to, headers, seconds, pid: service.pid }));
  }
  const ratio = median(
    ours.map((one, at) => one.requests_per_second / (theirs[at]?.requests_per_second ?? Number.NaN)),
  );
  const cpu = (list: readonly Round[]) => median(list.map(({ cpu_us }) => cpu_us ?? Number.NaN)).toFixed(1);
  const rate = (list: readonly Round[]) =>
    median(list.map(({ requests_per_second }) => requests_per_second)).toFixed(0);
  console.log(
    `| ${name} | ${rate(ours)} | ${rate(theirs)} | ${ratio.toFixed(2)} | ${cpu(ours)} | ${cpu(theirs)} | ${await wire(path, 'br')} | ${await wire(path, 'gzip')} |`,
  );
}

await browserTable();
await service.stop();

/** Bytes of the body in one encoding. */
function wire(path: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(service.url + path, { headers: { ...headers, 'Accept-Encoding': encoding }, agent: false }, (response) =>
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks).byteLength), reject),
    ).on('error', reject);
  });
}

/** What a browser measures on first visits to every page, on slow 4G with a processor four times slower, in each look. */
async function browserTable(): Promise<void> {
  console.log(
    `\n| Page (slow 4G, processor ÷ 4; goals: ${PAINT_MAX_MS} ms, 30 KB, /docs 60 KB, nothing moves, no violation) | Look | First paint, ms | KB | Requests | CLS | Violations |\n|---|---|---|---|---|---|---|`,
  );
  const own = await testService('sqlite');
  await publish(own, [...history, ...companies]);
  const browser = await openBrowser();
  for (const { width, colorScheme } of looks) {
    const visitor = await Visitor.open(browser, { viewport: { width, height: 800 }, colorScheme });
    await visitor.slowDown();
    const paths = everyPage(own.catalogue.current());
    for (const path of only === undefined ? paths : paths.filter((one) => one === only)) {
      const visits: Visit[] = [];
      for (let visit = 0; visit < rounds; visit++) visits.push(await visitor.visit(own.url + path));
      const [first] = visits;
      const paint = median(visits.map((one) => one.paint));
      const shift = Math.max(...visits.map((one) => one.shift));
      await openAll(visitor.page);
      const found = await violations(visitor.page);
      const missed = paint > PAINT_MAX_MS || (first?.bytes ?? 0) > bytesMax(path) || shift > 0 || found.length > 0;
      console.log(
        `| ${missed ? '**misses** ' : ''}${path} | ${width} ${colorScheme} | ${paint.toFixed(0)} | ${((first?.bytes ?? 0) / 1000).toFixed(1)} | ${first?.requests} | ${shift.toFixed(3)} | ${found.join('; ') || 0} |`,
      );
    }
    await visitor.close();
  }
  await browser.close();
  await own.stop();
}
