import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { openBrowser } from '../world/browser.ts';
import { hostileCompany, madeCompany } from '../world/made-companies.ts';
import { openAll } from '../world/measure/accessibility.ts';
import { everyPage } from '../world/measure/every-page.ts';
import { faultsOn } from '../world/measure/page-visit.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/**
 * The pages in a real browser: usable by keyboard, without a script and on a small phone (decision 61). What holds for every
 * page is in every-page-*.test.ts.
 */
const service = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  ...Array.from({ length: 130 }, (_, at) => madeCompany(at)),
  hostileCompany(),
]);
const browser = await openBrowser();
after(() => browser.close());

const many = madeCompany(1).slug;
const other = madeCompany(2).slug;
// Its page shows the sources of each score.
await publishDraft(service, many);
const paths = [
  ...everyPage(service.catalogue.current()),
  '/?q=bramstak',
  '/?sort=tier&order=asc',
  '/?page=2',
  `/audits/${many}`,
  '/audits/hostile-but-valid',
  `/compare?slugs=${many},${other},hostile-but-valid&criteria=P1-B,P3-A&pillar=P4`,
  '/watch?slug=bramstak',
  '/confirm?t=x',
];

/** A page that records script errors and requests to other sites. */
async function open(
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
  const context = await browser.newContext({ baseURL: service.url, ...options });
  const page = await context.newPage();
  const faults = faultsOn(page, service.url);
  return { page, faults, close: () => context.close() };
}

test('nothing is wider than a phone of 320 pixels, whatever an audit contains', async () => {
  const { page, close } = await open({ viewport: { width: 320, height: 640 }, isMobile: true });
  for (const path of paths) {
    await page.goto(path);
    await openAll(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 320, path);
  }
  await close();
});

test('text from an audit runs no code', async () => {
  const { page, faults, close } = await open();
  for (const path of ['/audits/hostile-but-valid', '/?q=hostile', `/compare?slugs=hostile-but-valid,${many}`]) {
    await page.goto(path);
    assert.doesNotMatch(await page.title(), /^broken$/);
    assert.equal(await page.locator('main script, main img[onerror], main b > b').count(), 0);
  }
  assert.deepEqual(faults, []);
  await close();
});

test('a company is found, read and compared without a script', async () => {
  const { page, close } = await open({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByLabel('Search').fill(many);
  await page.getByRole('button', { name: 'Show' }).click();
  assert.match(page.url(), new RegExp(`\\?q=${many}`));
  await page.getByRole('link', { name: madeCompany(1).company, exact: true }).click();
  assert.equal(new URL(page.url()).pathname, `/audits/${many}`);
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), madeCompany(1).company);
  await page.goto('/');
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Compare selected' }).click();
  assert.equal(await page.locator('.matrix thead th').count(), 3);
  await close();
});

test('with a script the list follows the typing and the address follows the list', async () => {
  const { page, faults, close } = await open();
  await page.goto('/');
  await page.evaluate('window.stayed = true');
  await page.getByLabel('Search').pressSequentially('quill', { delay: 5 });
  await page.waitForURL(/\?q=quill$/);
  assert.equal(await page.locator('.board tbody tr').count(), 9);
  assert.match((await page.getByRole('status').textContent()) ?? '', /^9 of 131/);
  await page.getByText('Tier and order').click();
  await page.getByLabel('Order').selectOption('P1');
  await page.waitForURL(/sort=P1/);
  await page.getByLabel('Tier', { exact: true }).selectOption('Agent-Ready');
  await page.waitForURL(/tier=Agent-Ready/);
  assert.equal(await page.evaluate('window.stayed'), true);
  assert.deepEqual(faults, []);
  await close();
});

test('companies found by different searches are compared', async () => {
  const { page, close } = await open();
  await page.goto(`/?q=${many}`);
  await page.getByRole('checkbox').check();
  await page.getByLabel('Search').fill(other);
  await page.waitForURL(new RegExp(`q=${other}`));
  await page.getByRole('checkbox').check();
  assert.match((await page.locator('.tray .ticked').textContent()) ?? '', /^2 selected/);
  await page.getByRole('button', { name: 'Compare selected' }).click();
  assert.deepEqual(await page.locator('.matrix thead bdi').allTextContents(), [
    madeCompany(1).company,
    madeCompany(2).company,
  ]);
  await close();
});

test('ticked companies stay in sight and ticked: while the list is filtered or turned, and after Back', async () => {
  const { page, faults, close } = await open({ viewport: { width: 360, height: 740 }, isMobile: true });
  await page.goto('/');
  const boxes = page.getByRole('checkbox');
  const button = page.getByRole('button', { name: 'Compare selected' });
  assert.equal(await button.isDisabled(), true);
  await page.locator('.pick label span').nth(0).click();
  await boxes.nth(1).check();
  const visible = async () => {
    const box = await page.locator('.tray').boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 740, JSON.stringify(box));
  };
  await visible();
  await page.getByLabel('Search').fill('nothing at all');
  await page.waitForURL(/q=nothing/);
  await page.goto('/?page=2');
  assert.match((await page.locator('.tray .ticked').textContent()) ?? '', /^2 selected/);
  await visible();
  await boxes.nth(0).check();
  await button.click();
  await page.waitForURL(/compare/);
  assert.equal(await page.locator('.matrix thead th').count(), 4);
  await page.goBack();
  assert.equal(await boxes.nth(0).isChecked(), true);
  await page.goto('/');
  assert.deepEqual([await boxes.nth(0).isChecked(), await boxes.nth(1).isChecked()], [true, true]);
  await boxes.nth(2).check();
  await boxes.nth(3).check();
  assert.equal(await boxes.nth(4).isDisabled(), true);
  await page.setViewportSize({ width: 1280, height: 800 });
  const removed = page.locator('.tray li button').nth(0);
  assert.match((await removed.getAttribute('aria-label')) ?? '', /^Remove \w/);
  await removed.click();
  assert.deepEqual([await boxes.nth(0).isChecked(), await boxes.nth(4).isDisabled()], [false, false]);
  assert.deepEqual(faults, []);
  await close();
});

