import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { openBrowser } from '../world/browser.ts';
import { call, newKey } from '../world/call.ts';
import { faultsOn } from '../world/measure/page-visit.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { type Engine, fakeClock, sharedDatabases, type TestService, testService } from '../world/service.ts';

/**
 * The life of a request at the desk in a real browser, from signing in to signing out: taken, audited by the plan, the readers
 * and the ladders over a fixture site, judged, published, read by everybody. Once by keyboard, once without a script.
 */
sharedDatabases();
const browser = await openBrowser();
after(() => browser.close());

const ACTIONS_MAX = 40;
const MINUTES_MAX = 5;
const REASON = 'The page that I found by hand says otherwise.';

/**
 * An operator at a browser. An action is a click, a key, or a field that is filled: each is counted, with the page on which
 * it happened.
 */
class Hand {
  readonly page: Page;
  readonly #began = performance.now();
  readonly #at: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  #count(): void {
    this.#at.push(new URL(this.page.url()).pathname.replace(/\b[a-z]+_[0-9a-f]{32}\b/, 'ID'));
  }

  async click(target: Locator): Promise<void> {
    this.#count();
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.#count();
    await this.page.keyboard.press(key);
  }

  /** As Alt and the arrow do; a headless browser has no such key. */
  async back(): Promise<void> {
    this.#count();
    await this.page.goBack();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.#count();
    await field.fill(text);
  }

  /** How much it took, page by page. @throws AssertionError when it was too much */
  tell(): string {
    const pages = Map.groupBy(this.#at, (path) => path);
    const words = [...pages].map(([path, all]) => `${path} ${all.length}`).join(', ');
    assert.ok(this.#at.length < ACTIONS_MAX, `${this.#at.length} actions: ${words}`);
    const minutes = (performance.now() - this.#began) / 60_000;
    assert.ok(minutes < MINUTES_MAX, `${minutes.toFixed(1)} minutes`);
    return `${this.#at.length} actions: ${words}`;
  }
}

type World = { service: TestService; key: string; request_id: string; company: string };

/** A service whose auditor knows the fixture sites, and an agent's request for one of them. */
async function openWorld(engine: Engine, folder: string): Promise<World> {
  const clock = fakeClock();
  const service = await testService(engine, { OPERATOR_TOKENS }, clock, { auditor: fixtureAuditor(clock.now) });
  const site = fixtureSites.find((one) => one.folder === folder) ?? assert.fail(folder);
  const key = await newKey(service.url);
  const { company, website } = site;
  const made = await call(service.url, 'POST', '/api/audit-requests', { key, body: { company, website } });
  assert.equal(made.status, 201);
  return { service, key, request_id: made.json.request_id, company };
}

/** The operator's page, with what went wrong in it. */
async function openPage({ service }: World, javaScriptEnabled: boolean): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults = faultsOn(page, service.url);
  return { page, faults };
}

/** The number that a part of the review shows. */
const numberIn = async (page: Page, name: string) =>
  Number(await page.locator(`[data-shown="${name}"]`).first().textContent());

/** A score far from the proposed one: only a person may give it, with a reason. */
async function farScore(part: Locator): Promise<{ given: number; far: number }> {
  const given = Number(await part.locator('input[name=score]:checked').getAttribute('value'));
  const outside = await part.locator('label:not(.review-inside) input[name=score]').all();
  const values = await Promise.all(outside.map(async (one) => Number(await one.getAttribute('value'))));
  const far = values.find((value) => value !== given) ?? assert.fail('every score is possible');
  return { given, far };
}

/** Follows the link to the page that everybody reads, which is there within a second. @returns the slug of the company */
async function readPublic({ service }: World, hand: Hand, total: number): Promise<string> {
  const link = hand.page.getByRole('link', { name: 'The public page' });
  const path = (await link.getAttribute('href')) ?? '';
  await until(async () => (await call(service.url, 'GET', path)).status === 200, 'it is public');
  await hand.click(link);
  await hand.page.waitForURL(service.url + path);
  assert.match((await hand.page.locator('.total').first().textContent()) ?? '', new RegExp(`^${total}\\b`));
  return path.split('/').at(-1) ?? '';
}

/** What everybody reads afterwards, and what the agent that requested it is told. */
async function checkPublic(
  world: World,
  slug: string,
  changed: { id: string; far: number; total: number },
): Promise<void> {
  const { service, key, request_id } = world;
  const { json: record } = await call(service.url, 'GET', `/api/audits/${slug}.json`);
  assert.equal(record.overall_score, changed.total);
  const criterion = record.criteria.find(({ id }: { id: string }) => id === changed.id);
  assert.equal(criterion.score, changed.far);
  const { json: receipts } = await call(service.url, 'GET', `/api/audits/${slug}/evidence.json`);
  const receipt = receipts.criteria.find(({ id }: { id: string }) => id === changed.id);
  assert.deepEqual([receipt.score, receipt.reviewed], [changed.far, true]);
  const { json: answered } = await call(service.url, 'GET', `/api/audit-requests/${request_id}`, { key });
  assert.equal(answered.status, 'completed');
}

/** Nothing of the desk is shown any more, also not what was open. */
async function checkSignedOut(page: Page, opened: string): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  const reply = await page.goto(opened);
  assert.equal(reply?.status(), 401);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

test('by keyboard: from a request to a published audit, in less than 40 actions (sqlite)', async (t) => {
  const world = await openWorld('sqlite', 'agent-ready');
  const { page, faults } = await openPage(world, true);
  await page.goto('/desk');
  const hand = new Hand(page);
  await hand.fill(page.getByLabel('Operator token'), operator_token);
  await hand.press('Enter');
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  await page.waitForLoadState();
  await hand.press('j');
  await hand.press('Enter');
  await page.waitForURL(`**/desk/requests/${world.request_id}`);
  await hand.click(page.getByRole('button', { name: 'Take into review' }));
  await page.getByText('Taken into review').waitFor();
  await hand.click(page.getByRole('button', { name: 'Start the audit' }));
  // The page of the audit follows it, and becomes its review.
  await page.locator('[data-review]').waitFor();
  await page.waitForLoadState();
  const review = page.url();

  const total = await numberIn(page, 'total');
  await hand.press('n');
  const id = (await page.evaluate("document.activeElement.closest('[data-criterion]').id")) as string;
  const part = page.locator(`#${id}`);
  const { given, far } = await farScore(part);
  await hand.press(String(far));
  await part.getByText('Reason is required').waitFor();
  await hand.fill(part.locator('[name=reason]'), REASON);
  await hand.press('Escape');
  await page.locator(`#${id}[data-state=changed]`).waitFor();
  const changed = { id, far, total: total - given + far };
  assert.equal(await numberIn(page, 'total'), changed.total);
  await hand.press('n');
  for (let open = page.locator('[data-criterion][data-state=open]'); (await open.count()) > 0; ) {
    const left = await open.count();
    await hand.press('c');
    await until(async () => (await open.count()) === left - 1, 'it is confirmed');
    // Confirming leads to the next one, or to the end.
    await page.locator(left > 1 ? '[data-state=open]:focus-within, [data-state=open]:focus' : '#end:focus').waitFor();
  }
  await hand.click(page.getByRole('link', { name: 'Check and publish' }));
  await hand.click(page.getByRole('button', { name: 'Publish' }));
  await page.getByRole('heading', { name: 'Published' }).waitFor();
  const slug = await readPublic(world, hand, changed.total);
  await hand.back();
  await hand.click(page.getByRole('button', { name: 'Sign out', exact: true }));
  await checkSignedOut(page, review);
  t.diagnostic(hand.tell());
  await checkPublic(world, slug, changed);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('without a script: from a request to a published audit, in less than 40 actions (postgres)', async (t) => {
  const world = await openWorld('postgres', 'human-dependent');
  const { page, faults } = await openPage(world, false);
  await page.goto('/desk');
  const hand = new Hand(page);
  await hand.fill(page.getByLabel('Operator token'), operator_token);
  await hand.click(page.getByRole('button', { name: 'Sign in' }));
  const { company } = world;
  await hand.click(page.getByRole('link', { name: company }));
  await hand.click(page.getByRole('button', { name: 'Take into review' }));
  await hand.click(page.getByRole('button', { name: 'Schedule' }));
  await page.getByText('Scheduled.').waitFor();
  await hand.click(page.getByRole('button', { name: 'Start the audit' }));
  const status = () => world.service.store.db.selectFrom('audit_jobs').select('status').executeTakeFirstOrThrow();
  await until(async () => (await status()).status === 'drafted', 'the audit is drafted');
  await hand.click(page.getByRole('link', { name: 'Reload' }));
  await page.getByRole('heading', { name: company }).waitFor();
  const review = page.url();

  const total = await numberIn(page, 'total');
  const open = page.locator('[data-criterion][data-state=open]');
  const id = (await open.first().getAttribute('id')) ?? '';
  const part = page.locator(`#${id}`);
  const { given, far } = await farScore(part);
  await hand.click(part.locator(`input[name=score][value="${far}"]`));
  await hand.click(part.getByRole('button', { name: 'Save' }));
  await part.getByText('Reason is required').waitFor();
  assert.equal(
    await part.locator('input[name=score]:checked').getAttribute('value'),
    String(far),
    'what was chosen comes back',
  );
  await hand.fill(part.locator('[name=reason]'), REASON);
  await hand.click(part.getByRole('button', { name: 'Save' }));
  await page.locator(`#${id}[data-state=changed]`).waitFor();
  const changed = { id, far, total: total - given + far };
  assert.equal(await numberIn(page, 'total'), changed.total);
  while ((await open.count()) > 0) {
    const left = await open.count();
    await hand.click(open.first().getByRole('button', { name: 'Right as it is' }));
    await until(async () => (await open.count()) === left - 1, 'it is confirmed');
  }
  await hand.click(page.getByRole('link', { name: 'Check and publish' }));
  await hand.click(page.getByRole('button', { name: 'Publish' }));
  await page.getByRole('heading', { name: 'Published' }).waitFor();
  const slug = await readPublic(world, hand, changed.total);
  await hand.back();
  await hand.click(page.getByRole('button', { name: 'Sign out', exact: true }));
  await checkSignedOut(page, review);
  t.diagnostic(hand.tell());
  await checkPublic(world, slug, changed);
  assert.deepEqual(faults, []);
  await page.context().close();
});
