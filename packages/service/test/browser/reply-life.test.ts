import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../../test/world/wait.ts';
import { publishReply } from '../../src/features/replies/operations/publish-reply.ts';
import { execute } from '../../src/operations/run.ts';
import { playDomains, says } from '../public-log/replies/played-domains.ts';
import { openBrowser } from '../world/browser.ts';
import { call, newKey } from '../world/call.ts';
import { madeCompany } from '../world/made-companies.ts';
import { openAll, violations } from '../world/measure/accessibility.ts';
import { bytesMax, faultsOn, Visitor } from '../world/measure/page-visit.ts';
import { OPERATOR_TOKENS, operator, operator_token, publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';

/**
 * The life of a dispute in a real browser, from the notes of a request to its outcome on the public page; and the page of a
 * company that said as much as it may.
 */
const browser = await openBrowser();
after(() => browser.close());
const { files, proofs } = await playDomains(['acme.com']);
const website = 'https://acme.com/';
const clock = fakeClock('2026-11-21T12:00:00.000Z');
const service = await testService('sqlite', { OPERATOR_TOKENS }, clock, { domain_proofs: proofs() });
const acme = (audit_date: string) => ({
  ...madeCompany(1, audit_date),
  ...{ company: 'Acme', slug: 'acme', website, source_file: `acme_${audit_date}.audit.json` },
});
await publish(service, [acme('2026-11-02')]);

const blockOf = (page: Page) => page.locator('li#P1-A .reply');

/** The public page of the company once it says something. */
async function readPublic(page: Page, words: string, path = '/audits/acme'): Promise<void> {
  await until(async () => (await call(service.url, 'GET', path)).text.includes(words), `${words} is public`);
  await page.goto(path);
  // Its copy of the page may be a minute old.
  await page.reload();
}

test('a dispute, from the notes of a request to its outcome', async () => {
  const key = await newKey(service.url, { contact_email: 'eve@acme.com' });
  const body = { company: 'Acme', website, notes: 'We are Acme, and dispute P1-A.' };
  assert.equal((await call(service.url, 'POST', '/api/audit-requests', { key, body })).status, 201);
  const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults = faultsOn(page, service.url);
  await page.goto('/desk');
  await page.getByLabel('Operator token').fill(operator_token);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Acme' }).click();
  await page.getByText('Begin a reply from Acme').click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  const letter = await page.getByLabel('What to send, to copy').inputValue();
  assert.match(letter, /_readymark-reply\.acme\.com/);
  await page.getByRole('button', { name: 'Look for the token' }).click();
  await page.getByText('The token was not seen.').waitFor();
  const [line = ''] = /readymark-reply=[0-9a-f]{32}/.exec(letter) ?? [];
  files.set('acme.com/.well-known/readymark-reply.txt', says(`${line}\n`));
  await page.getByRole('button', { name: 'Look for the token' }).click();
  await page.getByText('The token was seen.').waitFor();
  await page.getByLabel('About').selectOption('dispute P1-A');
  await page.getByLabel('What the company says').fill('It was there:\nsee /products.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: 'As everybody will read it' }).waitFor();
  const previewed = await page.locator('.reply').innerHTML();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Publish it' }).click();
  await page.getByText('Published. It is public within a second.').waitFor();
  const reply = new URL(page.url()).pathname;

  await readPublic(page, 'It was there:');
  assert.equal(await blockOf(page).innerHTML(), previewed, 'the preview is what everybody reads');
  await page.getByLabel('Show all evidence').check();
  const quote = blockOf(page).locator('blockquote');
  assert.equal(await quote.innerText(), 'It was there:\nsee /products.', 'its line break is kept');
  await page.getByRole('link', { name: '1 dispute open since today' }).first().click();
  await page.locator('#replies').waitFor();

  clock.advance(3_600_000);
  await page.goto(reply);
  await page.getByRole('radio', { name: /Upheld/ }).check();
  await page.getByRole('button', { name: 'Publish the outcome' }).click();
  await page.getByText('The outcome is published.').waitFor();
  await readPublic(page, 'the score was reviewed and confirmed');
  assert.match(
    (await blockOf(page).textContent()) ?? '',
    /Outcome of 21 Nov 2026: the score was reviewed and confirmed\./,
  );
  assert.deepEqual(faults, []);
  await context.close();
});

test('the page of a company that said as much as it may stays small, in its place and readable', async () => {
  const words =
    'prices quota limits overage plans billing period documentation sandbox support consent since Monday our shop renders them for people in Austria after /pricing.md states every plan'.split(
      ' ',
    );
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return words[seed % words.length] ?? '';
  };
  const long = () => {
    let text = '';
    while (text.length < 985) text += `${text ? ' ' : ''}${next()}`;
    return text;
  };
  const audit = acme('2026-11-21');
  await publish(service, [audit]);
  const { proofs: tokens } = (await call(service.url, 'GET', '/api/desk/replies', { key: operator_token })).json;
  const { proof_id } = tokens[0];
  const criteria = audit.criteria.map(({ id }, at) => ({
    kind: at % 2 ? ('dispute' as const) : ('reply' as const),
    criterion: id,
    text: long(),
  }));
  const whole = { kind: 'reply' as const, criterion: null, text: long() };
  await execute(service, publishReply, operator, { proof_id, replies: [whole, ...criteria] }, {});
  await service.catalogue.refresh();
  const visitor = await Visitor.open(browser, {});
  for (const [path, width, colorScheme] of [
    ['/audits/acme', 360, 'dark'],
    ['/audits/acme/2026-11-21', 1280, 'light'],
  ] as const) {
    const { page } = visitor;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const { shift, bytes } = await visitor.visitUntilStill(service.url + path);
    await openAll(page);
    assert.deepEqual(await violations(page), [], path);
    assert.equal(shift, 0);
    assert.ok(bytes <= bytesMax(path), `${path} takes ${bytes} bytes`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    assert.equal(await page.locator('.reply').count(), 21);
  }
  await visitor.close();
});
