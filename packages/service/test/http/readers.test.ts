import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** What readers without a browser see first (decision 60): where agents begin. */
const service = await testService('sqlite');
await publish(service, [exampleAudit({ slug: 'acme' })]);
const base = service.settings.BASE_URL;
const read = (path: string, accept: string) => fetch(service.url + path, { headers: { accept } });

const places = ['/llms.txt', '/auth.md', '/mcp'];

/** The text of a page as extractors see it: without its head, in the order of the source. */
const textOf = (html: string) =>
  (html.split('<body>')[1] ?? html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const named = (text: string, path: string) => {
  for (const place of places) assert.ok(text.includes(place), `${path} begins with ${place}: ${text}`);
};

test('every page says before its header where agents begin, and the desk does not', async () => {
  for (const path of ['/', '/?q=acme', '/audits/acme', '/rubric', '/compare', '/nothing-here', '/audits/nobody']) {
    const html = await (await read(path, 'text/html')).text();
    named(textOf(html.slice(html.indexOf('<aside class="agents"'), html.indexOf('<header'))), path);
  }
  assert.doesNotMatch(await (await read('/desk', 'text/html')).text(), /class="agents"/);
});

test('the first focus of a keyboard is still the link that skips the navigation', async () => {
  const html = await (await read('/', 'text/html')).text();
  assert.match(/<a [^>]*>/.exec(html.split('<body>')[1] ?? '')?.[0] ?? '', /class="skip"/);
});

test('the Markdown of the leaderboard names them, with whole addresses, in its first line after the title', async () => {
  for (const [path, accept] of [
    ['/index.md', '*/*'],
    ['/', 'text/markdown'],
  ] as const) {
    const [title, , first = ''] = (await (await read(path, accept)).text()).split('\n');
    assert.match(title ?? '', /^# /);
    for (const place of places) assert.ok(first.includes(`${base}${place}`), first);
  }
});

test('an unknown address says to programs where to begin; unknown companies and calls say what they said', async () => {
  for (const path of ['/nothing-here', '/api/nothing', '/index.html', '/nothing.md']) {
    const reply = await read(path, '*/*');
    assert.equal(reply.status, 404);
    const { error, message, detail } = (await reply.json()) as Record<string, string>;
    assert.equal(error, 'not_found');
    assert.match(message ?? '', /^There is nothing at this address\. /);
    assert.equal(detail, message);
    named(message ?? '', path);
  }
  const company = (await (await read('/api/audits/nobody.json', '*/*')).json()) as Record<string, string>;
  assert.doesNotMatch(company.message ?? '', /llms\.txt/);
});
