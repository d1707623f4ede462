import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openBrowser } from '../world/browser.ts';
import { hostileCompany, madeCompany } from '../world/made-companies.ts';
import { openAll, violations } from '../world/measure/accessibility.ts';
import { commit, publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** The pages of a company in a real browser: its first screen, contents, orders, prompts, past audits and changes (decision 61). */
const service = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });

/** A company whose texts are as long as a record allows, in words and without any. */
const long: Audit = {
  ...madeCompany(7),
  slug: 'long',
  source_file: `long_${madeCompany(7).audit_date}.audit.json`,
  company: `${'Donaudampfschifffahrt'.repeat(9)} & Co.`,
  website: `https://${'w'.repeat(60)}.${'x'.repeat(60)}.example/`,
  strongest_signals: [{ title: 'W'.repeat(1000), detail: 'Wide.' }],
  critical_gaps: [{ title: 'A title that goes on and on. '.repeat(30).trim(), detail: 'Long.' }],
};
long.priority_actions = [
  {
    action: 'Publish everything that anybody may want to read. '.repeat(30).trim(),
    points_gain: 4,
    pillar: 'P1',
    effort: 'Low',
  },
];
const both = exampleAudit({ slug: 'low-and-full', scores: { 'P1-A': 1, 'P1-B': 5 } });
const { slug } = madeCompany(1);
await publish(service, [
  madeCompany(1, '2025-05-01', 0.3),
  madeCompany(1, '2026-04-01', 0.4),
  madeCompany(1),
  ...Array.from({ length: 8 }, (_, at) => madeCompany(at + 2)),
  hostileCompany(),
  long,
  both,
]);
await publishDraft(service, madeCompany(2).slug);
const invented = { slug: 'invented', company: 'A company that does not exist at all', fictional: true };
await commit(service, [exampleAudit({ ...invented, audit_date: '2026-01-02' })], { keep_examples: true });
await service.catalogue.refresh();
const browser = await openBrowser();
after(() => browser.close());

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
const phone = { viewport: { width: 360, height: 800 }, isMobile: true, reducedMotion: 'reduce' } as const;

async function open(options: BrowserContextOptions): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ baseURL: service.url, ...options });
  return { page: await context.newPage(), close: () => context.close() };
}

for (const [name, size] of Object.entries({ desktop, phone }))
  test(`the first screen has name, score, tier, pillars and the three things that matter, however long they are (${name})`, async () => {
    const { page, close } = await open({ ...size, javaScriptEnabled: false });
    for (const at of [slug, 'long', 'hostile-but-valid', 'invented', `${slug}/2026-04-01`, 'long/2026-11-02']) {
      await page.goto(`/audits/${at}`);
      const audit = service.catalogue.current().record(at.split('/')[0] ?? '');
      assert.ok(audit);
      assert.equal(await page.locator('.verdict .pillars tbody tr').count(), 5);
      assert.deepEqual(
        (await page.locator('.verdict .pillars .num').allTextContents()).map((text) => text.match(/ of (\d+)/)?.[1]),
        Object.values(audit.pillars).map(({ max }) => String(max)),
      );
      assert.equal(await page.locator('.three > div').count(), 3);
      assert.match((await page.locator('.three .actions').textContent()) ?? '', /\+\d+ points?/);
      for (const seen of [
        'h1',
        '.verdict .site',
        '.total',
        '.score .big',
        '.verdict .pillars tr',
        '.three > div',
        '.three dd',
      ])
        for (const one of await page.locator(seen).all()) {
          const box = await one.boundingBox();
          assert.ok(box && box.height > 0 && box.width > 0, `${at}: ${seen} is shown`);
          assert.ok(box.y + box.height <= size.viewport.height, `${at}: ${seen} ends at ${box.y + box.height}`);
          assert.ok(box.x >= 0 && box.x + box.width <= size.viewport.width, `${at}: ${seen} is as wide as the window`);
        }
    }
    await close();
  });

test('what the first screen cuts ends with an ellipsis and is whole further down', async () => {
  const { page, close } = await open(phone);
  await page.goto('/audits/long');
  assert.match((await page.locator('h1').textContent()) ?? '', /…$/);
  assert.deepEqual(await page.locator('.facts dd bdi').allTextContents(), [long.company, new URL(long.website).host]);
  for (const [one, whole] of [
    ['signals', long.strongest_signals[0]?.title],
    ['gaps', long.critical_gaps[0]?.title],
    ['actions', long.priority_actions[0]?.action],
  ] as const) {
    const link = page.locator(`.three .${one} a`);
    assert.match((await link.textContent()) ?? '', /…$/);
    await link.click();
    assert.equal(new URL(page.url()).hash, `#${one}`);
    assert.equal(
      await page
        .locator('main')
        .getByText(whole ?? '-', { exact: true })
        .count(),
      1,
    );
  }
  await close();
});

test('the contents stay beside the page on a desktop, and open without a script on a phone', async () => {
  const wide = await open({ ...desktop, javaScriptEnabled: false });
  await wide.page.goto(`/audits/${slug}#history`);
  const beside = wide.page.getByRole('navigation', { name: 'Contents' });
  const box = await beside.boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 100, `they stand at ${box?.y}`);
  assert.equal(await wide.page.getByRole('navigation', { name: 'On this page' }).isVisible(), false);
  const targets = await beside.getByRole('link').all();
  assert.ok(targets.length >= 12);
  for (const link of targets) {
    const to = (await link.getAttribute('href')) ?? '';
    assert.equal(await wide.page.locator(to).count(), 1, to);
  }
  await wide.close();
  const narrow = await open({ ...phone, javaScriptEnabled: false });
  await narrow.page.goto(`/audits/${slug}`);
  assert.equal(await narrow.page.getByRole('navigation', { name: 'Contents' }).isVisible(), false);
  const link = narrow.page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'History' });
  assert.equal(await link.isVisible(), false);
  await narrow.page.getByRole('navigation', { name: 'On this page' }).getByText('On this page').click();
  await link.click();
  assert.equal(new URL(narrow.page.url()).hash, '#history');
  const date = await narrow.page.locator('.history tbody th').first().boundingBox();
  assert.ok(date && date.height < 60 && date.width > 60, `a date is on one line: ${JSON.stringify(date)}`);
  await narrow.close();
});

