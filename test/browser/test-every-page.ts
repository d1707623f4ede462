import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser } from '../world/browser.ts';
import { hostileCompany, madeCompany } from '../world/made-companies.ts';
import { everyPage } from '../world/measure/every-page.ts';
import { bytesMax, Visitor } from '../world/measure/page-visit.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';
import { madeAuditor } from '../world/sites/made-auditor.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/**
 * A test for every second page of the table in a browser, in windows of one width (decision 61): no violation of axe, bright and
 * dark, nothing moves, few bytes, nothing from elsewhere, no script error, no cookie. How fast they are,
 * `npm run bench pages` says.
 */
export async function testEveryPage(width: number, half: 1 | 2): Promise<void> {
  const service = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
  await publish(service, [
    madeCompany(1, '2025-05-01', 0.3),
    madeCompany(1, '2026-05-01', 0.4),
    ...Array.from({ length: 9 }, (_, at) => madeCompany(at)),
    hostileCompany(),
  ]);
  // Its page shows the sources of each score.
  await publishDraft(service, madeCompany(1).slug);
  const browser = await openBrowser();
  after(() => browser.close());
  const visitor = await Visitor.open(browser, { viewport: { width, height: 800 } });
  const { page } = visitor;
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service.url}/`)) faults.push(`requested ${request.url()}`);
  });
  const paths = [...everyPage(service.catalogue.current()), '/audits/hostile-but-valid', '/confirm?t=x'];
  for (const path of paths.filter((_, at) => at % 2 === half % 2))
    test(`${path} in ${width} pixels`, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      const { shift, bytes } = await visitor.visit(service.url + path);
      assert.deepEqual(await visitor.violations(), []);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await visitor.violations(['color-contrast', 'link-in-text-block']), []);
      assert.equal(shift, 0, 'nothing moves');
      assert.ok(bytes <= bytesMax(path), `it takes ${bytes} bytes`);
      assert.deepEqual(faults.splice(0), []);
      assert.deepEqual(await page.context().cookies(), []);
    });
}
