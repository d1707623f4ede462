import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { timeLimit } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openBrowser } from '../world/browser.ts';
import { violations } from '../world/measure/accessibility.ts';
import { faultsOn } from '../world/measure/page-visit.ts';
import { hostileDocuments, serveHostile } from '../world/network/hostile-documents.ts';
import { lyingService, replaced } from '../world/network/lying-service.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** "Check this score" on the page of a company, in a real browser, of an honest and of a lying service (decision 147). */
const service = await testService('sqlite', { BASE_URL: 'https://readymark.test' });
await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme' })]);
await publish(service, [exampleAudit({ slug: 'other', company: 'Other', scores: 4 })]);
const liar = await lyingService(service.url);
const browser = await openBrowser();
after(() => browser.close());

async function opened(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: liar.url, ...options });
  const page = await context.newPage();
  const faults = faultsOn(page, liar.url);
  await page.goto(path);
  const section = page.locator('section.check');
  const check = async () => {
    // What an earlier check said.
    await page.evaluate("document.querySelector('section.check .checks').replaceChildren()");
    await section.getByRole('button', { name: 'Check this score' }).press('Enter');
    await section.locator('.checks li').first().waitFor();
    await section.getByRole('button', { name: 'Check this score' }).waitFor();
    return (await section.locator('.checks li.failed').allInnerTexts()).map((text) => text.replace(/^✗\s+/, ''));
  };
  return { page, section, faults, check, close: () => context.close() };
}

test('the button says in words what was checked, by keys, on every width, and without faults', async () => {
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [768, 'light'],
    [1280, 'dark'],
  ] as const) {
    const options = { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' } as const;
    const { page, section, faults, check, close } = await opened('/audits/acme#check', options);
    assert.deepEqual(await check(), []);
    assert.equal(
      await section.getByRole('status').innerText(),
      'This score is the one in the signed log, and its arithmetic is right.',
    );
    const said = await section.locator('.checks li').allInnerTexts();
    for (const expected of [
      /This page shows 60 points, as the record does/,
      /The log “readymark\.test\/log”, of 2 entries, is signed by that key/,
      /Entry 0 of 2 of the log is this one/,
      /The record is the one that was logged as entry 0; nothing in it was changed/,
      /60 points are the tier “Emerging”/,
      /The rank 2 follows from the scores of the index/,
      /The one entry that follows it does not take its place/,
      /–\s+The key was taken from where the score is, so it proves nothing about who signed/,
    ])
      assert.ok(
        said.some((text) => expected.test(text)),
        `${expected}: ${said.join('\n')}`,
      );
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width}`);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(faults, []);
    await close();
  }
});

test('of a lying service it says what the command line says', async () => {
  const record = '/api/audits/acme.json';
  const changed = /^The record differs from the one that was logged as entry 0: something in it was changed\.$/;
  for (const [path, lie, expected] of [
    [record, replaced('What was seen', 'What was sEen'), [changed]],
    ['/audits/acme', replaced('<b>60</b>', '<b>90</b>'), [/^This page shows 90 points, and the record says 60\.$/]],
    ['/api/audits/acme/proof.json', () => '[[[[', [/^The proof \(proof\.json\) is not JSON\.$/]],
    [
      '/api/audits/index.json',
      replaced('"rank":2', '"rank":1'),
      [/^The rank is 2 by the scores of the index, and the index says 1\.$/],
    ],
    [
      '/log/tile/entries/000.p/2',
      () => undefined,
      [/^The file of entries log\/tile\/entries\/000\.p\/2 is missing\.$/],
    ],
  ] as const) {
    liar.lies.clear();
    liar.lies.set(path, lie);
    const { section, check, close, faults } = await opened('/audits/acme');
    const failed = await check();
    assert.equal(failed.length, expected.length, failed.join('\n'));
    for (const [at, pattern] of expected.entries()) assert.match(failed[at] ?? '', pattern);
    const status = await section.getByRole('status').innerText();
    assert.match(status, /^One thing is wrong with this score\./);
    assert.deepEqual(faults, []);
    await close();
  }
  liar.lies.clear();
});

test('documents that are made to hold a browser are said to be wrong, and the page stays usable', {
  timeout: timeLimit(240_000),
}, async () => {
  const { page, section, check, close } = await opened('/audits/acme');
  // A page that is held draws nothing: frames are counted while it checks.
  const frames = () => page.evaluate<number>('globalThis.frames_drawn');
  await page.evaluate(
    'globalThis.frames_drawn = 0; (function draw() { globalThis.frames_drawn += 1; requestAnimationFrame(draw); })()',
  );
  for await (const hostile of hostileDocuments()) {
    serveHostile(liar, hostile);
    const before = await frames();
    const failed = await check();
    assert.ok(
      failed.some((says) => hostile.told.test(says)),
      `${hostile.what}: ${failed.join('\n')}`,
    );
    assert.match(await section.getByRole('status').innerText(), /wrong with this score\./);
    assert.ok((await frames()) > before, hostile.what);
  }
  liar.lies.clear();
  assert.deepEqual(await check(), []);
  await close();
});

test('a check that takes longer than a minute is stopped, in words, and can be made again', async () => {
  const { page, section, close } = await opened('/audits/acme');
  await page.clock.install();
  let asked: (() => void) | undefined;
  const waits = new Promise<void>((resolve) => {
    asked = resolve;
  });
  // It never answers.
  await page.context().route('**/proof.json', () => asked?.());
  const button = section.getByRole('button', { name: 'Check this score' });
  await button.click();
  await waits;
  await page.clock.fastForward(60_000);
  await button.waitFor();
  assert.equal(
    await section.getByRole('status').innerText(),
    'The check was stopped after 60 seconds: what is served here is larger or slower than a score is.',
  );
  assert.equal(await section.locator('.checks li').count(), 0);
  await page.context().unroute('**/proof.json');
  await button.click();
  await section.locator('.checks li').first().waitFor();
  assert.match(await section.getByRole('status').innerText(), /^This score is the one in the signed log/);
  await close();
});

test('without JavaScript the button is a link to the proof, above the words on how to check it', async () => {
  const { section, close } = await opened('/audits/acme', { javaScriptEnabled: false });
  assert.equal(await section.getByRole('button').count(), 0);
  const link = section.getByRole('link', { name: 'Check this score' });
  assert.equal(await link.getAttribute('href'), '/api/audits/acme/proof.json');
  await section.locator('summary').click();
  assert.match(await section.innerText(), /readymark verify https:\/\/readymark\.test\/audits\/acme --key KEY/);
  await close();
});
