import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser } from '../world/browser.ts';
import { openLivedInDesk } from '../world/desk/lived-in-desk.ts';
import { openAll, violations } from '../world/measure/accessibility.ts';
import { faultsOn, looksInTurn, Visitor } from '../world/measure/page-visit.ts';
import { operator_token } from '../world/operator.ts';
import { deskPages } from '../world/site.ts';

/**
 * Every page of the desk in a real browser, narrow and wide, bright and dark: no violation of axe, nothing wider than the
 * window, small, painted after one page and one style, no script error, nothing from elsewhere. axe leaves out the preview,
 * which is a public page.
 */
const { service, addresses } = await openLivedInDesk('sqlite');
const browser = await openBrowser();
after(() => browser.close());
const visitor = await Visitor.open(browser, { baseURL: service.url });
const { page } = visitor;
const faults = faultsOn(page, service.url);

/** With its style and script: bytes over the wire. */
const BYTES_MAX = 60_000;

/** Rows that are read by scripts or saved. */
const data = new Set(['/desk/audits/{job_id}/state', '/desk/audits/{job_id}/record.json']);

/** What had to arrive before the first paint, beside the page itself. */
const BLOCKING = `performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map((one) => one.name.replace(/^.*[.]/, ''))`;

async function look(name: string, path: string, at: number): Promise<void> {
  // Of further states of a page one look is enough.
  const looks = name.startsWith('/') ? looksInTurn(at) : looksInTurn(at).slice(0, 1);
  for (const { width, colorScheme } of looks) {
    const how = `${name} in ${width} pixels, ${colorScheme}`;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const { bytes } = await visitor.visit(service.url + path);
    assert.deepEqual(await page.evaluate(BLOCKING), ['css'], how);
    assert.ok(bytes > 1_000 && bytes < BYTES_MAX, `${how} takes ${bytes} bytes`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, how);
    await openAll(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${how}, with everything open`);
    if (!name.endsWith('/preview')) assert.deepEqual(await violations(page), [], how);
    assert.doesNotMatch(await page.title(), /^broken/);
    assert.deepEqual(faults.splice(0), [], how);
  }
}

test('the form to sign in, and what it says to a wrong token', async () => {
  await look('sign in', '/desk', 0);
  await page.getByLabel('Operator token').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Operator token').fill(operator_token);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
});

test('every row of the table of pages has an address here, and the data among them is no page', async () => {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join();
  for (const { path } of deskPages) {
    const address = addresses[path];
    assert.ok(address, `give ${path} an address in packages/service/test/world/desk/lived-in-desk.ts`);
    const { status, headers } = await fetch(service.url + address, { headers: { cookie } });
    assert.equal(status, 200, address);
    assert.equal(!/text\/html/.test(headers.get('content-type') ?? ''), data.has(path), address);
  }
  const rows = new Set(deskPages.map(({ path }) => path));
  for (const path of Object.keys(addresses)) assert.ok(rows.has(path) || !path.startsWith('/'), `${path} is no row`);
});

for (const [at, [name, path]] of Object.entries(addresses)
  .filter(([name]) => !data.has(name))
  .entries())
  test(name, () => look(name, path, at));

test('a page below another one has keys too: u leads up, and on a request a leads to what can be done', async () => {
  await page.goto(service.url + addresses['/desk/requests/{request_id}']);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys of this page' });
  assert.deepEqual(await dialog.locator('dt').allInnerTexts(), ['a', 'u', '?']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  assert.equal(await page.evaluate(`document.activeElement.closest('.request-actions') !== null`), true);
  await page.keyboard.press('u');
  await page.waitForURL(/\/desk$/);
});

test('the keys of a page stand in a dialog that ? and a button open, and do nothing in a field', async () => {
  await page.goto(`${service.url}/desk/log`);
  const dialog = page.getByRole('dialog', { name: 'Keys of this page' });
  const shown = () => dialog.isVisible();
  assert.ok(!(await shown()));
  await page.keyboard.press('?');
  assert.ok(await shown());
  assert.deepEqual(await dialog.locator('dt').allInnerTexts(), ['j', 'k', 'Enter o', '/', '?']);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  assert.ok(!(await shown()));
  await page.getByRole('button', { name: 'Keys' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  assert.ok(!(await shown()));
  await page.keyboard.press('j');
  assert.equal(await page.evaluate(`document.activeElement.closest('ol[data-rows] li') !== null`), true);
  await page.keyboard.press('/');
  await page.keyboard.type('?j');
  assert.deepEqual([await page.getByLabel('Words').inputValue(), await shown()], ['?j', false]);
});
