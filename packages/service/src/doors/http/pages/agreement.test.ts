import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { hostileCompany, madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { fakeClock, testService } from '../../../../test/world/service.ts';

/** Record, index, page, Markdown and badge come from one snapshot and agree (decision 6). */
const clock = fakeClock('2026-11-21T23:59:50.000Z');
const service = await testService('sqlite', {}, clock);
const first = madeCompany(1, '2026-05-25', 0.5);
await publish(service, [madeCompany(1, '2025-05-01', 0.3), first, madeCompany(2), hostileCompany()]);
const { slug } = first;

const request = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(service.url + path, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const record = async () => JSON.parse((await request(`/api/audits/${slug}.json`)).text) as AuditRecord;

async function surfaces() {
  const { rank, overall_score, tier } = await record();
  const page = (await request(`/audits/${slug}`)).text;
  const badge = (await request(`/badge/${slug}.svg`)).text;
  const markdown = (await request(`/audits/${slug}.md`)).text;
  return { rank, overall_score, tier, page, badge, markdown };
}

test('record, page, Markdown and badge show the same score, tier and rank, before and after a publication', async () => {
  const check = async () => {
    const { rank, overall_score, tier, page, badge, markdown } = await surfaces();
    assert.match(page, new RegExp(`<p class="total"><b>${overall_score}</b>`));
    assert.match(page, new RegExp(`<dd>${rank} of 3</dd>`));
    assert.match(badge, new RegExp(`>${tier} ${overall_score}</text>`));
    assert.match(badge, new RegExp(`is ${tier} with ${overall_score} of 100`));
    assert.match(markdown, new RegExp(`^# \\w+: ${overall_score} of 100, ${tier}`));
    assert.match(markdown, new RegExp(`- Rank: ${rank} of 3`));
    return overall_score;
  };
  const before = await check();
  await publish(service, [madeCompany(1, '2026-05-26', 0.9)]);
  assert.notEqual(await check(), before);
});

test('a score becomes stale the day after its re-audit was due, on page, list, Markdown and badge at once', async () => {
  const { reaudit_due } = await record();
  assert.equal(reaudit_due, '2026-11-22');
  const stale = async () => {
    const { page, badge, markdown } = await surfaces();
    const list = (await request(`/?q=${slug}`)).text;
    return [page, list, badge, markdown].map((text) =>
      /stale/.test(text.replace(/<footer[\s\S]*/, '').replace(/staleness/g, '')),
    );
  };
  const tag = (await request(`/badge/${slug}.svg`)).headers.get('etag');
  clock.set('2026-11-22T23:59:59.999Z');
  assert.deepEqual(await stale(), [false, false, false, false]);
  clock.set('2026-11-23T00:00:00.000Z');
  assert.deepEqual(await stale(), [true, true, true, true]);
  assert.notEqual((await request(`/badge/${slug}.svg`)).headers.get('etag'), tag);
});

test('every address of a page returns the same bytes for a snapshot, with validators', async () => {
  const [one, two] = [await request(`/audits/${slug}`), await request(`/audits/${slug}?utm_source=x`)];
  assert.equal(one.text, two.text);
  const etag = one.headers.get('etag') ?? '';
  assert.equal(etag, two.headers.get('etag'));
  assert.equal((await request(`/audits/${slug}`, { 'if-none-match': etag })).status, 304);
  assert.match(one.headers.get('cache-control') ?? '', /^public, max-age=60/);
});

test('a page shows the number of watchers, within seconds of the watch statistics', async () => {
  assert.match((await request(`/audits/${slug}`)).text, /<dt>Watchers<\/dt><dd>none/);
  const key = JSON.parse((await register()).text).api_key as string;
  await fetch(`${service.url}/api/agent/watch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ slug }),
  });
  clock.advance(2000);
  assert.match((await request(`/audits/${slug}`)).text, /<dt>Watchers<\/dt><dd>1</);
  assert.match((await request('/', { accept: 'text/html' })).text, /data-name="watchers">1</);
});

async function register() {
  const reply = await fetch(`${service.url}/api/agent/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"anonymous","agent_name":"Watcher"}',
  });
  return { text: await reply.text() };
}
