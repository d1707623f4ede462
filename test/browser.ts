import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * A real browser without a window: the one at `CHROME_PATH`, else the Chromium of the npm package, unpacked once to the temporary folder.
 *
 * Only tests and scripts use it; whoever opens it closes it.
 */
export async function openBrowser(): Promise<Browser> {
  const given = process.env.CHROME_PATH;
  const args = given
    ? ['--no-sandbox']
    : [...chromium.args.filter((arg) => !arg.startsWith('--headless') && arg !== '--single-process'), '--no-sandbox'];
  return playwright.launch({ executablePath: given ?? (await chromium.executablePath()), args });
}
