import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { short } from '../../../../../test/world/wait.ts';

/**
 * All rules but one, which asks whether a style locks the page to one orientation and for which axe loads the styles again;
 * test/laws/pages.test.ts looks for that. What passes is not described.
 */
const OPTIONS = { resultTypes: ['violations'], preload: false };

/**
 * Marks the texts whose contrast is looked at in a short run, which otherwise takes three quarters of the time: fields, and the first
 * of those texts that have the same elements, classes and computed colours from the root down.
 */
const MARK = `{
  const looks = new Map(), numbers = new Map(), seen = new Set();
  const look = (element) => {
    if (!element) return 0;
    let number = numbers.get(element);
    if (number !== undefined) return number;
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position } = getComputedStyle(element);
    const parts = [look(element.parentElement), element.localName, element.getAttribute('class'), color, backgroundColor];
    const key = JSON.stringify([...parts, backgroundImage, opacity, fontSize, fontWeight, position]);
    if (!looks.has(key)) looks.set(key, looks.size + 1);
    number = looks.get(key);
    numbers.set(element, number);
    return number;
  };
  for (const element of document.body.querySelectorAll('*')) {
    const field = element.matches('input, select, textarea');
    const says = field || [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
    const marked = says && (field || !seen.has(look(element)));
    if (marked) seen.add(look(element));
    element.toggleAttribute('data-contrast', marked);
  }
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-contrast]' }] });
}`;

/** What axe finds on a page as it is now, a line each. */
export async function violations(page: Page): Promise<string[]> {
  // A navigation took it away.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  if (short) await page.evaluate(MARK);
  return page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html.slice(0, 200) + ' (' + nodes.length + ')'))`);
}

/** Opens everything that is closed at first. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
}
