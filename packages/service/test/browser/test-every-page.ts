import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { openBrowser } from '../world/browser.ts';
import { hostileCompany, madeCompany } from '../world/made-companies.ts';
import { openAll, violations } from '../world/measure/accessibility.ts';
import { everyPage } from '../world/measure/every-page.ts';
import { bytesMax, FONT_BYTES_MAX, faultsOn, looksInTurn, Visitor } from '../world/measure/page-visit.ts';
import { publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/**
 * A test for every second page of the table in a browser (decision 61): no violation of axe, nothing moves, few bytes,
 * nothing from elsewhere, no script error, no cookie. `npm run bench pages` sees every page in all looks, and says how
 * fast they are.
 */
export async function testEveryPage(half: 1 | 2): Promise<void> {
  const clock = fakeClock('2026-11-19T12:00:00.000Z');
  const service = await testService('sqlite', {}, clock, { auditor: madeAuditor({}) });
  await publish(service, [
    ...Array.from({ length: 9 }, (_, at) => madeCompany(at, '2025-05-01', 0.3)),
    madeCompany(1, '2026-05-01', 0.4),
  ]);
  // On another day, so that there is a past and something moved in it.
  clock.set('2026-11-20T12:00:00.000Z');
  await publish(service, [...Array.from({ length: 9 }, (_, at) => madeCompany(at)), hostileCompany()]);
  clock.set('2026-11-21T12:00:00.000Z');
  // Its page shows the sources of each score.
  await publishDraft(service, madeCompany(1).slug);
  const browser = await openBrowser();
  after(() => browser.close());
  const visitor = await Visitor.open(browser, {});
  const { page } = visitor;
  const faults = faultsOn(page, service.url);
  const paths = [...everyPage(service.catalogue.current()), '/audits/hostile-but-valid', '/confirm?t=x'];
  for (const [at, path] of paths.filter((_, at) => at % 2 === half % 2).entries())
    test(path, async () => {
      for (const { width, colorScheme } of looksInTurn(at)) {
        const look = `${width} pixels, ${colorScheme}`;
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const { shift, bytes, font_bytes } = await visitor.visitUntilStill(service.url + path);
        await openAll(page);
        assert.deepEqual(await violations(page), [], look);
        assert.equal(shift, 0, `nothing moves in ${look}`);
        assert.ok(bytes <= bytesMax(path), `it takes ${bytes} bytes`);
        assert.ok(font_bytes <= FONT_BYTES_MAX, `its typeface takes ${font_bytes} bytes`);
        assert.deepEqual(faults.splice(0), [], look);
        assert.deepEqual(await page.context().cookies(), []);
      }
    });
}
