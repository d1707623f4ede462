import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { tick } from '../../src/operations/worker.ts';
import { openBrowser } from '../world/browser.ts';
import { call, newKey } from '../world/call.ts';
import { faultsOn } from '../world/measure/page-visit.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Keys of the lists of the desk, and an audit that is watched while it runs (decision 119), in a real browser. */
const held = Promise.withResolvers<void>();
const never = Promise.withResolvers<void>();
const auditor = madeAuditor({ lasts: (website) => (website.includes('cantor') ? held : never).promise });
const service = await testService('sqlite', { OPERATOR_TOKENS }, undefined, { auditor });
const browser = await openBrowser();
after(() => browser.close());
const context = await browser.newContext({ baseURL: service.url });
const page = await context.newPage();
const faults = faultsOn(page, service.url);
const key = await newKey(service.url);
for (const company of ['Borel', 'Cantor', 'Dedekind']) {
  service.clock.advance(1_000);
  const website = `https://${company.toLowerCase()}.example/`;
  assert.equal(
    (await call(service.url, 'POST', '/api/audit-requests', { key, body: { company, website } })).status,
    201,
  );
}
await page.goto('/desk');
await page.getByLabel('Operator token').fill(operator_token);
await page.keyboard.press('Enter');
await page.getByRole('heading', { name: 'Queue' }).waitFor();
// Keys work once the script has run.
await page.waitForLoadState();

/** The text of what has the focus. */
const focused = (on: Page) => on.evaluate<string>('document.activeElement.textContent');

test('j and k move the focus through the rows, o opens one, / goes to the filter, and fields take every key', async () => {
  const press = (...keys: string[]) =>
    keys.reduce((all, next) => all.then(() => page.keyboard.press(next)), Promise.resolve());
  await press('j');
  assert.equal(await focused(page), 'Borel');
  await press('j', 'j', 'j');
  assert.equal(await focused(page), 'Dedekind');
  await press('k');
  assert.equal(await focused(page), 'Cantor');
  await press('Control+j', 'k', 'k');
  assert.equal(await focused(page), 'Borel');

  await press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys of this page' });
  await dialog.waitFor();
  await press('j', 'Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await focused(page), 'Borel');

  await press('/');
  const filter = page.getByRole('searchbox');
  for (const character of ['j', 'k', 'o', '?', '/']) await press(character);
  assert.equal(await filter.inputValue(), 'jko?/');
  await filter.fill('cantor');
  await press('Enter');
  await page.waitForURL('**/desk?text=cantor*');
  await press('j', 'o');
  await page.getByRole('heading', { level: 1, name: 'Cantor' }).waitFor();
  assert.deepEqual(faults, []);
});

test('an audit is started and watched without a reload, until its draft is there', async () => {
  await page.getByRole('button', { name: 'Start the audit' }).click();
  const words = page.getByRole('status');
  // The worker of the service may be quicker than the page.
  await words.getByText(/Queued|Running/).waitFor();
  const working = tick(service);
  await words.getByText('Running: pages, 3 of 9 requests.').waitFor();
  assert.equal(await page.getByRole('progressbar').getAttribute('max'), '9');
  held.resolve();
  await working;
  await page.locator('#P1-A').waitFor({ state: 'attached' });
  assert.deepEqual(faults, []);
});

test('who watches an audit sees that somebody else cancelled it, or that the session has ended', async () => {
  const start = async (company: string) => {
    await page.goto('/desk');
    await page.getByRole('link', { name: company }).click();
    await page.getByRole('button', { name: 'Start the audit' }).click();
    await page
      .getByRole('status')
      .getByText(/Queued|Running/)
      .waitFor();
    return new URL(page.url()).pathname;
  };
  const job = (await start('Borel')).replace('/desk/audits/', '/api/desk/audit-jobs/');
  assert.equal((await call(service.url, 'POST', `${job}/cancel`, { key: operator_token })).status, 200);
  await page.getByText('It was cancelled').waitFor();

  await start('Dedekind');
  await context.clearCookies();
  await page.getByRole('status').getByText('You are not signed in').waitFor();
  await page.getByRole('link', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(faults, []);
});
