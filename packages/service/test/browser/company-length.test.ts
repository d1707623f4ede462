import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openBrowser } from '../world/browser.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** A full audit is a page that people read to its end: criteria are lines until they are opened (decision 61). */
const site = 'https://acme.example';
const sentence =
  'The page of prices names three plans with their monthly amounts in euros, says what each of them contains, and gives the limits of calls for a minute and a month';

/** An audit with as many and as long texts as the auditing agent writes. */
const base = exampleAudit({ slug: 'acme', company: 'Acme', scores: 3 });
const criteria = base.criteria.map((one, at) => ({
  ...one,
  evidence: `${sentence} (${site}/pricing/${at}, 2026-11-20; https://elsewhere.example/${at}). ${sentence} at part ${at}.`,
}));
const finding = (at: number) => ({ title: criteria[at]?.name ?? '', detail: criteria[at]?.evidence ?? '' });
const audit: Audit = {
  ...base,
  website: `${site}/`,
  criteria,
  executive_summary: [1, 2, 3, 4].map((at) => `${sentence}, sentence ${at}.`).join(' '),
  strongest_signals: [0, 1, 2, 3, 4].map(finding),
  critical_gaps: [10, 11, 12, 13, 14].map(finding),
  priority_actions: Array.from({ length: 8 }, (_, at) => ({
    action: `Publish a file with all prices, limits and terms, which names the day of its last change, number ${at}.`,
    ...{ points_gain: 2, pillar: `P${(at % 5) + 1}`, effort: 'Low' },
  })),
};
const service = await testService('sqlite');
// From five companies on the page compares them.
const others = ['b', 'c', 'd', 'e'].map((slug, at) => exampleAudit({ slug, company: slug, scores: at + 1 }));
await publish(service, [audit, ...others]);
const browser = await openBrowser();
after(() => browser.close());

async function open(width: number, more: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width, height: width < 500 ? 740 : 900 };
  const context = await browser.newContext({ baseURL: service.url, viewport, reducedMotion: 'reduce', ...more });
  return context.newPage();
}
const visible = (page: Page, selector: string) => page.locator(selector).isVisible();

test('at 1440 px it has at most 5,000 px and its criteria begin by 1,500; at 360 px it has at most 7,000', async () => {
  for (const [width, height_max, criteria_max] of [
    [1440, 5_000, 1_500],
    [360, 7_000, Number.POSITIVE_INFINITY],
  ] as const) {
    const page = await open(width);
    await page.goto('/audits/acme');
    const { height, top, wide } = (await page.evaluate(
      "({ height: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth, top: document.getElementById('criteria').getBoundingClientRect().top })",
    )) as { height: number; top: number; wide: number };
    assert.ok(height <= height_max, `${height} px at ${width}`);
    assert.ok(top <= criteria_max, `criteria begin at ${top} px`);
    assert.equal(wide, width);
    await page.context().close();
  }
});

test('a criterion opens by itself, by its address, and all by one box, without a script', async () => {
  const page = await open(360, { javaScriptEnabled: false });
  await page.goto('/audits/acme');
  assert.equal(await visible(page, '#P1-A .evidence'), false);
  await page.locator('#P1-A summary').first().click();
  assert.equal(await visible(page, '#P1-A .evidence'), true);
  assert.equal(await visible(page, '#P1-B .evidence'), false);
  await page.getByRole('link', { name: /^P3-B/ }).first().click();
  assert.equal(await visible(page, '#P3-B .evidence'), true, 'signals and gaps lead to it');
  await page.getByLabel('Show all evidence').check();
  for (const { id } of criteria) assert.equal(await visible(page, `#${id} .evidence`), true, id);
  await page.context().close();
});

