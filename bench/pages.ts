import { get } from 'node:http';
import { cpus } from 'node:os';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/world/browser.ts';
import { madeCompany } from '../test/world/made-companies.ts';
import { median } from '../test/world/measure/median.ts';
import { load, type Round, withWrk } from './drive/load.ts';
import { startService } from './drive/service.ts';

/**
 * Pages compared with the JSON record: requests a second when cached, bytes over the wire, and what a browser measures.
 *
 * Page and record are driven one right after the other, in turns, compressed as browsers ask for it; a ratio is the
 * median of the ratios of such pairs. `npm run bench pages [ROUNDS] [SECONDS]`
 */
const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 1);

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

console.log(
  '\n| In the browser | First paint, ms | Loaded, ms | Requests | Bytes over the wire | Of these before the first paint |\n|---|---|---|---|---|---|',
);
const browser = await openBrowser();
for (const name of ['leaderboard', 'company page'] as const) console.log(await seen(browser, name, pages[name] ?? '/'));
await browser.close();
await service.stop();

/** Bytes of the body in one encoding. */
function wire(path: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(service.url + path, { headers: { ...headers, 'Accept-Encoding': encoding }, agent: false }, (response) =>
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks).byteLength), reject),
    ).on('error', reject);
  });
}

/** What the browser measures on a first visit, with an empty cache. */
async function seen(browser: Browser, name: string, path: string): Promise<string> {
  const paints: number[] = [];
  const loads: number[] = [];
  let requests = 0;
  let bytes = 0;
  let blocking = 0;
  for (let visit = 0; visit < rounds; visit++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(service.url + path, { waitUntil: 'load' });
    // The first paint may come after loading; the policy of the page does not allow waiting inside it.
    while (!(await page.evaluate(`performance.getEntriesByName('first-contentful-paint').length`)))
      await page.waitForTimeout(20);
    const timing = (await page.evaluate(`(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      const resources = performance.getEntriesByType('resource');
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        load: navigation.loadEventEnd,
        requests: 1 + resources.length,
        bytes: navigation.transferSize + resources.reduce((sum, one) => sum + one.transferSize, 0),
        blocking: navigation.transferSize + resources.filter((one) => one.renderBlockingStatus === 'blocking').reduce((sum, one) => sum + one.transferSize, 0),
      };
    })()`)) as { paint: number; load: number; requests: number; bytes: number; blocking: number };
    paints.push(timing.paint);
    loads.push(timing.load);
    ({ requests, bytes, blocking } = timing);
    await context.close();
  }
  return `| ${name} | ${median(paints).toFixed(0)} | ${median(loads).toFixed(0)} | ${requests} | ${bytes} | ${blocking} |`;
}
