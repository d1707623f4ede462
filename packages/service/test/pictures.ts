import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './world/browser.ts';
import { deskDay } from './world/desk/desk-day.ts';
import { operator_token } from './world/operator.ts';

/**
 * `npm run pictures [FOLDER]`: takes the pictures of docs/operating.md and README.md. Data and clock are the same each time, so that a
 * picture changes only where the desk does.
 */
const [folder = join(import.meta.dirname, '../../../docs/pictures')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

/** Of the window; a picture has four fifths of it in pixels. */
const WIDTH = 1200;
const SCALE = 0.8;
/** Of the quality of WebP, from 0 to 1: words stay sharp. */
const QUALITY = 0.72;

const day = await deskDay();
const { url } = day.service;
const browser = await openBrowser();
const context = await browser.newContext({
  viewport: { width: WIDTH, height: 900 },
  deviceScaleFactor: SCALE,
  colorScheme: 'light',
});
const page = await context.newPage();
const press = await context.newPage();

/** Browsers take pictures as PNG, and make WebP of them on a canvas: a quarter of the bytes. */
async function webp(of: Page, png: Buffer): Promise<Buffer> {
  const base64 = (await of.evaluate(
    `(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${QUALITY} });
      return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
    })()`,
  )) as string;
  return Buffer.from(base64, 'base64');
}

/** Ids are random: in pictures they are all the same. */
const SAME_IDS = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    texts.currentNode.data = texts.currentNode.data.replace(/_[0-9a-f]{32}\\b/g, '_01a1fd3c8c9d7a10b2e3d4c5f6a7b8c9');
})()`;

/** A part of a page, `height` pixels of the window, from its top or from an element. */
async function take(name: string, path: string, height: number, from = 'body'): Promise<void> {
  await page.goto(url + path);
  // The typeface comes behind the first page.
  await page.reload();
  await page.evaluate(SAME_IDS);
  const y = (await page.evaluate(
    `Math.max(0, scrollY + document.querySelector('${from}').getBoundingClientRect().top - 16)`,
  )) as number;
  const png = await page.screenshot({ clip: { x: 0, y, width: WIDTH, height }, fullPage: true });
  const bytes = await webp(press, png);
  writeFileSync(join(folder, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp ${Math.round(bytes.byteLength / 1024)} KB\n`);
}

try {
  await take('sign-in', '/desk', 420);
  await page.fill('#token', operator_token);
  await page.click('main button');
  await take('queue', '/desk', 640);
  await take('request', `/desk/requests/${day.received_id}`, 700);
  await take('review', `/desk/audits/${day.job_id}`, 770, '.review-parts > div > section:nth-child(2)');
  await day.reviewAll();
  await take('publish', `/desk/audits/${day.job_id}/publish`, 720);
  await day.publishDraft();
  await day.service.catalogue.refresh();
  await take('company', day.company_path, 760);
  await take('log', '/desk/log', 700);
} finally {
  await browser.close();
  await day.service.stop();
}
