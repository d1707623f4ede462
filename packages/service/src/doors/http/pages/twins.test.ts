import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileCompany, madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testService } from '../../../../test/world/service.ts';
import { faults } from '../../../domain/fault.ts';
import { wantsMarkdown, wantsPage } from '../documents/accept.ts';

/** Markdown twins, and what agents find on the front page. */
const service = await testService('sqlite');
await publish(service, [madeCompany(1, '2026-05-01', 0.3), madeCompany(1), madeCompany(2), hostileCompany()]);
const { slug } = madeCompany(1);

const request = (path: string, accept = '*/*') => fetch(service.url + path, { headers: { accept } });

for (const [path, twin] of [
  ['/', '/index.md'],
  ['/?q=bram', '/index.md?q=bram'],
  [`/audits/${slug}`, `/audits/${slug}.md`],
  [`/compare?slugs=${slug},${madeCompany(2).slug}`, `/compare.md?slugs=${slug},${madeCompany(2).slug}`],
  [`/audits/${slug}?order=weakest`, `/audits/${slug}.md?order=weakest`],
  [`/audits/${slug}/2026-05-01`, `/audits/${slug}/2026-05-01.md`],
  [`/audits/${slug}/changes`, `/audits/${slug}/changes.md`],
  ['/compare', '/compare.md'],
  ['/rubric', '/rubric.md'],
  ['/changelog', '/changelog.md'],
  ['/status', '/status.md'],
  ['/terms', '/terms.md'],
  ['/privacy', '/privacy.md'],
  ['/bot', '/bot.md'],
  ['/pricing', '/pricing.md'],
  ['/problems', '/problems.md'],
  ['/problems/not_found', '/problems/not_found.md'],
] as const) {
  test(`${path} has a Markdown twin, by Accept and by ${twin}, named in head and header`, async () => {
    const page = await request(path, 'text/html');
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const html = (await page.text()).replaceAll('&#61;', '=').replaceAll('&#38;', '&');
    assert.ok(html.includes(`<link rel="alternate" type="text/markdown" href="${twin}">`));
    assert.ok(page.headers.get('link')?.includes(`<${twin}>; rel="alternate"; type="text/markdown"`));
    const [negotiated, named] = [await request(path, 'text/markdown'), await request(twin)];
    const text = await negotiated.text();
    assert.equal(text, await named.text());
    for (const reply of [negotiated, named]) {
      assert.equal(reply.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.match(reply.headers.get('vary') ?? '', /Accept-Encoding, Accept/);
      assert.equal(reply.headers.get('x-markdown-tokens'), String(Math.ceil(Buffer.byteLength(text) / 4)));
    }
    assert.match(page.headers.get('vary') ?? '', /Accept-Encoding, Accept/);
    assert.match(text, /^# \S/);
    // Where agents begin: the first text of the page, and in each twin, whose headers most tools do not show.
    const body = html.slice(html.indexOf('<body>')).replace(/<a class="skip".*?<\/a>/, '');
    assert.match(body.replaceAll(/<[^>]*>/g, '').trim(), /^Agents: \/llms\.txt says what is here/);
    assert.match(text, /\/llms\.txt/);
  });
}

test('pages of companies and of errors have an llms.txt below their path, and each address in it answers', async () => {
  const full = await (await request('/llms-full.txt')).text();
  for (const [path, own, least] of [
    ['/audits/llms.txt', `/audits/${slug}.md`, 3],
    ['/problems/llms.txt', '/problems/not_found.md', Object.keys(faults).length],
  ] as const) {
    assert.ok(full.includes(`${service.settings.BASE_URL}${path})`), path);
    const reply = await request(path);
    assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8');
    const text = await reply.text();
    assert.match(text, /^# \S.*\n\n> \S/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) =>
      url.replace(service.settings.BASE_URL, ''),
    );
    assert.ok(links.includes(own), text);
    assert.ok(links.length >= least);
    for (const link of links) assert.equal((await request(link)).status, 200, link);
  }
});

test('every page of the sitemap is in llms-full.txt, or in the list of its kind that this links', async () => {
  const addresses = async (path: string, pattern: RegExp) =>
    [...(await (await request(path)).text()).matchAll(pattern)].map(
      ([, url = '']) => url.replace(service.settings.BASE_URL, '').replace(/(?:\/index)?\.md$/, '') || '/',
    );
  const links = /\]\(([^)]+)\)/g;
  const full = await addresses('/llms-full.txt', links);
  const lists = full.filter((one) => one.endsWith('/llms.txt'));
  const listed = new Set([...full, ...(await Promise.all(lists.map((one) => addresses(one, links)))).flat()]);
  const mapped = await addresses('/sitemap.xml', /<loc>([^<]+)<\/loc>/g);
  assert.ok(mapped.length > 20);
  assert.deepEqual(
    mapped.filter((one) => !listed.has(one === '' ? '/' : one)),
    [],
  );
});

