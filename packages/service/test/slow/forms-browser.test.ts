import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../../test/world/wait.ts';
import { openBrowser } from '../world/browser.ts';
import { violations } from '../world/measure/accessibility.ts';
import { openSmtpSink, readLetter, type SmtpSink } from '../world/network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases } from '../world/service.ts';
import { openWorld } from '../world/spec-world.ts';

/** A person without a script asks for an audit and for mails, in a real browser with real mail (decision 116). */
sharedDatabases();
const browser = await openBrowser();
after(() => browser.close());

/** The path of a link in the newest letter to an address. */
async function linkTo(sink: SmtpSink, to: string, page: string): Promise<string> {
  const own = () => sink.letters.filter(({ rcpt_to }) => rcpt_to[0] === to);
  await until(() => own().length > 0, `a letter to ${to}`);
  const { text } = await readLetter(own().at(-1) ?? assert.fail());
  return new RegExp(`http://readymark\\.test(/${page}\\?t=\\S+)`).exec(text ?? '')?.[1] ?? assert.fail(text);
}

async function accessible(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), [], page.url());
}

for (const engine of engines)
  test(`both forms, the confirmation, the audit and the end of mails, without a script (${engine})`, async () => {
    const sink = await openSmtpSink();
    after(() => sink.close());
    const world = await openWorld(engine, { SMTP_URL: sink.url, OPERATOR_TOKENS });
    const context = await browser.newContext({ baseURL: world.url, javaScriptEnabled: false });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
    });

    // From the page of a company to a watch; a mistake first.
    await page.goto('/audits/apex');
    await page.getByRole('navigation', { name: 'What you can do' }).getByRole('link', { name: 'Watch' }).click();
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.getByText('E-mail address is required').waitFor();
    await page.getByLabel('E-mail address').fill('reader@people.example');
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('heading', { name: 'One step is left' }).waitFor();
    assert.doesNotMatch(await page.content(), /rmk_/, 'a person who watches needs no key');

    // Loading the page again sends the form again: nothing happens twice.
    await page.reload();
    await page.getByRole('heading', { name: 'sent already' }).waitFor();
    await page.goto(await linkTo(sink, 'reader@people.example', 'confirm'));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor();

    // Somebody else requests an audit, and gets a key.
    await page.getByRole('link', { name: 'Request an audit' }).click();
    await page.getByLabel('Company').fill('New Widgets');
    await page.getByLabel('Website').fill('new-widgets.example');
    await page.getByLabel('E-mail address').fill('owner@people.example');
    await page.getByRole('button', { name: 'Request the audit' }).click();
    await page.getByRole('heading', { name: 'Your request was received' }).waitFor();
    const key = (await page.getByLabel('Your key').textContent()) ?? '';
    assert.match(key, /^rmk_\w+$/);
    assert.ok(!page.url().includes('rmk_'));
    const { requests } = (await world.call('GET /api/agent/me', { key })).json;
    assert.equal(requests[0].website, 'https://new-widgets.example/');
    assert.equal(requests[0].status, 'received');
    await page.reload();
    assert.ok(!(await page.content()).includes(key), 'it is shown once');
    await page.goto(await linkTo(sink, 'owner@people.example', 'confirm'));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor();

    // The company is audited again, the request is declined: a letter to each confirmed address.
    world.ctx.clock.advance(60_000);
    await world.publish({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' });
    const decline = `POST /api/desk/requests/${requests[0].request_id}/decline`;
    assert.equal((await world.call(decline, { key: operator_token, body: { reason: 'No offer yet.' } })).status, 200);
    await until(() => sink.letters.length === 4, 'both letters');
    const subjects = (await Promise.all(sink.letters.map(readLetter))).map(({ subject }) => subject);
    assert.ok(
      subjects.some((subject) => subject?.startsWith('Apex')),
      subjects.join(),
    );

    await page.goto(await linkTo(sink, 'reader@people.example', 'unsubscribe'));
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByRole('heading', { name: /mails/i }).first().waitFor();
    assert.deepEqual(await context.cookies(), []);
    assert.deepEqual(faults, []);
    await context.close();
    await world.ctx.close();
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`forms, refusals and answers are accessible (${colorScheme})`, async () => {
    const sink = await openSmtpSink();
    after(() => sink.close());
    const world = await openWorld('sqlite', { SMTP_URL: sink.url });
    const context = await browser.newContext({ baseURL: world.url, colorScheme });
    const page = await context.newPage();
    await page.goto('/request');
    await page.getByLabel('Company').fill('Example');
    await page.getByLabel('Website').fill('no address');
    await page.getByRole('button', { name: 'Request the audit' }).click();
    await page.getByRole('heading', { name: 'Nothing was sent' }).waitFor();
    await accessible(page);
    await page.goto('/watch?slug=apex');
    await page.getByLabel('E-mail address').fill('reader@people.example');
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('heading', { name: 'One step is left' }).waitFor();
    await accessible(page);
    await page.goto(await linkTo(sink, 'reader@people.example', 'confirm'));
    await accessible(page);
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor();
    await accessible(page);
    await context.close();
    await world.ctx.close();
  });

test('the pages are small, and nothing of them is wider than a phone', async () => {
  const world = await openWorld('sqlite');
  const context = await browser.newContext({ baseURL: world.url, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  for (const path of ['/request', '/watch', '/watch?slug=apex', '/about', '/audits/apex']) {
    const reply = await page.goto(path);
    assert.ok(((await reply?.body())?.byteLength ?? 0) < 64_000, path);
    const sent = await fetch(world.url + path, { headers: { 'accept-encoding': 'br', accept: 'text/html' } });
    assert.ok(Number(sent.headers.get('content-length')) <= 30_000, path);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
  }
  await context.close();
});
