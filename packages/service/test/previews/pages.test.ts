import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../auditor/test/world/sites/fixture-auditor.ts';
import { collected, madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { call } from '../world/call.ts';
import { fakeClock, testService } from '../world/service.ts';

/** /check for people: the form, the page of a preview, and what it is kept out of (decision 180). */
const HTML = { accept: 'text/html' };

const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}/check`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...HTML, ...headers },
    redirect: 'manual',
  });

/** The page of a preview that is over. */
async function over(url: string, host: string): Promise<string> {
  const page = () => call(url, 'GET', `/check/${host}`, { headers: HTML });
  await until(async () => !(await page()).text.includes('data-progress'), `the preview of ${host}`);
  return (await page()).text;
}

describe('checking a site', () => {
  test('a site whose name ends with .md has a page and progress, and Markdown at its address and .md', async () => {
    const { url } = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
    const sent = await send(url, { website: 'point.md' });
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/check/point.md']);
    assert.match(await over(url, 'point.md'), /point\.md, a preview/);
    assert.equal((await fetch(`${url}/check/point.md/progress`)).status, 200);
    assert.match((await call(url, 'GET', '/check/point.md.md')).text, /^# point\.md, a preview/);
    await send(url, { website: 'acme.com.md' });
    assert.match(await over(url, 'acme.com.md'), /acme\.com\.md, a preview/, 'also where com.md is a suffix');
  });

  test('an address leads to its page, which follows the preview and then shows intervals', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { url } = await testService('sqlite', {}, undefined, { auditor: madeAuditor({ lasts: () => promise }) });
    const sent = await send(url, { website: ' www.Acme.com/prices ' });
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/check/acme.com']);
    const under_way = await call(url, 'GET', '/check/acme.com', { headers: HTML });
    assert.match(under_way.text, /<noscript><meta http-equiv="refresh"/, 'works without a script');
    assert.equal(under_way.headers.get('x-robots-tag'), 'noindex');
    const events = await fetch(`${url}/check/acme.com/progress`);
    assert.match(events.headers.get('content-type') ?? '', /^text\/event-stream/);
    const reader = (events.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const read = async (pattern: RegExp) => {
      while (!pattern.test(seen)) {
        const { value, done } = await reader.read();
        assert.ok(!done, `the stream ended before ${pattern}: ${seen}`);
        seen += value;
      }
    };
    await read(/data: \{"phase":"pages","done":3/);
    resolve();
    await read(/event: over/);
    assert.equal((await reader.read()).done, true, 'the stream ends');
    const page = await over(url, 'acme.com');
    assert.match(page, /acme\.com, a preview/);
    assert.match(page, /A preview by a machine, made .*: not an audit, not reviewed and not listed/);
    assert.match(page, /of 25 points for how well agents can find/);
    assert.match(page, /<meta name="robots" content="noindex">/);
    assert.match(page, /href="\/request\?website(=|&#61;)/, 'the next step');
    const markdown = await call(url, 'GET', '/check/acme.com.md');
    assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.match(markdown.text, /^# acme\.com, a preview/);
    const negotiated = await call(url, 'GET', '/check/acme.com', { headers: { accept: 'text/markdown' } });
    assert.equal(negotiated.text, markdown.text);
  });

  test('documents for machines reach rungs of pillars that are about pages: shown beside the first pillar, and not in its sum', async () => {
    const clock = fakeClock();
    const auditor = fixtureAuditor(clock.now);
    const { url } = await testService('sqlite', {}, clock, { auditor });
    await send(url, { website: 'kestrelworks.dev' });
    const page = await over(url, 'kestrelworks.dev');
    const [, part = ''] = /<h2 id="witnessed">(.*?)<\/section>/s.exec(page) ?? [];
    assert.match(part, /P5-B .*openapi\.json/s);
    assert.doesNotMatch(part, /P1-/);
    assert.match(page, /of 25 points for how well agents can find/);
    const { json } = await call(url, 'GET', '/api/previews/kestrelworks.dev.json');
    const [readable, others] = [true, false].map((is) =>
      json.criteria.filter(({ id }: { id: string }) => id.startsWith('P1-') === is),
    );
    assert.equal(
      json.P1.low,
      readable.reduce((sum: number, { low }: { low: number }) => sum + low, 0),
    );
    assert.ok(others.length > 0 && others.every(({ low }: { low: number }) => low > 0));
  });

  test('what cannot be checked comes back with what was typed and what is wrong; other sites cannot send the form', async () => {
    const { url } = await testService('sqlite', { AUDIT_OPT_OUT: 'private.example.org' }, undefined, {
      auditor: madeAuditor({}),
    });
    for (const [website, status, said] of [
      ['localhost', 422, /must be the public address of a website/],
      ['"><script>alert(1)</script>', 422, /value="&quot;&gt;&lt;script|value="&#34;&#62;&#60;script/],
      ['https://github.com/acme/tool', 422, /a host that many companies share/],
      ['private.example.org', 409, /does not want it visited/],
      ['', 422, /must be the public address/],
    ] as const) {
      const answer = await send(url, { website });
      assert.equal(answer.status, status, website);
      const text = await answer.text();
      assert.match(text, said, website);
      assert.match(text, /role="alert"/);
      assert.doesNotMatch(text, /<script>alert/);
    }
    const foreign = await send(url, { website: 'acme.com' }, { origin: 'https://other.example' });
    assert.equal(foreign.status, 403);
    const missing = await call(url, 'GET', '/check/acme.com', { headers: HTML });
    assert.equal(missing.status, 404);
    assert.match(missing.text, /There is no preview of acme\.com/);
    assert.equal((await call(url, 'GET', '/check/acme.com/progress')).status, 404);
    assert.equal((await call(url, 'GET', '/check/127.0.0.1')).status, 422);
  });

  test('the search of the leaderboard sends what was typed there, and a search that finds no site offers to check it', async () => {
    const { url } = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
    assert.match((await call(url, 'GET', '/', { headers: HTML })).text, /formaction="\/check" formmethod="post"/);
    const sent = await send(url, { q: 'acme.com', tier: '', sort: 'rank', order: '' });
    assert.equal(sent.headers.get('location'), '/check/acme.com');
    assert.match((await call(url, 'GET', '/check?website=acme.com', { headers: HTML })).text, /value="acme\.com"/);
  });

  test('a site that lets nothing be seen is shown the requests, our name and the lines that let us in', async () => {
    const clock = fakeClock();
    const auditor = madeAuditor({
      site: (website) => ({
        ...collected(website, { '/': 'x' }),
        outcome: 'unobserved',
        reason: 'its home page answers 403',
      }),
    });
    const { url } = await testService('sqlite', {}, clock, { auditor });
    await send(url, { website: 'acme.com' });
    const page = await over(url, 'acme.com');
    assert.match(page, /acme\.com was not seen/);
    assert.match(page, /its home page answers 403/);
    assert.match(
      page,
      /<details open[^>]*><summary><h2 id="requests">What our robot asked for/,
      'the request that was refused',
    );
    assert.match(page, /AgentReadinessAuditor\/1\.0 \(\+http:\/\/readymark\.test\/bot\)/);
    assert.match(page, /User-agent: AgentReadinessAuditor\nAllow: \//);
    assert.match(page, /Try again/);
  });

  test('one client without a key may ask for ten sites an hour, and is shown what is stored after that', async () => {
    const { url } = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
    for (let at = 0; at < 10; at++) assert.equal((await send(url, { website: `firm${at}.com` })).status, 303);
    const refused = await send(url, { website: 'firm10.com' });
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /The limit of 10 previews from one client in one hour is reached/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await send(url, { website: 'firm0.com' })).status, 303);
  });

  test('is in no index, sitemap, list for agents, feed or log', async () => {
    const { url } = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
    await send(url, { website: 'previewed-firm.com' });
    await over(url, 'previewed-firm.com');
    for (const path of [
      '/api/audits/index.json',
      '/sitemap.xml',
      '/llms.txt',
      '/',
      '/changes',
      '/log/checkpoint',
      '/dataset',
    ]) {
      const { status, text } = await call(url, 'GET', path);
      assert.ok(status < 500, path);
      assert.doesNotMatch(text, /previewed-firm/, path);
    }
    assert.match((await call(url, 'GET', '/sitemap.xml')).text, /\/check</);
    const badge = await call(url, 'GET', '/badge/previewed-firm.svg');
    assert.equal(badge.status, 404);
  });

  test('a service that makes none says so, and offers it nowhere', async () => {
    const { url } = await testService('sqlite', { PREVIEWS_PER_HOUR: '0' }, undefined, { auditor: madeAuditor({}) });
    assert.match((await call(url, 'GET', '/check', { headers: HTML })).text, /This service makes no previews/);
    assert.doesNotMatch((await call(url, 'GET', '/', { headers: HTML })).text, /formaction="\/check"/);
    assert.equal((await send(url, { website: 'acme.com' })).status, 503);
  });
});

describe('an agent asks by tool', () => {
  test('get_audit with a website gives the audit of a listed company, and a preview of another', async () => {
    const { url } = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
    const get = async (website: string) => {
      const params = { name: 'get_audit', arguments: { website } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      return (await call(url, 'POST', '/mcp', { body, headers: { accept: 'application/json, text/event-stream' } }))
        .json.result;
    };
    const first = (await get('acme.com')).structuredContent.preview;
    assert.match(first.next, /^Call again with this website in 30 seconds\.$/);
    assert.deepEqual([first.host, first.reviewed], ['acme.com', false]);
    await until(async () => (await get('acme.com')).structuredContent.preview.status === 'done', 'it is done');
    const done = (await get('https://www.acme.com/')).structuredContent.preview;
    assert.equal(done.next, undefined);
    assert.deepEqual(Object.keys(done.criteria), ['P1-A', 'P1-B', 'P1-C', 'P1-D', 'P1-E']);
    assert.equal((await get('localhost')).isError, true);
  });
});