test('clients that do not name Markdown get HTML', () => {
  for (const accept of [
    '',
    '*/*',
    'text/html',
    'text/*',
    'text/html, text/markdown;q=0.9',
    'text/markdown;q=0',
    'text/html,text/markdown',
  ])
    assert.equal(wantsMarkdown(accept), false, accept);
  for (const accept of [
    'text/markdown',
    'text/markdown, */*',
    'Text/Markdown; charset=utf-8',
    'text/markdown, text/html',
    'text/html;q=0.5, text/markdown',
  ])
    assert.equal(wantsMarkdown(accept.toLowerCase()), true, accept);
});

test('the front page is Markdown for every client that does not name HTML (decision 191)', async () => {
  const twin = await request('/index.md');
  const text = await twin.text();
  for (const accept of ['*/*', 'application/json, text/plain, */*', 'text/html;q=0, */*', 'text/*', 'text/markdown']) {
    const reply = await request('/', accept);
    assert.equal(reply.headers.get('content-type'), 'text/markdown; charset=utf-8', accept);
    assert.match(reply.headers.get('vary') ?? '', /Accept(,|$)/, accept);
    assert.equal(reply.headers.get('etag'), twin.headers.get('etag'), accept);
    assert.equal(await reply.text(), text, accept);
  }
  const search = await (await request('/?q=bram', '*/*')).text();
  assert.equal(search, await (await request('/index.md?q=bram')).text());

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
  for (const accept of [browser, 'text/html', 'application/xhtml+xml']) {
    const reply = await request('/', accept);
    assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8', accept);
    assert.notEqual(reply.headers.get('etag'), twin.headers.get('etag'));
  }
  for (const path of ['/rubric', `/audits/${slug}`, '/docs'])
    assert.match((await request(path, '*/*')).headers.get('content-type') ?? '', /^text\/html/, path);
});

test('a program that draws a preview of a link gets the HTML of the front page, which no cache keeps (decision 191)', async () => {
  const robots = [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0 A',
  ];
  const ask = (agent: string, accept = '*/*', more = {}) =>
    fetch(`${service.url}/`, { headers: { accept, 'user-agent': agent, ...more } });
  // What a cache would ask anew; the second goes past the fast path.
  for (const more of [{}, { te: 'trailers' }])
    for (const agent of robots) {
      const reply = await ask(agent, '*/*', more);
      assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8', agent);
      assert.match(await reply.text(), /<meta property="og:image" content="https?:/);
      assert.match(reply.headers.get('cache-control') ?? '', /no-store|private/);
      assert.match(reply.headers.get('vary') ?? '', /Accept, User-Agent$/);
    }
  for (const agent of ['curl/8.4.0', 'python-requests/2.31.0', 'node', 'Mozilla/5.0 (compatible; GPTBot/1.2)']) {
    const reply = await ask(agent);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/markdown/, agent);
    assert.match(reply.headers.get('cache-control') ?? '', /^public/);
    assert.match(reply.headers.get('vary') ?? '', /Accept$/);
  }
  const asked = await ask(robots[0] ?? '', 'text/markdown');
  assert.match(asked.headers.get('content-type') ?? '', /^text\/markdown/, 'who names a form gets it');
  const browser = await ask('Mozilla/5.0 (iPhone) WhatsApp/2.23', 'text/html,*/*;q=0.8');
  assert.match(browser.headers.get('cache-control') ?? '', /^public/);
});

