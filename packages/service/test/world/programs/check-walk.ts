import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { until } from '../../../../../test/world/wait.ts';
import { openContext } from '../../../src/main.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { openBrowser } from '../browser.ts';
import { violations } from '../measure/accessibility.ts';
import { OPERATOR_TOKENS, operator_token } from '../operator.ts';

/**
 * In a closed world: a service with the real agent, and a company that types its address on the home page, looks at the preview, shows
 * that it holds the domain, has the whole draft made, and asks for the audit with it; an operator who reviews that and publishes; and the
 * reply of the company.
 * All in a real browser that knows nothing but the home page and the desk. Prints what was seen and how long each step took.
 *
 * `file` is where the site serves the token from; without `scripts` the browser runs none, neither for the company nor for the operator.
 */
type Walk = {
  typed: string;
  file: string;
  company: string;
  width: number;
  interval_ms: number;
  scripts: boolean;
  pictures?: string;
};
const { typed, file, company, width, interval_ms, scripts, pictures }: Walk = JSON.parse(process.argv[2] ?? '');
const folder = mkdtempSync(join(tmpdir(), 'readymark-walk-'));
const env = {
  PORT: '0',
  DATA_DIR: folder,
  AUDIT_INTERVAL_MS: String(interval_ms),
  OPERATOR_TOKENS,
  MAX_EVENT_LOOP_DELAY: '0',
};
const stop = new AbortController();
const ctx = openContext(readSettings(env), { log: pino({ level: 'silent' }) });
const { promise: ready, resolve } = Promise.withResolvers<{ port: number }>();
const served = serve(ctx, { with_examples: true, signal: stop.signal, ready: resolve });
const browser = await openBrowser();
const seconds: Record<string, number> = {};
const faults: string[] = [];
try {
  const url = `http://127.0.0.1:${(await ready).port}`;
  const page = await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: scripts });
  page.on('pageerror', (error) => faults.push(String(error)));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  let began = performance.now();
  const step = async (name: string) => {
    seconds[name] = Math.round(performance.now() - began) / 1_000;
    for (const found of scripts ? await violations(page) : []) faults.push(`${name}: ${JSON.stringify(found)}`);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) faults.push(`${name}: ${wide} pixels too wide`);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: true });
    began = performance.now();
  };

  /** The operator's part: the request with its draft, to the published audit, what the company then sees, and what it says of it. */
  async function review() {
    const own = page.url();
    await page.goto(`${url}/desk`);
    await page.getByLabel('Operator token').fill(operator_token);
    await button('Sign in').click();
    await page.getByRole('link', { name: company, exact: true }).first().click();
    await button('Take into review').click();
    // The draft is there: it is reviewed, not started.
    await page.locator('a[href^="/desk/audits/job_"]').first().click();
    await page.locator('[data-review]').waitFor();
    const open = page.locator('[data-criterion][data-state=open]');
    const judged = await open.count();
    for (let left = judged; left > 0; left = await open.count()) {
      await open.first().getByRole('button', { name: 'Right as it is' }).click();
      await until(async () => (await open.count()) < left, 'it is confirmed');
    }
    await page.getByRole('link', { name: 'Check and publish' }).click();
    await button('Publish').click();
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    await step('published');
    await page.goto(own);
    await page.getByRole('heading', { name: 'Published' }).waitFor();
    const standing = await page.locator('section[aria-labelledby=published]').innerText();
    await step('own page');
    return { judged, standing, said: await reply(own) };
  }

  /** The company answers on its own page, an operator accepts that, and everybody reads it. @returns what stands on the public page */
  async function reply(own: string) {
    await page.getByLabel('What it is').selectOption('reply');
    await page.getByLabel('Your words').fill('We have mended this since.');
    await button('Send it to the operators').click();
    await page.getByText('Waits for an operator').waitFor();
    await step('reply sent');
    await page.goto(`${url}/desk`);
    await page.locator('a[href^="/desk/replies/texts/"]').first().click();
    await page.getByLabel('Accept').check();
    await step('reply at the desk');
    await button('Decide').click();
    await page.getByText('Decided.').waitFor();
    await page.goto(own);
    await page.getByRole('link', { name: 'where everybody reads it' }).click();
    await page.locator('.reply').first().waitFor();
    await step('reply in public');
    return page.locator('.reply').first().innerText();
  }

  await page.goto(url);
  await step('home');
  await page.locator('#q').fill(typed);
  await button('Check your site').click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'a preview' }).waitFor({ timeout: 60_000 });
  await step('preview');
  const sum = await page.locator('.sum').innerText();
  await button('This is my site').click();
  const token = /readymark-reply=[0-9a-f]{32}/.exec(await page.locator('main').innerText())?.[0] ?? '';
  await step('instructions');
  await button('Check now').click();
  const unseen = await page.getByRole('status').innerText();
  writeFileSync(file, token);
  await new Promise((next) => setTimeout(next, 5_200));
  began = performance.now();
  await button('Check now').click();
  await page.getByText('The token was seen').waitFor();
  await step('proof');
  await button('Make the draft').click();
  await page.locator('.own-drafts a b').waitFor({ timeout: 180_000 });
  await step('draft');
  const drafted = await page.locator('.own-drafts a b').innerText();
  await page.locator('.own-drafts a').first().click();
  await page.getByText('Private draft by a machine.').waitFor();
  await step('draft page');
  const criteria = await page.locator('.criteria > li').count();
  await page.getByText('All fixes as a prompt for your coding agent').click();
  const prompt = await page.locator('.note .snippet code').last().innerText();
  await page.getByRole('link', { name: 'Back to your page' }).click();
  await page.getByLabel('Name of your company').fill(company);
  await button('Request a public audit').click();
  await page.getByRole('heading', { name: 'Your request' }).waitFor();
  await step('request');
  const published = await review();
  const seen = JSON.stringify({ seconds, faults, sum, unseen, drafted, criteria, prompt: prompt.length, ...published });
  // The process ends at once afterwards.
  await new Promise((done) => process.stdout.write(seen, done));
} finally {
  await browser.close();
  stop.abort();
  await served;
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
