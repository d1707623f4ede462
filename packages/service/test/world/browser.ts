import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

let browser: Promise<Browser> | undefined;

/**
 * A real headless browser: the one at `CHROME_PATH`, or the Chromium of the npm package, unpacked once to the temporary
 * folder.
 *
 * For tests and scripts only, one for all files of a process. The caller closes it when the process has no more use for it: what
 * one file keeps from the others is in contexts.
 */
export function openBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  // The package's own arguments switch off web security, which these tests check.
  const args = [
    ...['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    // In an origin trial: the tools of a page are listed only where this is on.
    '--enable-features=WebMCP',
  ];
  return playwright.launch({ executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()), args });
}
