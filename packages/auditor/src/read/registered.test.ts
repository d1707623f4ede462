import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madePage, madeSite, proposalFor } from '../../test/world/made-site.ts';
import { installedBy, publishedAs, publishedAt } from '../standards/registries.ts';

/** What registries say of names that a site declares (decision 211). */
const NPM = 'https://registry.npmjs.org/@example%2fsdk/latest';
const json = (value: object) => ({ role: 'registry', type: 'application/json', body: JSON.stringify(value) });
const linking = '<a href="https://www.npmjs.com/package/@example/sdk">SDK</a>';
const home = (more = '') => madePage(`<h1>Mill</h1>${linking}${more}`);
const said = (document: object, more: MadeAnswers = {}) =>
  madeSite({
    '/': home('<a href="https://github.com/example-inc">Code</a>'),
    [NPM]: json({ name: '@example/sdk', ...document }),
    ...more,
  }).registered[0];

test('a package leads to the company by its domain, or by an account that the site links, however that is written', () => {
  for (const document of [
    { homepage: 'https://example.com/sdk' },
    { homepage: 'http://docs.example.com' },
    { repository: 'github:example-inc/sdk' },
    { repository: { type: 'git', url: 'git+https://github.com/example-inc/sdk.git' } },
    { repository: { type: 'git', url: 'git+ssh://git@github.com/example-inc/sdk.git' } },
    { repository: 'git@github.com:Example-Inc/sdk.git' },
    { homepage: 'https://other.dev', bugs: { url: 'https://example.com/bugs' } },
  ])
    assert.equal(said(document)?.state, 'conforms', JSON.stringify(document));
});

test('a package that leads to nobody, or to what is only called like the company, says nothing of whose it is', () => {
  for (const document of [
    {},
    { homepage: '', repository: null },
    { repository: 'github:example-other/sdk' },
    { homepage: 'https://example.readthedocs.io/' },
    { homepage: 'javascript:https://example.com/', repository: 7 },
  ]) {
    const found = said(document);
    assert.deepEqual([found?.state, found?.others], ['answers', false], JSON.stringify(document));
  }
});

test('a package that leads to others alone is theirs, whatever its name and description say', () => {
  for (const document of [
    { homepage: 'https://other.dev', description: 'See https://example.com' },
    { repository: 'github:other/sdk', author: 'Example <sdk@example.com>' },
    { homepage: 'https://notours.dev/?from=https://example.com' },
  ]) {
    const found = said(document);
    assert.deepEqual([found?.state, found?.others], ['answers', true], JSON.stringify(document));
  }
});

test('half an answer, one about another name and a refusal say nothing, and what is not there is declared alone', () => {
  const at = (answer: object) => madeSite({ '/': home(), [NPM]: { role: 'registry', ...answer } }).registered;
  const whole = JSON.stringify({ name: '@example/sdk', homepage: 'https://example.com' });
  assert.deepEqual(at({ type: 'application/json', body: whole, truncated: true }), []);
  assert.deepEqual(at({ type: 'application/json', body: whole.slice(0, 20) }), []);
  assert.deepEqual(at({ type: 'application/json', body: whole.replace('sdk', 'kit') }), []);
  assert.deepEqual(at({ type: 'text/html', body: `<title>@example/sdk</title>${whole}` }), []);
  assert.deepEqual(at({ status: 403, body: whole }), []);
  assert.deepEqual(at({ problem: 'robots', detail: 'robots.txt forbids it' }), []);
  assert.deepEqual(
    [404, 410].map((status) => at({ status, body: '{}' })[0]?.state),
    ['declared', 'declared'],
  );
});

test('what registries answer is no page and no document of the site', () => {
  const body = JSON.stringify({ name: 'x', openapi: '3.1.0', info: {}, paths: { '/a': { get: {} } } });
  const site = madeSite({
    '/': home(),
    'https://registry.npmjs.org/x/latest': { role: 'registry', type: 'application/json', body },
    'https://pypi.org/project/x/': {
      role: 'registry',
      type: 'text/html',
      body: madePage('<h1>Prices</h1><p>$1 a month</p>'),
    },
  });
  assert.equal(site.pages.length, 1);
  assert.deepEqual([site.apis.length, site.machine.length], [0, 0]);
  assert.ok(site.items.every(({ role }) => role !== 'registry'));
});

test('without an answer a package with the name of the domain counts as before; one that is said to be of nobody is only likely', () => {
  const docs = {
    role: 'docs',
    body: madePage(
      '<h1>API</h1><h2>POST /v1/a</h2><h2>PUT /v1/a</h2><h2>GET /v1/a</h2><p>They go to https://api.example.com.</p>',
      {
        title: 'API',
      },
    ),
  };
  const scored = (more: MadeAnswers) => {
    const { low, proposed } = proposalFor('P5-A', { '/': home(), '/docs/api': docs, ...more });
    return [low, proposed];
  };
  assert.deepEqual(scored({})[1], 3);
  assert.deepEqual(scored({ [NPM]: json({ name: '@example/sdk' }) })[1], 3);
  assert.ok((scored({ [NPM]: json({ name: '@example/sdk' }) })[0] ?? 9) < 3, 'it is not sure');
  assert.equal(scored({ [NPM]: json({ name: '@example/sdk', homepage: 'https://other.dev' }) })[1], 2);
});

test('addresses and commands name what their registry can give, and nothing else', () => {
  const named = (url: string) => publishedAt(url)?.name;
  assert.equal(named('https://www.npmjs.com/package/@acme/sdk/v/1.2.3?activeTab=readme'), '@acme/sdk');
  assert.equal(named('https://npmjs.com/package/acme'), 'acme');
  assert.equal(named('https://pypi.org/project/Acme_SDK/1.0/'), 'acme-sdk');
  assert.equal(named('https://pypi.org/project/Acme_SDK/'), 'acme-sdk');
  assert.equal(
    named('https://registry.modelcontextprotocol.io/v0/servers/com.acme%2Fmcp/versions/latest'),
    'com.acme/mcp',
  );
  for (const wrong of [
    'https://www.npmjs.com/package/..%2f..',
    'https://www.npmjs.com/package/-/v1/search',
    'https://www.npmjs.com/~acme',
    'https://www.npmjs.com.other.test/package/acme',
    'https://pypi.org/project/%00/',
    'https://pypi.org/search/?q=acme',
    `https://www.npmjs.com/package/${'a'.repeat(300)}`,
    'https://registry.modelcontextprotocol.io/v0/servers?search=acme',
  ])
    assert.equal(named(wrong), undefined, wrong);
  assert.equal(publishedAs('pypi', 'acme[all]>=1.2')?.name, 'acme');
  assert.equal(publishedAs('mcp', 'acme'), undefined);
  assert.deepEqual(
    installedBy([
      'npm install --save @acme/sdk@latest',
      'pip install "acme-sdk==2"; npx -y acme-cli init',
      'npm install',
    ]).map(({ name }) => name),
    ['@acme/sdk', 'acme-cli', 'acme-sdk'],
  );
});