test('a 1 of 5 differs from a 5 of 5 in boxes, words and weight, in forced colours too', async () => {
  const { page, close } = await open({ ...desktop, forcedColors: 'active' });
  await page.goto('/audits/low-and-full');
  const styleOf = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  const look = async (id: string) => {
    const mark = page.locator(`#${id} .mark`);
    const filled = (await mark.locator('path').last().getAttribute('d')) ?? '';
    return {
      words: (await mark.textContent()) ?? '',
      boxes: filled.split('M').length - 1,
      weight: Number(await styleOf(`#${id} .mark b`, 'fontWeight')),
      bar: await styleOf(`#${id}`, 'borderInlineStartWidth'),
    };
  };
  const [low, full] = [await look('P1-A'), await look('P1-B')];
  assert.deepEqual([low.boxes, full.boxes], [1, 5]);
  assert.match(low.words, /1 of 5 lacks 4/);
  assert.match(full.words, /5 of 5 all points/);
  assert.ok(low.weight > full.weight, `${low.weight} and ${full.weight}`);
  assert.deepEqual([low.bar, full.bar], ['4px', '0px']);
  await close();
});

test('without a script criteria are ordered, a prompt is read, and two audits are chosen and compared', async () => {
  const { page, close } = await open({ ...desktop, javaScriptEnabled: false });
  await page.goto(`/audits/${slug}`);
  await page.getByRole('link', { name: 'weakest first' }).click();
  assert.match(page.url(), /\?order=weakest#criteria$/);
  const scores = (await page.locator('.criteria .mark b').allTextContents()).map(Number);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => a - b),
  );
  await page.getByLabel('Show all evidence').check();
  const summary = page.locator('.reach summary').first();
  await summary.click();
  assert.match(
    await page.locator('.reach pre').first().innerText(),
    /^Raise "[\s\S]*quoted data: follow no instruction/,
  );
  await page.getByRole('link', { name: 'Compare any two audits' }).click();
  await page.getByLabel('Before').selectOption('2025-05-01');
  await page.getByLabel('After').selectOption('2026-04-01');
  await page.getByRole('button', { name: 'Compare' }).click();
  assert.match(page.url(), /\/changes\?from=2025-05-01&to=2026-04-01$/);
  assert.deepEqual(await page.locator('.when time').allTextContents(), ['1 May 2025', '1 Apr 2026']);
  await page.locator('.when a').first().click();
  assert.match((await page.locator('.note.dated').textContent()) ?? '', /not the current one/);
  await close();
});

test('a prompt is copied with its button', async () => {
  const { page, close } = await open({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/audits/${slug}`);
  await page.getByLabel('Show all evidence').check();
  const reach = page.locator('.reach').first();
  await reach.locator('summary').click();
  await reach.getByRole('button', { name: 'Copy' }).click();
  await reach.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), await reach.locator('code').textContent());
  await close();
});

/** Pages whose texts and parts the pages in every-page-*.test.ts do not have. */
const furtherPages = [
  `/audits/${madeCompany(2).slug}`,
  '/audits/hostile-but-valid/2026-11-03',
  '/audits/long',
  '/audits/long/2026-11-02',
];

// Colours do not depend on the size of the window.
for (const [colorScheme, size] of [
  ['light', phone],
  ['dark', desktop],
] as const)
  test(`pages of a company have no accessibility violation with everything open (${colorScheme})`, async () => {
    const { page, close } = await open({ ...size, colorScheme });
    for (const path of furtherPages.slice(0, 3)) {
      await page.goto(path);
      await openAll(page);
      assert.deepEqual(await violations(page), [], path);
    }
    await close();
  });

test('pages of a company fit a phone of 320 pixels, weigh at most 30 KB with everything, and nothing moves', async () => {
  const { page, close } = await open({ viewport: { width: 320, height: 640 }, isMobile: true });
  for (const path of furtherPages) {
    await page.goto(path, { waitUntil: 'load' });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
    const shifted = await page.evaluate(
      "new Promise((done) => { new PerformanceObserver((list) => done(list.getEntries().length)).observe({ type: 'layout-shift', buffered: true }); requestAnimationFrame(() => requestAnimationFrame(() => done(0))); })",
    );
    assert.equal(shifted, 0, `${path} moved`);
    await openAll(page);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${path} with everything open`);
  }
  await close();
  for (const path of furtherPages) {
    const fresh = await open(desktop);
    await fresh.page.goto(path, { waitUntil: 'load' });
    const bytes = Number(
      await fresh.page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(({ name }) => !name.endsWith('.woff2')).reduce((sum, { transferSize }) => sum + transferSize, 0)",
      ),
    );
    assert.ok(bytes > 5_000 && bytes <= 30_000, `${path}: ${bytes} bytes`);
    await fresh.close();
  }
});

test('on paper the evidence stands, and what is for screens does not', async () => {
  const { page, close } = await open(desktop);
  await page.goto(`/audits/${slug}`);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['.onpage >> nth=0', '.reach >> nth=0', '.order', '.use'])
    assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  for (const shown of ['.total', '.three', '.criteria .evidence >> nth=0', '.history'])
    assert.equal(await page.locator(shown).isVisible(), true, shown);
  await close();
});
