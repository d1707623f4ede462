import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { openBrowser } from '../world/browser.ts';
import { OPERATOR_TOKENS, operator, operator_token, publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';

/** The review with its script: keys, saving at every step, two operators at once, a lost connection (decision 121). */
const bo_token = 'another-operator-token';
const tokens = `${OPERATOR_TOKENS},bo:${createHash('sha256').update(bo_token).digest('hex')}`;
const clock = fakeClock();
const service = await testService('sqlite', { OPERATOR_TOKENS: tokens }, clock, { auditor: fixtureAuditor(clock.now) });
const browser = await openBrowser();
after(() => browser.close());

async function drafted(folder: string): Promise<string> {
  const site = fixtureSites.find((one) => one.folder === folder) ?? assert.fail(folder);
  const last = exampleAudit({ slug: folder, company: site.company, audit_date: '2026-05-01', scores: 2 });
  await publish(service, [{ ...last, website: site.website }]);
  return auditedAgain(folder);
}

async function auditedAgain(subject: string): Promise<string> {
  const { job_id } = (await execute(service, startAudit, operator, { subject, again: true }, {})).body.job;
  const job = () =>
    service.store.db.selectFrom('audit_jobs').select('status').where('job_id', '=', job_id).executeTakeFirstOrThrow();
  await until(async () => (await job()).status === 'drafted', 'a draft');
  return job_id;
}

const draftOf = async (job_id: string) => (await execute(service, readDraft, operator, { job_id }, {})).body;

async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/desk');
  await page.getByLabel('Operator token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
}

type Visitor = { context: BrowserContext; page: Page };

async function visit(path: string, token = operator_token, options: object = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: service.url, ...options });
  context.setDefaultTimeout(timeLimit(15_000));
  const page = await context.newPage();
  page.on('pageerror', (error) => assert.fail(error));
  await signIn(page, token);
  await page.goto(path);
  return { context, page };
}

/** Words that a criterion has on average which a person must judge: some minutes for a draft. */
const WORDS_MAX = 235;

/** Waits until the page says something in its line of status. */
const says = (page: Page, text: string) => page.locator('[data-status]').getByText(text).waitFor();
const focused = (page: Page) => page.evaluate('document.activeElement.id');

test('keys score, confirm, write and move; each is saved at once, and what follows comes from the service', async () => {
  const job_id = await drafted('emerging');
  const before = await draftOf(job_id);
  const [first = '', second = '', third = ''] = before.open;
  const { context, page } = await visit(`/desk/audits/${job_id}`);
  const { keyboard } = page;
  // The sign that it unfolds is no part of its name.
  const region = page.getByRole('region', { name: /^P1-A / });
  assert.match(await region.ariaSnapshot(), /heading "P1-A /);
  await keyboard.press('j');
  assert.equal(await focused(page), 'P1-A');
  await keyboard.press('n');
  assert.equal(await focused(page), first);
  await keyboard.press('c');
  await says(page, `Saved ${first}`);
  await page.locator(`#${second}:focus`).waitFor();
  const zero = before.criteria.find(({ id }) => id === second);
  assert.ok(zero && zero.low > 0, 'a score of 0 leaves the interval');
  await keyboard.press('0');
  await says(page, 'Not saved: Reason is required');
  assert.equal(await focused(page), `${second}-reason`);
  assert.equal((await draftOf(job_id)).version, 1);
  await keyboard.type('Nothing of it holds.');
  await keyboard.press('Escape');
  await says(page, `Saved ${second}`);
  const total = before.record.overall_score - (zero.score ?? 0);
  await page.locator('.review-total').getByText(String(total)).waitFor();
  await page.getByText(`ada changed ${zero.score} to 0: Nothing of it holds.`).waitFor();
  await keyboard.press('n');
  assert.equal(await focused(page), third);
  await keyboard.press('Enter');
  await says(page, `Saved ${third}`);
  await keyboard.press('k');
  await keyboard.press('e');
  await keyboard.press('End');
  await keyboard.type(' And more.');
  await keyboard.press('Escape');
  await until(async () => (await draftOf(job_id)).version === 4, 'the evidence is saved');
  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await keyboard.press('Escape');
  const { record, open } = await draftOf(job_id);
  assert.equal(record.overall_score, total);
  assert.deepEqual(open, before.open.slice(3));
  await page.getByText(`${open.length} of 20 still need you`).first().waitFor();
  await context.close();
});

test('who types on while a score is being saved is not in conflict with himself', async () => {
  const job_id = await drafted('agent-ready');
  const { context, page } = await visit(`/desk/audits/${job_id}#P1-A`);
  const given = Number(await page.locator('#P1-A input[name=score]:checked').inputValue());
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  const path = '**/criteria/P1-A';
  await page.route(path, async (route) => {
    await typed;
    await route.continue();
  });
  await page.keyboard.press(String(given - 1));
  await page.keyboard.press('e');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Written at once.');
  release();
  await says(page, 'Saved P1-A');
  await page.keyboard.press('Escape');
  const stored = async () => (await draftOf(job_id)).record.criteria.find(({ id }) => id === 'P1-A');
  await until(async () => (await stored())?.evidence === 'Written at once.', 'the evidence is saved, too');
  assert.equal((await stored())?.score, given - 1);
  assert.equal(await page.locator('.review-both').count(), 0);

  // A list and the summary are saved by one form: the same holds for what is written in it meanwhile.
  await page.unrouteAll({ behavior: 'wait' });
  const { promise: more, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/texts', async (route) => {
    await more;
    await route.continue();
  });
  const summary = page.locator('#executive_summary');
  await summary.fill('The first half.');
  await page.getByRole('button', { name: 'Save the texts' }).click();
  await summary.fill('The first half, and the second.');
  go();
  await until(async () => (await draftOf(job_id)).record.executive_summary === 'The first half.', 'the first is saved');
  await page.getByRole('button', { name: 'Save the texts' }).click();
  await until(
    async () => (await draftOf(job_id)).record.executive_summary === 'The first half, and the second.',
    'the second is saved',
  );
  await context.close();
});

