import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './world/browser.ts';
import { deskDay } from './world/desk/desk-day.ts';
import { operator_token } from './world/operator.ts';

/**
 * `npm run pictures [FOLDER]`: takes the pictures of docs/operating.md. Data and clock are the same each time, so that a
 * picture changes only where the desk does.
 */
const [folder = join(import.meta.dirname, '../docs/pictures')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const WIDTH = 960;
/** Of the quality of WebP, from 0 to 1: words stay sharp. */
const QUALITY = 0.72;

const day = await deskDay();
const { url } = day.service;
const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: WIDTH, height: 700 }, colorScheme: 'light' });
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

/** The upper part of a page as it is, `height` pixels. */
async function take(name: string, path: string, height: number, before?: () => Promise<unknown>): Promise<void> {
  await page.goto(url + path);
  await before?.();
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height }, fullPage: true });
  const bytes = await webp(press, png);
  writeFileSync(join(folder, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp ${Math.round(bytes.byteLength / 1024)} KB\n`);
}

try {
  await take('sign-in', '/desk', 420);
  await page.fill('#token', operator_token);
  await page.click('main button');
  await take('queue', '/desk', 700);
  await take('request', `/desk/requests/${day.request_id}`, 700);
  await take('review', `/desk/audits/${day.job_id}`, 780);
  await day.reviewAll();
  await take('publish', `/desk/audits/${day.job_id}/publish`, 700);
  await day.publishDraft();
  await take('log', '/desk/log', 560);
} finally {
  await browser.close();
  await day.service.stop();
}
