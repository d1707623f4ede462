import { type MadeAnswer, type MadeAnswers, madePage } from '../made-site.ts';
import { openapi } from './apis.ts';
import { json, PLATFORM, type StandardFixtures } from './fixture.ts';

// P5-A: an API that can write, and a package for it; P1-D: a server of tools that its registry leads to (decision 211).
const NPM = 'https://registry.npmjs.org/@example%2fsdk/latest';
const PYPI = 'https://pypi.org/pypi/example-sdk/json';
const PROJECT = 'https://pypi.org/project/example-sdk/';
const SERVER = 'https://registry.modelcontextprotocol.io/v0.1/servers/com.example%2Fmill/versions/latest';
const OTHERS = 'https://other-mill.dev';

const calls =
  '<h2>POST /v1/orders</h2><h2>PUT /v1/orders</h2><h2>GET /v1/orders</h2><p>All of them go to https://api.example.com.</p>';
const docs = (more: string): MadeAnswers => ({
  '/': madePage('<h1>Mill</h1><a href="https://github.com/example">Code</a>'),
  '/docs/api': { role: 'docs', body: madePage(`<h1>API</h1>${calls}${more}`, { title: 'API' }) },
});
const link = (url: string) => `<p><a href="${url}">The package</a></p>`;
/** What a registry answers: its document, or nothing by that name. */
const answer = (document?: object | string): MadeAnswer =>
  document === undefined
    ? { role: 'registry', status: 404, type: 'application/json', body: '{"error":"not found"}' }
    : {
        role: 'registry',
        type: typeof document === 'string' ? 'text/html' : 'application/json',
        body: typeof document === 'string' ? document : json(document),
      };