test('two operators see each other; where both write the same, both texts are shown and one of them chooses', async () => {
  const job_id = await drafted('human-dependent');
  const path = `/desk/audits/${job_id}#P2-A`;
  const [ada, bo] = [await visit(path), await visit(path, bo_token)];
  const evidence = ({ page }: Visitor) => page.locator('#P2-A-evidence');
  await evidence(ada).fill('What ada wrote.');
  await bo.page.getByText('ada is here, writing P2-A.').waitFor();
  await evidence(bo).fill('What bo wrote.');
  await bo.page.keyboard.press('Escape');
  await says(bo.page, 'Saved P2-A');
  await ada.page.getByText('P2-A was changed by somebody else').waitFor();
  const both = ada.page.locator('.review-both');
  await both.getByText('Theirs, evidence: What bo wrote.').waitFor();
  await both.getByText('Yours, evidence: What ada wrote.').waitFor();
  const stored = async () => (await draftOf(job_id)).record.criteria.find(({ id }) => id === 'P2-A')?.evidence;
  assert.equal(await stored(), 'What bo wrote.');
  assert.match((await both.textContent()) ?? '', /bo kept \d and wrote the evidence/);
  await ada.page.getByRole('button', { name: 'Edit both' }).click();
  assert.equal(await evidence(ada).inputValue(), 'What bo wrote.\n\nWhat ada wrote.');
  assert.equal(await stored(), 'What bo wrote.', 'nothing is saved yet');
  await evidence(ada).fill('What ada wrote.');
  await ada.page.keyboard.press('Escape');
  await ada.page.locator('#P2-A').getByRole('button', { name: 'Save', exact: true }).click();
  await says(ada.page, 'Saved P2-A');
  assert.equal(await stored(), 'What ada wrote.');
  await until(async () => (await evidence(bo).inputValue()) === 'What ada wrote.', 'bo sees it');
  // What is elsewhere is in nobody's way.
  await bo.page.locator('#P2-B').focus();
  await bo.page.keyboard.press('c');
  await says(bo.page, 'Saved P2-B');
  await ada.page.locator('#P2-B[data-state="confirmed"]').waitFor();
  const { open, version } = await draftOf(job_id);
  await execute(service, reviseDraft, operator, { job_id, version, confirm: open }, {});
  const { record } = await draftOf(job_id);
  await execute(service, publishAudits, operator, { audits: [record], drafts: [job_id] }, {});
  await says(ada.page, 'Published meanwhile: load the page again; what you change now is a correction');
  await ada.page.getByRole('link', { name: 'To the end' }).waitFor();
  for (const { context } of [ada, bo]) await context.close();
});

test('without a connection and signed out, what is typed stays, and is saved as soon as it can be', async () => {
  const job_id = await drafted('invisible');
  const { context, page } = await visit(`/desk/audits/${job_id}#P3-A`);
  const evidence = page.locator('#P3-A-evidence');
  await context.setOffline(true);
  await evidence.fill('Typed on a train.');
  await says(page, 'Not saved: retrying');
  const warned = page.waitForEvent('dialog');
  // It is never answered when the page stays.
  page.reload().catch(() => {});
  const dialog = await warned;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  assert.equal(await evidence.inputValue(), 'Typed on a train.');
  await context.setOffline(false);
  const typed = async () => (await draftOf(job_id)).typed.map(({ field, text }) => [field, text]);
  await until(async () => (await typed()).length === 1, 'it is kept');
  assert.deepEqual(await typed(), [['P3-A.evidence', 'Typed on a train.']]);

  // Signed out in another tab: the page says so, and goes on with the session that a third tab opens.
  const other = await context.newPage();
  await other.goto('/desk');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.bringToFront();
  await evidence.fill('Typed after signing out.');
  await page.keyboard.press('Escape');
  await says(page, 'Signed out: sign in in another tab, what you typed stays here');
  assert.equal(await page.getByRole('link', { name: 'sign in', exact: true }).getAttribute('target'), '_blank');
  await signIn(other, operator_token);
  await says(page, 'Saved P3-A');
  const { record } = await draftOf(job_id);
  assert.equal(record.criteria.find(({ id }) => id === 'P3-A')?.evidence, 'Typed after signing out.');
  // Nothing is unsaved any more, so nothing warns.
  await page.goto('/desk');
  await context.close();
});

