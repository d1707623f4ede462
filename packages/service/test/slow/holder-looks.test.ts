import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../../test/world/wait.ts';
import { collected, madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { beginPreview } from '../../src/features/previews/operations/begin-preview.ts';
import { tick } from '../../src/operations/worker.ts';
import { holderWorld } from '../holders/holder-world.ts';
import { openBrowser } from '../world/browser.ts';
import { call } from '../world/call.ts';
import { openAll, violations } from '../world/measure/accessibility.ts';
import { faultsOn, looks } from '../world/measure/page-visit.ts';
import { openSmtpSink, readLetter } from '../world/network/smtp-sink.ts';
import { operator_token, publish } from '../world/operator.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/**
 * Every state of the pages of previews and of those who hold a domain, on a phone, a tablet and a desktop, light and dark: axe finds nothing,
 * nothing is wider than the window, no control touches another one. PICTURES is a folder for screenshots of all of them.
 */
const DAY = 86_400_000;
const HOUR = 3_600_000;
const LONG = `${'a'.repeat(60)}.${'b'.repeat(60)}.acme.com`;

let prices = '10 USD\n20 USD\n';
const slow = Promise.withResolvers<void>();
const auditor = madeAuditor({
  site: (website) =>
    website.includes('closed')
      ? {
          ...collected(website, { '/': 'x' }),
          ...{ outcome: 'unobserved', reason: 'its home page answers 403' },
        }
      : { '/': '<h1>Acme</h1>', '/pricing.md': prices },
  lasts: async (website) => (website.includes('slow') ? slow.promise : undefined),
});
const sink = await openSmtpSink();
const world = await holderWorld('sqlite', { SMTP_URL: sink.url }, auditor);
const browser = await openBrowser();
after(async () => {
  slow.resolve();
  await browser.close();
  await sink.close();
});
const { url, get, post, begin, prove, drafted, clock } = world;
const desk = (path: string, body: unknown) => call(url, 'POST', `/api/desk${path}`, { key: operator_token, body });

/** What touches: a control whose box is less than 4 pixels from another one above it, or over it. */
const TOUCHING = `(() => {
  const seen = [...document.querySelectorAll('main .preview :is(button, .button, summary, input:not([type=hidden]), select, textarea)')]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && box.height > 0);
  const found = [];
  for (const [one, a] of seen) for (const [other, b] of seen)
    if (one !== other && !one.contains(other) && !other.contains(one) && a.top <= b.top
      && b.top - a.bottom < 4 && a.left < b.right && b.left < a.right && b.bottom > a.top)
      found.push(one.textContent.trim().slice(0, 30) + ' and ' + other.textContent.trim().slice(0, 30));
  return found;
})()`;

let turn = 0;
async function look(name: string, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<void> {
  // Each state in three widths, light and dark by turns.
  turn += 1;
  for (const { width, colorScheme } of looks.filter((_, at) => (at + turn + Math.floor(at / 2)) % 2 === 0)) {
    const page = await browser.newPage({ baseURL: url, viewport: { width, height: 900 }, colorScheme });
    const faults = faultsOn(page, url);
    await page.goto(path);
    await prepare?.(page);
    const picture = (more = '') =>
      process.env.PICTURES &&
      page.screenshot({
        path: join(process.env.PICTURES, `${name}${more}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    await picture();
    for (const opened of [false, true]) {
      if (opened) await openAll(page);
      const what = `${name}, ${width} pixels, ${colorScheme}${opened ? ', all of it opened' : ''}`;
      assert.deepEqual(await violations(page), [], what);
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width, `${what}: too wide`);
      assert.deepEqual(await page.evaluate(TOUCHING), [], what);
    }
    await picture('-open');
    assert.deepEqual(faults, [], name);
    await page.close();
  }
}
const send = (website: string, words: string) => async (page: Page) => {
  await page.locator('#website').fill(website);
  await page.getByRole('button', { name: words, exact: true }).click();
  await page.waitForLoadState();
};

const previewed = async (host: string) => {
  await beginPreview(world, host, { registration_id: null });
  if (!host.includes('slow'))
    await until(
      async () => !/queued|running/.test((await call(url, 'GET', `/api/previews/${host}.json`)).json.status),
      `the preview of ${host}`,
    );
};

test('the form of a preview, and previews under way, done, refused and of a long name', async () => {
  await look('check', '/check');
  await look('check-wrong', '/check', send('jane@example.com', 'Check this site'));
  for (const host of ['slow.com', 'firm.com', 'closed.com', LONG]) await previewed(host);
  await look('preview-running', '/check/slow.com');
  await look('preview-done', '/check/firm.com');
  await look('preview-closed', '/check/closed.com');
  await look('preview-long', `/check/${LONG}`);
  await look('preview-none', '/check/nobody-asked.com');
});

test('the page of a holder: begun, not seen, proven, drafted, asked for; and a link by mail', async () => {
  await look('own', '/own');
  await look('own-wrong', '/own', send('example.com:8443', 'This is my site'));
  const own = await begin('https://www.firm.com');
  await look('own-begun', own);
  await look('own-unseen', own, async (page) => {
    clock.advance(6_000);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('The token was not seen').waitFor();
  });
  await post(`${own}/mail`, { email: 'admin@firm.com' });
  await until(() => sink.letters.length === 1, 'the link');
  await look('own-mailed', own);
  const { text = '' } = await readLetter(sink.letters[0] ?? { raw: Buffer.from('') });
  const [, link = ''] = /http:\/\/readymark\.test(\/own\/link\?t=\S+)/.exec(text) ?? [];
  await look('own-link', link);
  const long = await begin(LONG);
  await look('own-long', long);
  const proven = await prove('firm.com');
  await look('own-proven', proven);
  const draft = await drafted(proven);
  await look('own-drafted', proven);
  await look('own-draft', draft);
  await post(`${draft}/request`, { company: 'Firm & Daughters' });
  await look('own-requested', proven);
  await look('own-lost', `/own/${'a'.repeat(32)}`);
});

test('a listed company: its page, texts in every state, and its public page, changed and stale', async () => {
  const website = 'https://acme.com/';
  await publish(world, [{ ...exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' }), website }]);
  await publishDraft(world, 'acme');
  await world.catalogue.refresh();
  const own = await prove('acme.com');
  await look('own-listed', own);
  const audit_date = (await call(url, 'GET', '/api/audits/acme.json')).json.audit_date;
  const say = async (about: string, text: string) =>
    assert.equal((await post(`${own}/say`, { about, text, audit_date })).status, 303, about);
  const decide = async (body: unknown) => {
    const { texts } = (await call(url, 'GET', '/api/desk/replies?state=open', { key: operator_token })).json;
    assert.equal((await desk(`/company-texts/${texts[0].text_id}/decide`, body)).status, 200);
    await world.catalogue.refresh();
  };
  await say('reply P1-A', 'Our prices are on every page since May, and\nin /pricing.md.');
  await decide({ decision: 'accept' });
  await say('correction', 'The name of the company has an accent.');
  await decide({ decision: 'refuse', answer: 'We did not find it with one anywhere on your site.' });
  await say('dispute P1-B', `${'Verylongword'.repeat(30)} and more.`);
  await look('own-texts', own);
  await look('own-texts-wrong', own, async (page) => {
    await openAll(page);
    await page.getByLabel('What it is').selectOption('dispute P1-B');
    await page.getByLabel('Your words').fill('Once more.');
    await page.getByRole('button', { name: 'Send it to the operators' }).click();
    await page.getByRole('alert').waitFor();
  });
  await post(`${own}/contact`, { email: 'anna@acme.com' });
  await until(() => sink.letters.length >= 2, 'the link');
  const { text = '' } = await readLetter(sink.letters.at(-1) ?? { raw: Buffer.from('') });
  await post(/http:\/\/readymark\.test(\/own\/link\?t=\S+)/.exec(text)?.[1] ?? '');
  await look('own-letters', own);
  prices = '30 USD\n';
  clock.advance(HOUR);
  await previewed('acme.com');
  clock.advance(60_000);
  await tick(world);
  const changed = async () => /Changed since this audit/.test((await get('/audits/acme')).text);
  await until(changed, 'the public page says so');
  await look('company-changed', '/audits/acme');
  await look('preview-changed', '/check/acme.com');
  clock.advance(200 * DAY);
  await previewed('acme.com');
  clock.advance(60_000);
  await tick(world);
  await until(changed, 'still');
  await until(async () => /stale/i.test((await get('/audits/acme')).text), 'it is stale');
  await look('company-stale', '/audits/acme');
});
