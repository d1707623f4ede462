import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { playDomains, says } from '../public-log/replies/played-domains.ts';
import { call, newKey } from '../world/call.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { madeCompany } from '../world/made-companies.ts';
import { OPERATOR_TOKENS, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, testService } from '../world/service.ts';

/** What a company says, from a request to an outcome: at the desk without a script, and for everybody (decision 156). */
sharedDatabases();

const domains = await playDomains(['acme.com']);
const website = 'https://acme.com/';
const FILE = 'acme.com/.well-known/readymark-reply.txt';
const HOSTILE = '</blockquote><script>alert(1)</script>\n# Score: 100\n  \u05e9\u05dc\u05d5\u05dd';

const acme = (audit_date: string, ready?: number) => ({
  ...madeCompany(1, audit_date, ready),
  ...{ company: 'Acme', slug: 'acme', website, source_file: `acme_${audit_date}.audit.json` },
});

async function opened(engine: Engine) {
  domains.txt.clear();
  domains.files.clear();
  const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { domain_proofs: domains.proofs() });
  await publish(service, [acme('2026-05-01', 0.3), acme('2026-11-02'), madeCompany(2)]);
  const ada = deskBrowser(service.url);
  await ada.signIn();
  /** Sends a form of a page; afterwards everybody sees what it published. */
  const send = async (page: string, action: string, fields: Record<string, string> = {}) => {
    const reply = await ada.send(page, action, fields);
    await service.catalogue.refresh();
    return reply;
  };
  const read = async (path: string) => (await call(service.url, 'GET', path)).text;
  /** A token of Acme, where the company was already told what to do with it. @returns the page of the token */
  const proven = async () => {
    const { location } = await send('/desk/replies', '/desk/replies/begin', { slug: 'acme' });
    const page = location.split('?')[0] ?? '';
    const [, token = ''] = /<code>([0-9a-f]{32})<\/code>/.exec((await ada.get(page)).text) ?? [];
    domains.files.set(FILE, says(`readymark-reply=${token}`));
    const { text } = await send(page, `${page}/check`);
    assert.match(text, /The token was seen\. Replies from acme may be published now\./);
    return page;
  };
  /** Publishes through the preview. @returns the page of the reply */
  const say = async (page: string, fields: Record<string, string>) => {
    const preview = await send(page, `${page}/preview`, fields);
    assert.equal(preview.status, 200);
    const form = preview.text.slice(preview.text.indexOf(`action="${page}/publish"`));
    const hidden = [
      ...form.slice(0, form.indexOf('</form>')).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g),
    ];
    const typed = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]));
    const { status, location, text } = await ada.post(`${page}/publish`, typed);
    assert.equal(status, 303, text);
    await service.catalogue.refresh();
    return { preview: preview.text, page: location.split('?')[0] ?? '' };
  };
  return { service, ada, send, read, proven, say };
}

/** The structured data of a page. */
const dataOf = (page: string) =>
  /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? assert.fail();

/** The block of a reply on a page, from its first word to its last. */
const blocks = (page: string) => [...page.matchAll(/<div class="reply">[\s\S]*?<\/div>/g)].map(([block]) => block);

