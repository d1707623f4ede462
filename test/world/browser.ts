import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/**
 * A real browser without a window: the one at `CHROME_PATH`, else the Chromium of the npm package, unpacked once to the
 * temporary folder.
 *
 * For tests and scripts only. The caller closes it.
 */
export async function openBrowser(): Promise<Browser> {
  // The package's own arguments switch web security off, which is what these tests are about.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];
  return playwright.launch({ executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()), args });
}