test('x says that a sentence does not say that: the draft is scored anew, and the answer can be taken back', async () => {
  const job_id = await auditedAgain('human-dependent');
  const before = await draftOf(job_id);
  const quotes = ({ record }: typeof before, id: string, quote: string) =>
    record.criteria.find((one) => one.id === id)?.evidence.includes(quote);
  const { id, claims = [] } =
    before.criteria.find((one) =>
      one.claims?.some(({ counts, quote }) => counts === 'proof' && quotes(before, one.id, quote)),
    ) ?? assert.fail('nothing is quoted');
  const { quote } = claims.find(({ counts }) => counts === 'proof') ?? assert.fail();
  const { context, page } = await visit(`/desk/audits/${job_id}#${id}`);
  await page.keyboard.press('x');
  await page.waitForURL(`**/desk/audits/${job_id}#${id}`);
  await page.getByRole('button', { name: 'Take back' }).first().waitFor();
  const after = await draftOf(job_id);
  assert.ok(!quotes(after, id, quote));
  await page.getByRole('button', { name: 'Take back' }).first().click();
  await page.getByRole('button', { name: 'Take back' }).first().waitFor({ state: 'detached' });
  assert.deepEqual((await draftOf(job_id)).record, before.record);
  await context.close();
});

test('on a phone a bar at the bottom judges the criterion in view, and leads to the next one', async () => {
  const job_id = await auditedAgain('human-dependent');
  const { open } = await draftOf(job_id);
  const [first = '', second = ''] = open;
  const { context, page } = await visit(`/desk/audits/${job_id}`, operator_token, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  const bar = page.getByRole('toolbar', { name: 'Judge the criterion in view' });
  const box = await bar.boundingBox();
  assert.ok(box && box.y > 660 && box.y + box.height <= 740, 'it is under the thumb');
  await bar.getByRole('button', { name: 'Next' }).click();
  await bar.getByText(first).waitFor();
  await bar.getByRole('button', { name: 'Right' }).click();
  await says(page, `Saved ${first}`);
  await bar.getByText(second).waitFor();
  const score = (await draftOf(job_id)).criteria.find(({ id }) => id === second)?.high ?? 0;
  await bar.getByRole('button', { name: String(score), exact: true }).click();
  await says(page, `Saved ${second}`);
  const { criteria } = await draftOf(job_id);
  assert.deepEqual(
    [first, second].map((id) => criteria.find((one) => one.id === id)?.review !== null),
    [true, true],
  );
  await context.close();
});

test('what is to be judged is short to read: the sentence that decides once, its rung and those beside it', async () => {
  const job_id = await auditedAgain('agent-ready');
  const { open } = await draftOf(job_id);
  const { context, page } = await visit(`/desk/audits/${job_id}`);
  // What a reader sees without unfolding anything, and the text that is published.
  const words = await page.evaluate<number[]>(`(() => {
    const count = (text) => text.split(/\\s+/).filter(Boolean).length;
    for (const unseen of document.querySelectorAll('.unseen')) unseen.remove();
    return [...document.querySelectorAll('[data-criterion][data-state=open]')].map((one) => {
      const fields = [...one.querySelectorAll('textarea')].map(({ value }) => count(value));
      return count(one.innerText) + fields.reduce((sum, some) => sum + some, 0);
    });
  })()`);
  assert.equal(words.length, open.length);
  const all = words.reduce((sum, some) => sum + some, 0);
  assert.ok(all <= WORDS_MAX * words.length, `${all} words for ${words.length} criteria`);
  for (const id of open) {
    const part = page.locator(`#${id}`);
    for (const deciding of await part.locator('.review-decides q').allTextContents())
      assert.equal(await part.getByText(deciding, { exact: true }).filter({ visible: true }).count(), 1, deciding);
  }
  await context.close();
});

test('the signs of rungs have a legend, and a sentence that decides is between its neighbours, with its rung', async () => {
  const job_id = await auditedAgain('agent-ready');
  const { criteria, open } = await draftOf(job_id);
  const { context, page } = await visit(`/desk/audits/${job_id}`);
  await page.getByText('✓ holds · ≈ likely, by words · ? not seen · ✗ does not hold').waitFor();
  const quoted = criteria.filter(
    ({ id, claims = [], proposed, rungs }) =>
      open.includes(id) &&
      claims.some(({ counts }) => counts === 'proof' || counts === 'sign') &&
      rungs.some(({ score }) => score === proposed),
  );
  const shown = await page.locator('.review-decides q').allTextContents();
  assert.equal(shown.length, quoted.length);
  for (const { id, proposed } of quoted.slice(0, 1))
    assert.match(
      (await page.locator(`#${id} .review-decides`).textContent()) ?? '',
      new RegExp(`It decides rung ${proposed}\\. c if so`),
    );
  await context.close();
});
