import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openBrowser } from '../world/browser.ts';
import { openAll } from '../world/measure/accessibility.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** The mark of fictional companies (decision 105) in a real browser, on every page that names one. */
const service = await testService('sqlite');
const invented = (slug: string, company: string, audit_date: string, scores: number) =>
  exampleAudit({ slug, company, audit_date, scores, fictional: true });
await publish(service, [
  invented('harbour', 'Harbour Translation Memory', '2026-05-01', 2),
  invented('harbour', 'Harbour Translation Memory', '2026-11-01', 4),
  invented('tide', 'Tide', '2026-11-02', 3),
]);
const browser = await openBrowser();
after(() => browser.close());

const pages = [
  '/',
  '/compare',
  '/compare?q=har',
  '/compare?slugs=tide',
  '/compare?slugs=tide,harbour',
  '/audits/harbour',
  '/audits/harbour/2026-05-01',
  '/audits/harbour/changes',
];

for (const width of [360, 1440])
  test(`the mark stands on one line and is as wide as its word, in ${width} pixels`, async () => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    for (const path of pages) {
      await page.goto(service.url + path);
      await openAll(page);
      const marks = await page.locator('main .fictional:visible').all();
      assert.ok(marks.length > 0, `${path} has a mark`);
      for (const mark of marks) {
        const box = await mark.boundingBox();
        assert.ok(box && box.width > 40 && box.width < 90, `${path}: it is ${box?.width} pixels wide`);
        assert.ok(box.height < 30, `${path}: it is ${box.height} pixels high`);
      }
    }
    await page.close();
  });