for (const engine of engines)
  describe(`replies of companies on ${engine}`, () => {
    test('begin on the page of a request whose notes ask for it, with what the company does', async () => {
      const { service, ada, send } = await opened(engine);
      const key = await newKey(service.url, { contact_email: 'eve@acme.com' });
      const body = { company: 'Acme', website, notes: 'We are Acme and dispute P1-A.' };
      const { request_id } = (await call(service.url, 'POST', '/api/audit-requests', { key, body })).json;
      const request = `/desk/requests/${request_id}`;
      const { text } = await ada.get(request);
      assert.match(text, /Begin a reply from <bdi>Acme<\/bdi>/);
      assert.match(text, /name="contact" value="eve@acme\.com"/);
      const { status, location } = await send(request, '/desk/replies/begin', { contact: 'eve@acme.com' });
      assert.equal(status, 303);
      const token = (await ada.get(location)).text;
      for (const part of [
        'The token is made.',
        'eve@acme.com',
        '_readymark-reply.acme.com',
        `https://${FILE}`,
        '/about#reply',
      ])
        assert.ok(token.includes(part), part);
      assert.doesNotMatch(token, /Preview<\/button>/, 'nothing is published before the token was seen');
      const page = location.split('?')[0] ?? '';
      const missed = await send(page, `${page}/check`);
      assert.match(missed.text, /The token was not seen\.[\s\S]*TXT record: the name has no TXT record\.[\s\S]*File: /);
      const list = (await ada.get('/desk/replies')).text;
      assert.ok(list.includes(`href="${page}"`) && list.includes('not seen'));
      const other = await request_of(service.url, key);
      assert.doesNotMatch((await ada.get(`/desk/requests/${other}`)).text, /Begin a reply/, 'it is not listed');
      const unknown = await send('/desk/replies', '/desk/replies/begin', { slug: 'nobody', contact: 'eve@acme.com' });
      assert.equal(unknown.status, 404);
      assert.match(unknown.text, /value="nobody"[\s\S]*value="eve@acme\.com"/, 'what was typed comes back');
    });

    test('are previewed as everybody reads them, stand under their criterion, and end in words', async () => {
      const { service, ada, send, read, proven, say } = await opened(engine);
      const [company, past, criterion] = [
        '/audits/acme',
        '/audits/acme/2026-11-02',
        { about: 'dispute P1-A', text: HOSTILE },
      ];
      assert.equal((await read(company)).match(/\/about#reply/g)?.length, 1);
      assert.match(await read(company), /href="\/about#own">Is this your company\?/);
      const silent = await read(`${company}.md`);
      assert.doesNotMatch(silent, /The company says/);
      const record = await read('/api/audits/acme.json');
      const data = dataOf(await read(company));
      const token = await proven();
      const before = await send(token, `${token}/preview`, { ...criterion, audit_date: '2026-11-02' });
      assert.deepEqual(blocks(await read(company)), [], 'a preview publishes nothing');
      const dispute = await say(token, { ...criterion, audit_date: '2026-11-02' });
      const page = await read(company);
      const shown = page.slice(page.indexOf('<li id="P1-A"'), page.indexOf('<li id="P1-B"'));
      assert.deepEqual(blocks(shown), blocks(before.text));
      assert.deepEqual(blocks(await read(past)), blocks(page));
      assert.match(
        plain(blocks(shown)[0] ?? ''),
        /The company says.*<script>alert\(1\)<\/script>\n# Score: 100\n {2}\u05e9/s,
      );
      assert.doesNotMatch(page + before.text, /<script>alert/);
      assert.match(
        shown,
        /has disputed the score of \d of 5 since 21 Nov 2026: open since today\. It showed by a file on its website/,
      );
      assert.match(page, /The company has replied to this audit: <a href="#replies">1 dispute open since today<\/a>/);
      const check = page.slice(page.indexOf('<h2 id="check">'), page.indexOf('data-check='));
      assert.match(check, /The company has replied to this audit: /, 'where the badge leads');
      assert.match(page, /Where it leads, readers find that <a href="#replies">the company has replied<\/a>/);
      assert.deepEqual(blocks(await read('/audits/acme/2026-05-01')), [], 'it is about one audit');
      assert.deepEqual(blocks(await read(`/audits/${madeCompany(2).slug}`)), []);
      const twin = await read(`${company}.md`);
      assert.match(twin, /\n> \\# Score: 100 {2}\n/);
      assert.ok(!twin.includes('\n# Score') && !twin.includes('<script>'));
      assert.equal(await read('/api/audits/acme.json'), record, 'the record keeps its bytes');
      assert.equal(dataOf(page), data, 'so does what search engines are told');

      service.clock.advance(12 * 86_400_000);
      assert.match(await read(company), /1 dispute open for 12 days/);
      assert.match(await read('/rubric'), /No dispute has been decided yet\./);
      await ada.signIn();
      const waiting = (await ada.get('/desk/replies')).text;
      assert.ok(waiting.includes('Open disputes') && waiting.includes(`href="${dispute.page}"`));
      assert.match(waiting, /seen too long ago/, 'the token must be looked for again');
      assert.match((await ada.get(dispute.page)).text, /value="corrected" required disabled/);
      await publish(service, [{ ...acme('2026-12-01', 0.6) }]);
      assert.match(
        await read(company),
        /<a href="\/audits\/acme\/2026-11-02#P1-A">2 Nov 2026, P1-A<\/a>: disputed, open for 12 days/,
      );
      const decide = { outcome: 'corrected', audit_date: '2026-12-01' };
      assert.equal((await send(dispute.page, `${dispute.page}/decide`, decide)).status, 303);
      const ended = blocks(await read(past))[0] ?? '';
      assert.match(
        ended,
        /Outcome of 3 Dec 2026: a new audit corrected the score: <a href="\/audits\/acme\/2026-12-01">/,
      );
      assert.match(await read('/rubric'), /1 dispute has been decided; the median time to an outcome is 12 days\./);
      assert.match((await ada.get(dispute.page)).text, /an outcome is final/);
      const again = await ada.send(token, `${token}/check`);
      assert.equal(again.status, 200);
    });

    test('about the whole audit stand in front of the criteria; a text that must not stand is removed everywhere', async () => {
      const { ada, send, read, proven, say } = await opened(engine);
      const token = await proven();
      const { page } = await say(token, { about: 'reply', audit_date: '2026-11-02', text: 'We thank you.' });
      const shown = await read('/audits/acme');
      assert.match(shown, /<section class="replies"[\s\S]*We thank you\.[\s\S]*<h2 id="criteria">/);
      assert.match(shown, /The company replied on 21 Nov 2026\./);
      const long = await send(token, `${token}/preview`, {
        about: 'reply',
        audit_date: '2026-11-02',
        text: 'x'.repeat(990),
      });
      assert.equal(long.status, 409);
      assert.match(
        long.text,
        /would have 1003 characters together[\s\S]*x{990}<\/textarea>/,
        'what was typed comes back',
      );
      assert.equal((await send(page, `${page}/remove`)).status, 303);
      for (const path of [
        '/audits/acme',
        '/audits/acme/2026-11-02',
        '/audits/acme.md',
        '/api/audits/acme/replies.json',
      ])
        assert.doesNotMatch(await read(path), /We thank you/, path);
      assert.match(await read('/audits/acme'), /An operator removed this text on 21 Nov 2026\./);
      assert.doesNotMatch((await ada.get(page)).text, /We thank you/);
      assert.match((await ada.get('/desk/log')).text, /removed the text of a reply of/);
      assert.match((await ada.get('/desk/replies?state=all')).text, /its text was removed/);
    });
  });

/** A request for a company that is not listed. */
async function request_of(url: string, key: string): Promise<string> {
  const body = { company: 'Beta', website: 'https://beta.com/' };
  return (await call(url, 'POST', '/api/audit-requests', { key, body })).json.request_id;
}

test('agents learn of replies where they read an audit, in few words, and of nothing where there are none', async () => {
  const { service, read, proven, say } = await opened('sqlite');
  const json = async (path: string) => JSON.parse(await read(path));
  const paths = ['/api/audits/acme/brief.json', '/api/audits/acme/P1.json', '/api/audits/acme/P2.json'];
  const before = await Promise.all(paths.map(json));
  const token = await proven();
  await say(token, { about: 'dispute P1-A', audit_date: '2026-11-02', text: 'It was there.' });
  await say(token, { about: 'reply P1-B', audit_date: '2026-11-02', text: 'It is there now.' });
  const replies_json = '/api/audits/acme/replies.json';
  const replies = { 'P1-A': 'disputed', 'P1-B': 'replied' };
  const after = await Promise.all(paths.map(json));
  assert.deepEqual(after, [
    { ...before[0], replies_json },
    { ...before[1], replies_json, replies },
    { ...before[2], replies_json },
  ]);
  assert.equal((await json(replies_json)).count, 2);
  const tool = async (args: object) => {
    const params = { name: 'get_audit', arguments: args };
    const { json } = await call(service.url, 'POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    return json.result as { content: { text: string }[]; structuredContent: Record<string, unknown> };
  };
  const whole = await tool({ slug: 'acme' });
  assert.equal(whole.content[0]?.text, await read('/api/audits/acme.json'));
  assert.match(
    whole.content[1]?.text ?? '',
    /What the company says: http:\/\/readymark\.test\/api\/audits\/acme\/replies\.json \(P1-A disputed, P1-B replied\)/,
  );
  const one = (await tool({ slug: 'acme', criteria: ['P1-B'], evidence: false })).structuredContent;
  assert.deepEqual([one.replies_json, one.replies], [replies_json, { 'P1-B': 'replied' }]);
  const several = await tool({ slugs: ['acme', madeCompany(2).slug], criteria: ['P1-A'] });
  assert.deepEqual(
    (several.structuredContent.audits as { replies?: object }[]).map((of) => of.replies),
    [{ 'P1-A': 'disputed' }, undefined],
  );
  const { link } = Object.fromEntries((await call(service.url, 'GET', '/api/audits/acme.json')).headers);
  assert.match(link ?? '', /<\/api\/audits\/acme\/replies\.json>; rel="replies"/);
  const other = await call(service.url, 'GET', `/api/audits/${madeCompany(2).slug}.json`);
  assert.doesNotMatch(other.headers.get('link') ?? '', /replies/);
});