test('a company is added to a comparison while its name is typed, and without a script', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, faults, close } = await open({
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
      isMobile: true,
    });
    await page.goto(`/compare?slugs=${many}`);
    await page.getByLabel('Add a company').fill(other);
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: `Add ${madeCompany(2).company}`, exact: true }).click();
    await page.waitForURL(new RegExp(`slugs=${many},${other}$`));
    assert.equal(await page.locator('.matrix thead th').count(), 3);
    await page.getByRole('link', { name: `Remove ${madeCompany(1).company}` }).click();
    await page.waitForURL(new RegExp(`slugs=${other}$`));
    assert.deepEqual(faults, []);
    await close();
  }
});

test('on a phone the criteria stay beside what a comparison is scrolled to, and no word of a name is broken', async () => {
  const { page, close } = await open({ viewport: { width: 360, height: 740 }, isMobile: true });
  const slugs = [1, 2, 5, 6].map((at) => madeCompany(at).slug);
  await page.goto(`/compare?slugs=${slugs.join(',')}`);
  assert.equal(await page.getByText('Scroll the table sideways').isVisible(), true);
  const left = () => page.evaluate("document.querySelector('.matrix tbody th').getBoundingClientRect().left");
  const before = await left();
  assert.equal(typeof before, 'number');
  assert.ok(
    Number(
      await page.evaluate(
        "document.querySelector('.wide').scrollLeft = 10_000, document.querySelector('.wide').scrollLeft",
      ),
    ) > 100,
  );
  assert.equal(await left(), before);
  const box = await page.locator('.matrix thead th').last().boundingBox();
  assert.ok(box && box.x > 0 && box.x + box.width <= 360, JSON.stringify(box));
  const lines = await page.evaluate(
    "[...document.querySelectorAll('.matrix thead bdi')].map((name) => name.getClientRects().length)",
  );
  assert.deepEqual(lines, [1, 1, 1, 1]);
  await page.goto(`/compare?slugs=${slugs.slice(0, 2).join(',')}`);
  assert.equal(await page.getByText('Scroll the table sideways').isVisible(), false);
  assert.equal(
    await page.evaluate("document.querySelector('.wide').scrollWidth > document.querySelector('.wide').clientWidth"),
    false,
  );
  await close();
});

test('everything can be reached by keyboard, and the focus is visible', async () => {
  const { page, close } = await open();
  // What orders the list is open there.
  await page.goto('/?sort=P1');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const seen = new Set<string>();
  for (let step = 0; step < 30; step++) {
    const [kind, outline] = (await page.evaluate(
      '[document.activeElement.localName, getComputedStyle(document.activeElement).outlineStyle]',
    )) as [string, string];
    assert.notEqual(outline, 'none', `${kind} at step ${step}`);
    seen.add(kind);
    await page.keyboard.press('Tab');
  }
  assert.deepEqual([...seen].sort(), ['a', 'button', 'input', 'select', 'summary']);
  await close();
});

test('a snippet is copied with its button', async () => {
  const { page, close } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/audits/${many}`);
  await page.locator('.use summary').first().click();
  await page.locator('.use').getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(String(await page.evaluate('navigator.clipboard.readText()')), new RegExp(`/badge/${many}\\.svg`));
  await close();
});

test('the first paint needs one request for the page and one for the style', async () => {
  const { page, close } = await open();
  const types: string[] = [];
  page.on('request', (request) => types.push(`${request.resourceType()}`));
  await page.goto(`/audits/${many}`);
  assert.deepEqual(
    types.filter((type) => type === 'document' || type === 'stylesheet'),
    ['document', 'stylesheet'],
  );
  // The typeface comes behind them, and is used from the next page on.
  assert.ok(types.indexOf('font') === -1 || types.indexOf('font') > types.indexOf('stylesheet'));
  await close();
});

test('an agent in the browser finds the two reads and the search as tools', async (t) => {
  const { page, faults, close } = await open();
  await page.goto('/');
  if (!(await page.evaluate('"modelContext" in document'))) {
    await close();
    return t.skip('this browser has no document.modelContext (WebMCP)');
  }
  const tools = await page.webmcp.tools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ['get_audit', 'list_audits', 'search_companies']);
  const search = tools.find(({ name }) => name === 'search_companies');
  assert.match(JSON.stringify(search?.inputSchema), /"q":\{"type":"string"/);
  const said = JSON.stringify(await page.webmcp.callTool('get_audit', { slug: many }));
  assert.match(said, new RegExp(`slug[^a-z]+${many}`));
  await page.goto(`/audits/${many}`);
  assert.deepEqual((await page.webmcp.tools()).map(({ name }) => name).sort(), ['get_audit', 'list_audits']);
  assert.deepEqual(faults, []);
  await close();
});
