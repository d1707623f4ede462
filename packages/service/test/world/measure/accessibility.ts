import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds on a page as it is now, a line each: all of its rules but one, which asks whether a style locks the page
 * to one orientation and for which axe loads the styles again; test/laws/pages.test.ts looks for that.
 */
export async function violations(page: Page): Promise<string[]> {
  // There are no frames, so the mode that opens a second page for them is not needed. What passes is not described.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  const found = (await axe.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} (${nodes.length})`);
}

/** Opens everything that is closed at first. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
}
