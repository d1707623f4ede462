import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { Fault } from '../src/domain/fault.ts';
import { listAudits } from '../src/operations/agent/list-audits.ts';
import { watchCompany } from '../src/operations/agent/watch-company.ts';
import { execute } from '../src/operations/run.ts';
import { publish } from './world/operator.ts';
import { testService } from './world/service.ts';

/** There is one search: every surface finds the same companies for the same words. */
const service = await testService('sqlite');
await publish(service, [
  {
    ...exampleAudit({ slug: 'bistro-nord', company: 'Café Übersee' }),
    website: 'https://www.Bistro-Nord-Online.example/karte',
  },
  exampleAudit({ slug: 'other', company: 'Other Works' }),
]);

const page = async (path: string) =>
  (await fetch(`${service.url}${path}`, { headers: { accept: 'text/html' } })).text();
const board = async (q: string) =>
  [...(await page(`/?q=${encodeURIComponent(q)}`)).matchAll(/class="name"><a href="\/audits\/([^"]+)"/g)].map(
    ([, slug]) => slug,
  );
const tool = async (query: string) =>
  (await execute(service, listAudits, { kind: 'anonymous' }, { query }, {})).body.audits.map(({ slug }) => slug);

for (const words of [
  'cafe',
  'CAFÉ',
  'ubersee cafe',
  'café ÜBER',
  'bistro-nord',
  'online.example',
  'https://www.bistro-nord-online.example/',
  'http://bistro-nord-online.example',
  'www.bistro-nord-online.example',
  'https://www.bistro-nord-online.example/pricing?x=1',
  'https://shop.bistro-nord-online.example/',
  'Café Übersee GmbH',
  'ubersee, Inc.',
  'bistro-nord S.A.',
  '株式会社 Cafe',
])
  test(`“${words}” finds the company in the tool and on the leaderboard`, async () => {
    assert.deepEqual(await tool(words), ['bistro-nord']);
    assert.deepEqual(await board(words), ['bistro-nord']);
  });

test('words that no company has find nothing, and no words find all', async () => {
  for (const find of [tool, board]) {
    assert.deepEqual(await find('cafe works'), []);
    assert.deepEqual((await find(' ')).length, 2);
  }
});

test('a comparison finds a company by its address and without its legal form', async () => {
  const html = await page('/compare?slugs=https://www.bistro-nord-online.example/pricing,Other+Works+Ltd');
  for (const slug of ['bistro-nord', 'other']) assert.match(html, new RegExp(`<a href="/audits/${slug}">`));
});

test('a comparison finds a company by its name without accents', async () => {
  const html = await page('/compare?slugs=cafe+ubersee,other');
  assert.match(html, /<th scope="col"><a href="\/audits\/bistro-nord">/);
});

test('an unknown address and an unknown name suggest the company', async () => {
  for (const path of [
    '/audits/cafe',
    '/audits/caf%C3%A9-uebersee',
    '/audits/bistro-nrod',
    '/audits/bistro-nrod.md',
    '/badge/bistro-nrod.svg',
    '/compare?slugs=cafetery,nobody',
  ])
    assert.match(await page(path), /Did you mean[\s\S]*\/audits\/bistro-nord/, path);
});

test('watching an unknown slug names the nearest ones', async () => {
  const caller = { kind: 'agent', registration_id: 'reg_x', scopes: ['audit_requests:read_own'] } as const;
  for (const slug of ['bistro-nrod', 'Café Überseee', 'cafe'])
    await assert.rejects(
      execute(service, watchCompany, caller, { slug }, {}),
      (error) => error instanceof Fault && /Nearest slug: bistro-nord\./.test(error.message),
      slug,
    );
});

test('what is not found names the nearest slugs, in the same words through REST, the tool and a twin', async () => {
  const tool = async (name: string, args: object) => {
    const got = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    const { result } = (await got.json()) as { result: { content: { text: string }[] } };
    return JSON.parse(result.content[0]?.text ?? '');
  };
  const rest = async (path: string) => {
    const got = await fetch(service.url + path);
    assert.equal(got.status, 404, path);
    return ((await got.json()) as { message: string }).message;
  };
  const near = 'No audit is published under this slug. Nearest slug: bistro-nord.';
  for (const slug of ['bistro-nrod', 'Café Überseee'])
    assert.equal((await tool('get_audit', { slug })).message, near, slug);
  for (const path of [
    '/api/audits/bistro-nrod.json',
    '/api/audits/bistro-nrod/history.json',
    '/api/audits/bistro-nrod/2026-11-20.json',
    `/api/audits/${encodeURIComponent('Café Überseee')}.json`,
    '/audits/bistro-nrod.md',
    '/badge/bistro-nrod.svg',
  ])
    assert.equal(await rest(path), near, path);
  assert.equal(await rest('/api/audits/zzz.json'), 'No audit is published under this slug.');
  assert.equal((await tool('get_audit', { slug: 'zzz' })).message, 'No audit is published under this slug.');
  assert.match(await rest('/api/audits/other/1999-01-01.json'), /no audit of this date/);
});
