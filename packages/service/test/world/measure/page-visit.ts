import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { short } from '../../../../../test/world/wait.ts';

/** The most that the typeface takes, which a browser gets once, behind the first page: bytes. */
export const FONT_BYTES_MAX = 50_000;

/** The most that a page may take over the wire, its style and script included: bytes. */
export const bytesMax = (path: string): number => (path === '/docs' ? 60_000 : 30_000);

/** The looks in which pages are measured. */
export const looks = [360, 768, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Each narrow look is followed by its opposite. */
const lookTurns = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const;

/**
 * The looks for each of many pages, by turns: a narrow one and its opposite, or a single one in a short run. What pages
 * share is seen in all four.
 */
export const looksInTurn = (turn: number) =>
  short ? lookTurns.slice(turn % 4, (turn % 4) + 1) : lookTurns.slice((turn % 2) * 2, (turn % 2) * 2 + 2);

/** Everything that goes wrong on a page from now on: errors of scripts, and requests to another site than that of the tests. */
export function faultsOn(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`requested ${request.url()}`);
  });
  return faults;
}

/** Slow 4G, as web tests emulate it, and a processor four times slower. */
const SLOW = { offline: false, latency: 150, downloadThroughput: (1.6e6 * 0.9) / 8, uploadThroughput: 750_000 / 8 };
const CPU_RATE = 4;

export type Visit = {
  /** First contentful paint, ms. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  bytes: number;
  font_bytes: number;
  requests: number;
};

/** Adds up what moves after it was painted, before the page itself runs. */
const WATCH_SHIFTS = `window.shift = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

const READ = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const [navigation] = performance.getEntriesByType('navigation');
  const all = performance.getEntriesByType('resource');
  const resources = all.filter(({ name }) => !name.endsWith('.woff2'));
  const sum = (of) => of.reduce((total, one) => total + one.transferSize, 0);
  resolve({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    shift: window.shift,
    bytes: navigation.transferSize + sum(resources),
    font_bytes: sum(all) - sum(resources),
    requests: 1 + resources.length,
  });
})))`;

/** A page in a browser that keeps nothing between visits. The caller closes it. */
export class Visitor {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Visitor> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await page.addInitScript(WATCH_SHIFTS);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    return new Visitor(page, session);
  }

  /** From now on as slow as a phone far from a mast. */
  async slowDown(): Promise<void> {
    await this.#session.send('Network.emulateNetworkConditions', SLOW);
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  }

  async visit(url: string): Promise<Visit> {
    await this.page.goto(url, { waitUntil: 'load' });
    await this.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    return (await this.page.evaluate(READ)) as Visit;
  }

  /**
   * A visit with what moves by itself alone, which does so each time: a page that arrives in pieces, as on a busy machine, may be painted
   * before all of it is there.
   */
  async visitUntilStill(url: string): Promise<Visit> {
    let visit = await this.visit(url);
    for (let again = 0; visit.shift > 0 && again < 4; again += 1) visit = await this.visit(url);
    return visit;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
