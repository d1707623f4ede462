import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { madeAuditor } from '../../auditor/test/world/sites/made-auditor.ts';
import { openBrowser } from './world/browser.ts';
import { hostileCompany, madeCompany } from './world/made-companies.ts';
import { publish } from './world/operator.ts';
import { fakeClock, testService } from './world/service.ts';
import { publishDraft } from './world/sites/published-draft.ts';

/**
 * `npm run screenshots [FOLDER] [LOOK] [PAGE]`: takes pictures of the pages for a critical look at them, on a desktop,
 * on a phone, dark and in print; all of them, or one look, or one page.
 *
 * The companies are made up and the clock does not move, so that two runs differ only where the code does.
 */
const [folder = join(import.meta.dirname, '../../../screenshots'), only_look, only_page] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

/** The height of a page that is taken, in pixels: what is below only repeats words of 10,000 letters. */
const HEIGHT_MAX = 12_000;

const looks: Record<string, BrowserContextOptions & { print?: boolean }> = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, isMobile: true },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  print: { viewport: { width: 794, height: 1123 }, print: true },
};

/** After the date of every audit: one of a later day could not be published. */
const service = await testService('sqlite', {}, fakeClock('2026-11-30T12:00:00.000Z'), {
  auditor: madeAuditor({}),
});
const companies = Array.from({ length: 143 }, (_, at) =>
  madeCompany(at, at % 9 === 4 ? '2026-04-14' : `2026-${at % 2 ? '11' : '10'}-${10 + (at % 18)}`),
);
const earlier = ['2025-02-03', '2025-08-11', '2026-03-02'].map((date, at) => madeCompany(1, date, 0.3 + at * 0.12));
await publish(service, [...earlier, ...companies, hostileCompany()]);
const many = madeCompany(1).slug;
const audited = madeCompany(3).slug;
await publishDraft(service, audited);

const pages: Record<string, string> = {
  leaderboard: '/',
  'leaderboard-search': '/?q=led&sort=P1',
  'leaderboard-empty': '/?q=nothing+at+all',
  company: `/audits/${many}`,
  sources: `/audits/${audited}`,
  weakest: `/audits/${many}?order=weakest`,
  past: `/audits/${many}/2026-03-02`,
  changes: `/audits/${many}/changes`,
  'hostile-past': '/audits/hostile-but-valid/2026-11-03',
  stale: `/audits/${madeCompany(4).slug}`,
  hostile: '/audits/hostile-but-valid',
  compare: `/compare?slugs=${[1, 2, 5].map((at) => madeCompany(at).slug).join(',')}`,
  'compare-pick': '/compare',
  rubric: '/rubric',
  pricing: '/pricing',
  changelog: '/changelog',
  status: '/status',
  terms: '/terms',
  privacy: '/privacy',
  about: '/about',
  request: '/request',
  watch: `/watch?slug=${many}`,
  bot: '/bot',
  problem: '/problems/invalid_request',
  missing: '/audits/bramstak',
};

const OPEN_ALL = "for (const part of document.querySelectorAll('main details')) part.open = true";

async function take(browser: Browser, look: string): Promise<void> {
  const { print, ...options } = looks[look] ?? {};
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (print) await page.emulateMedia({ media: 'print' });
  for (const [name, path] of Object.entries(pages).filter(([name]) => !only_page || only_page === name)) {
    await page.goto(service.url + path);
    if (name === 'sources' || name === 'changes') await page.evaluate(OPEN_ALL);
    const [width, height] = (await page.evaluate(
      '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
    )) as [number, number];
    const clip = { x: 0, y: 0, width, height: Math.min(height, HEIGHT_MAX) };
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true, clip, timeout: 120_000 });
  }
  await context.close();
}

const browser = await openBrowser();
try {
  for (const look of Object.keys(looks)) if (!only_look || only_look === look) await take(browser, look);
} finally {
  await browser.close();
  await service.stop();
}