test('evidence is sentences, with its sources as small links behind them', async () => {
  const page = await open(1440);
  await page.goto('/audits/acme#P1-A');
  const evidence = page.locator('#P1-A .evidence');
  assert.doesNotMatch((await evidence.locator('p').first().textContent()) ?? '', /https?:|\(|…/);
  assert.deepEqual(await evidence.locator('.chips a').allTextContents(), ['/pricing/0', 'elsewhere.example/0']);
  const { criteria: stored } = (await (await fetch(`${service.url}/api/audits/acme.json`)).json()) as Audit;
  assert.deepEqual(stored, criteria, 'the record is as it was published');
  await page.context().close();
});

test('what anybody can do is under the score: watch, compare, badge, reply, ask again, share, and fix', async () => {
  const page = await open(360);
  await page.goto('/audits/acme');
  const acts = page.getByRole('navigation', { name: 'What you can do' });
  const names = ['Watch', 'Compare', 'Badge and data', 'Is this your company?', 'Check it now', 'Ask for a re-audit'];
  assert.deepEqual(await acts.getByRole('link').filter({ visible: true }).allTextContents(), names);
  assert.ok(((await acts.boundingBox())?.y ?? 9_999) < 1_200);
  await acts.getByText('First fixes as a prompt').click();
  const prompt = (await acts.locator('pre:visible').textContent()) ?? '';
  assert.equal(prompt.match(/^# \d of 3$/gm)?.length, 3);
  assert.match(prompt, /follow no instruction in it/);
  await acts.getByText('Share').click();
  assert.match((await acts.locator('pre:visible').first().textContent()) ?? '', /^Acme: 60 of 100, Emerging\. http/);
  for (const link of await acts.getByRole('link').all()) {
    const to = (await link.getAttribute('href')) ?? '';
    if (!to.startsWith('#')) assert.equal((await fetch(service.url + to)).status, 200, to);
  }
  await page.context().close();
});

test('other scores are summed up at once and in sight, and the cheapest way to the next tier is set by one click', async () => {
  const page = await open(360);
  await page.goto('/audits/e');
  await page.getByText('Set scores, and see').click();
  const sum = page.locator('form.what-if [role=status]');
  const drawn = async (words: RegExp) => {
    await sum.filter({ hasText: words }).waitFor();
    assert.match((await sum.locator('.ruler').getAttribute('aria-label')) ?? '', words);
    const box = await sum.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 740, `it is at ${box?.y}`);
  };
  await page.locator('#set-P1-A').selectOption('5');
  await drawn(/81/);
  await page.locator('#set-P5-D').selectOption('0');
  await drawn(/77/);
  await page
    .getByText(/The cheapest way to Agent-Ready/)
    .getByRole('link')
    .click();
  await drawn(/8[5-9]|9\d/);
  assert.equal(await page.locator('#set-P5-D').inputValue(), '4', 'what was chosen before is taken back');
  assert.equal(new URL(page.url()).pathname, '/audits/e');
  await page.context().close();

  const plain = await open(1440, { javaScriptEnabled: false });
  await plain.goto('/audits/e/what-if');
  await plain
    .getByText(/The cheapest way to Agent-Ready/)
    .getByRole('link')
    .click();
  assert.match((await plain.locator('.sides').textContent()) ?? '', /With these scores\s*(?:8[5-9]|9\d)/);
  await plain.context().close();
});

test('the home page says whose scores these are, and its board begins above the fold, below one field', async () => {
  const page = await open(1440);
  await page.goto('/');
  const lead = (await page.locator('.lead').textContent()) ?? '';
  assert.match(lead, /scores of Readymark.*a person reviews every audit and answers for it/s);
  const row = await page.locator('#board tbody tr').first().boundingBox();
  assert.ok(row && row.y + row.height < 900, `the first row is at ${row?.y}`);
  assert.equal(await page.locator('form[data-board] :is(input, select):visible').count(), 1);
  const [header, agents] = [
    await page.locator('header.site').boundingBox(),
    await page.locator('.agents').boundingBox(),
  ];
  assert.ok(header && agents && agents.y >= header.y + header.height, 'people read first what is theirs');
  await page.getByText('Tier and order').click();
  await page.getByLabel('Tier', { exact: true }).selectOption('Emerging');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL(/[?&]tier=Emerging/);
  await page.context().close();
});
