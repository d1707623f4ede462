import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { until } from '../../../../../test/world/wait.ts';
import { openContext } from '../../../src/main.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { openBrowser } from '../browser.ts';
import { call, newKey } from '../call.ts';
import { OPERATOR_TOKENS, operator_token } from '../operator.ts';

/**
 * In a closed world: a service with the real agent, and an operator who takes the request for a website from the queue to its
 * published audit at the desk, in a real browser. Prints what everybody reads afterwards.
 */
const [company = '', website = '', slug = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'readymark-walk-'));
const env = { PORT: '0', DATA_DIR: folder, AUDIT_INTERVAL_MS: '0', OPERATOR_TOKENS, MAX_EVENT_LOOP_DELAY: '0' };
const stop = new AbortController();
const ctx = openContext(readSettings(env), { log: pino({ level: 'silent' }) });
const { promise: ready, resolve } = Promise.withResolvers<{ port: number }>();
const served = serve(ctx, { with_examples: false, signal: stop.signal, ready: resolve });
const browser = await openBrowser();
try {
  const url = `http://127.0.0.1:${(await ready).port}`;
  const key = await newKey(url);
  const body = { company, website };
  const { request_id } = (await call(url, 'POST', '/api/audit-requests', { key, body })).json;
  const page = await browser.newPage();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`${url}/desk`);
  await page.getByLabel('Operator token').fill(operator_token);
  await button('Sign in').click();
  await page.getByRole('link', { name: company, exact: true }).click();
  await button('Take into review').click();
  await button('Start the audit').click();
  // The page follows the audit and becomes its review.
  await page.locator('[data-review]').waitFor({ timeout: 120_000 });
  const open = page.locator('[data-criterion][data-state=open]');
  const part = page.locator(`#${await open.first().getAttribute('id')}`);
  const changed = await part.getAttribute('id');
  const given = Number(await part.locator('input[name=score]:checked').getAttribute('value'));
  const score = given === 5 ? 4 : given + 1;
  await part.locator('[name=evidence]').fill('They read their terms to us on the phone.');
  await part.locator('[name=reason]').fill('The terms were read by phone.');
  await part.locator(`input[name=score][value="${score}"]`).check();
  await page.locator(`#${changed}[data-state=changed]`).waitFor();
  for (let left = await open.count(); left > 0; left = await open.count()) {
    await open.first().getByRole('button', { name: 'Right as it is' }).click();
    await until(async () => (await open.count()) < left, 'it is confirmed');
  }
  await page.getByRole('link', { name: 'Check and publish' }).click();
  await button('Publish').click();
  await page.getByRole('heading', { name: 'Published' }).waitFor();
  const read = async (path: string) => (await call(url, 'GET', path)).json;
  await until(async () => (await read(`/api/audits/${slug}.json`)).slug === slug, 'the audit is public');
  await page.getByRole('link', { name: 'The public page' }).click();
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto(`${url}/desk`);
  await button('Sign out').click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const [record, receipts] = [await read(`/api/audits/${slug}.json`), await read(`/api/audits/${slug}/evidence.json`)];
  const { status } = (await call(url, 'GET', `/api/audit-requests/${request_id}`, { key })).json;
  const seen = JSON.stringify({ heading, changed, score, record, receipts, status });
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