test('HEAD and conditions of the front page go with the form that is asked for', async () => {
  for (const accept of ['*/*', 'text/html']) {
    const whole = await request('/', accept);
    await whole.text();
    const head = await fetch(`${service.url}/`, { method: 'HEAD', headers: { accept } });
    for (const name of ['content-type', 'etag', 'content-length', 'vary'])
      assert.equal(head.headers.get(name), whole.headers.get(name), `${name} of ${accept}`);
    const etag = whole.headers.get('etag') ?? '';
    const asked = (other: string) => fetch(`${service.url}/`, { headers: { accept: other, 'if-none-match': etag } });
    assert.equal((await asked(accept)).status, 304, accept);
    assert.equal(
      (await asked(accept === '*/*' ? 'text/html' : '*/*')).status,
      200,
      'the other form is another document',
    );
  }
});

test('browsers get errors as a page, programs as JSON', () => {
  assert.equal(wantsPage('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'), true);
  for (const accept of ['', '*/*', 'application/json', 'application/json, text/html;q=0.9'])
    assert.equal(wantsPage(accept), false, accept);
});

test('nothing in an audit becomes Markdown markup', async () => {
  const text = await (await request('/audits/hostile-but-valid.md')).text();
  assert.doesNotMatch(text, /^## Forged/m);
  assert.doesNotMatch(text, /(?<!\\)\[(link|y)\]|(?<!\\)<(script|img|b)\b/);
  assert.equal([...text.matchAll(/^## /gm)].length, 7);
  const list = await (await request('/index.md')).text();
  const cells = (line: string) => line.split(/(?<!\\)\|/).length;
  const rows = list.split('\n').filter((line) => line.startsWith('|'));
  assert.equal(new Set(rows.map(cells)).size, 1);
});

test('the front page links what agents need, and describes the data set', async () => {
  const page = await request('/', 'text/html');
  const link = page.headers.get('link') ?? '';
  for (const one of [
    '</.well-known/api-catalog>; rel="api-catalog"',
    '</openapi.json>; rel="service-desc"; type="application/json"',
    '</docs>; rel="service-doc"',
    '</llms.txt>; rel="describedby"; type="text/plain"',
    '</.well-known/ard.json>; rel="ard"; type="application/json"',
    '<https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"',
  ])
    assert.ok(link.includes(one), one);
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page.text())?.[1] ?? '';
  const dataset = JSON.parse(block);
  assert.equal(dataset['@type'], 'Dataset');
  assert.equal(dataset.license, 'https://creativecommons.org/licenses/by-nc/4.0/');
  assert.equal(dataset.distribution[0].contentUrl, 'http://readymark.test/api/audits/index.json');
});

test('every address that a page links answers', async () => {
  const ofCompany = ['', '/2026-05-01', '/changes'].map((page) => `/audits/${slug}${page}`);
  const checked = new Set<string>();
  for (const path of ['/', ...ofCompany, '/rubric', '/privacy', '/problems', '/compare']) {
    const html = await (await request(path, 'text/html')).text();
    for (const [, target = ''] of html.matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
      const to = target.replaceAll('&#61;', '=').replaceAll('&#38;', '&');
      if (checked.has(to)) continue;
      checked.add(to);
      assert.equal((await request(to)).status, 200, `${path} links ${to}`);
    }
  }
  assert.ok(checked.size > 40);
});

test('the type of an error answers JSON to those who ask for it: the code with its status, title and next step', async () => {
  for (const accept of [
    'application/json',
    'application/problem+json',
    'application/json, text/plain, */*',
    'application/problem+json, text/html;q=0.9',
  ]) {
    const reply = await request('/problems/not_found', accept);
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8', accept);
    assert.match(reply.headers.get('vary') ?? '', /Accept-Encoding, Accept/);
    assert.deepEqual(await reply.json(), {
      code: 'not_found',
      status: faults.not_found.status,
      title: faults.not_found.title,
      remedy: faults.not_found.remedy,
    });
  }
  const { problems } = (await (await request('/problems', 'application/json')).json()) as {
    problems: { code: string }[];
  };
  assert.deepEqual(
    problems.map(({ code }) => code),
    Object.keys(faults),
  );
  for (const [path, accept, type] of [
    ['/problems/not_found', 'text/html, application/json', /^text\/html/],
    ['/problems/not_found', '*/*', /^text\/html/],
    ['/problems/not_found', 'text/markdown, application/json;q=0.5', /^text\/markdown/],
    ['/problems/not_found.md', 'application/json', /^text\/markdown/],
    ['/rubric', 'application/json', /^text\/html/],
    ['/problems/nothing', 'application/json', /^application\/problem\+json/],
  ] as const)
    assert.match((await request(path, accept)).headers.get('content-type') ?? '', type, `${path} ${accept}`);
});