/** A package that pages link. It has a name of its own at first, so that nothing but its registry says whose it is. */
const packaged = (given: {
  at: string;
  page: string;
  named: string;
  of: (over: object) => object;
  foreign: string;
}) => {
  const linked = (registry: MadeAnswer, page = given.page): MadeAnswers => ({
    ...docs(link(page)),
    [given.at]: registry,
  });
  return {
    criterion: 'P5-A',
    without: { answers: docs(''), score: 2 },
    right: [
      {
        answers: linked(answer(given.of({ home: 'https://docs.example.com/sdk' }))),
        score: 3,
        says: /conforms: .* leads from it to docs\.example\.com/,
      },
      // Its code is with the account that the site links, and that is called like it.
      {
        answers: linked(answer(given.of({ code: 'https://github.com/example/sdk' }))),
        score: 3,
        says: /leads from it to github\.com/,
      },
      // Another name, and the company's all the same.
      {
        answers: {
          ...docs(link(given.foreign.replace('DOC', ''))),
          ...foreign(given, { home: 'https://example.com' }),
        },
        score: 3,
        says: /conforms/,
      },
    ],
    wrong: [
      // A package of others with the company's name in its own.
      {
        answers: linked(answer(given.of({ home: OTHERS, code: 'https://github.com/other/sdk' }))),
        score: 2,
        says: /leads from it to others alone/,
      },
      // One of others that documentation links.
      {
        answers: { ...docs(link(given.foreign)), ...foreign(given, { home: OTHERS }) },
        score: 2,
        says: /others alone/,
      },
    ],
    platform: [
      {
        answers: linked(answer(given.of({ home: `${PLATFORM}/sdk`, code: 'https://github.com/docs-platform/sdks' }))),
        score: 2,
        says: /others alone/,
      },
    ],
    dead: [{ answers: linked(answer()), score: 2, says: /\(declared, and not in / }],
  };
};

type Lead = { home?: string; code?: string };
const foreign = ({ named, of }: { named: string; of: (over: object) => object }, lead: Lead): MadeAnswers => ({
  [named]: answer(of({ ...lead, name: 'rocket' })),
});

const npm = ({ home, code, name = '@example/sdk' }: Lead & { name?: string }) => ({
  ...{ name, version: '2.1.0', description: 'Made by https://example.com, it says.' },
  ...(home ? { homepage: home } : {}),
  ...(code ? { repository: { type: 'git', url: `git+${code}.git` } } : {}),
});
const pypi = ({ home, code, name = 'Example_SDK' }: Lead & { name?: string }) => ({
  info: {
    ...{ name, version: '2.1.0', summary: 'Made by https://example.com, it says.', home_page: null },
    project_urls: { ...(home ? { Homepage: home } : {}), ...(code ? { Source: code } : {}) },
  },
  releases: {},
});
/** The page of a project for people: what leads away is beside the description, which is whoever's words. */
const project = (home: string) =>
  `<html><head><title>example-sdk · PyPI</title></head><body><a href="/">PyPI</a><a href="https://www.python.org/">Python</a>
   <h3>Project links</h3><ul><li><a class="vertical-tabs__tab" href="${home}" rel="nofollow">Homepage</a></li></ul>
   <div class="project-description"><p>See <a href="https://example.com/">us</a>.</p></div></body></html>`;

const packages = {
  npm: packaged({
    ...{ at: NPM, page: 'https://www.npmjs.com/package/@example/sdk', of: npm },
    ...{ named: 'https://registry.npmjs.org/rocket/latest', foreign: 'https://www.npmjs.com/package/rocket' },
  }),
  pypi: packaged({
    ...{ at: PYPI, page: 'https://pypi.org/project/example-sdk/', of: pypi },
    ...{ named: 'https://pypi.org/pypi/rocket/json', foreign: 'https://pypi.org/project/rocket/' },
  }),
};

const remote = 'https://api.example.com/mcp';
const card = json({ name: 'com.example/mill', remotes: [{ type: 'streamable-http', url: remote }] });
const sound: MadeAnswers = {
  ...{ '/': madePage('<h1>Mill</h1>'), '/openapi.json': openapi(), '/.well-known/mcp/server-card.json': card },
  [remote]: {
    ...{ role: 'mcp_live', method: 'POST', type: 'application/json' },
    body: json({ protocol: '2026-07-28', server: { name: 'mill' }, tools: [{ name: 'check' }] }),
  },
};
const entry = (over: object, status = 'active') =>
  answer({
    server: { name: 'com.example/mill', description: 'Checks addresses.', version: '1.0.0', ...over },
    _meta: { 'io.modelcontextprotocol.registry/official': { status, isLatest: true } },
  });
const OTHER_SERVER = SERVER.replace('com.example', 'dev.docs-platform');

/** What registries say of names that a site states. */
export const registered = {
  npm: packages.npm,
  pypi: {
    ...packages.pypi,
    right: [
      ...packages.pypi.right,
      {
        answers: { ...docs(link(PROJECT)), [PROJECT]: answer(project('https://example.com/')) },
        score: 3,
        says: /conforms: PyPI leads from it to example\.com/,
      },
    ],
    wrong: [
      ...packages.pypi.wrong,
      { answers: { ...docs(link(PROJECT)), [PROJECT]: answer(project(OTHERS)) }, score: 2, says: /others alone/ },
    ],
  },
  mcp_registry: {
    criterion: 'P1-D',
    without: { answers: sound, score: 4 },
    right: [
      {
        answers: { [SERVER]: entry({ remotes: [{ type: 'streamable-http', url: remote }] }) },
        score: 5,
        says: /com\.example\/mill \(conforms/,
      },
      { answers: { [SERVER]: entry({}) }, score: 5 },
    ],
    wrong: [
      // About another name, or no entry at all.
      { answers: { [SERVER]: answer({ server: { name: 'com.example/other', version: '1' } }) }, score: 4 },
      { answers: { [SERVER]: answer({ servers: [] }) }, score: 4 },
      {
        answers: {
          [SERVER]: answer('<html><title>com.example/mill</title><a href="https://example.com">x</a></html>'),
        },
        score: 4,
      },
    ],
    platform: [
      {
        answers: {
          '/server.json': json({ name: 'dev.docs-platform/mill', version: '1' }),
          [OTHER_SERVER]: answer({
            server: {
              name: 'dev.docs-platform/mill',
              version: '1',
              remotes: [{ type: 'sse', url: `${PLATFORM}/mcp/mill` }],
            },
          }),
        },
        ...{ score: 4, says: /others alone/ },
      },
    ],
    dead: [
      {
        answers: { '/server.json': json({ name: 'com.example/mill', version: '1' }), [SERVER]: answer() },
        score: 4,
        says: /declared, and not in the MCP registry/,
      },
      { answers: { [SERVER]: entry({}, 'deleted') }, score: 4, says: /declared, and not in/ },
    ],
  },
} satisfies Record<string, StandardFixtures>;
