import { type MadeAnswers, madePage } from '../made-site.ts';
import { gone, home, html, json, leading, PLATFORM, type StandardFixtures } from './fixture.ts';

// P1-D: a description of an API, and a server of tools.
const operation = (at: number) => ({
  get: {
    ...{ operationId: `things${at}`, summary: 'Lists things' },
    responses: { 200: { description: 'things' } },
  },
});
export const openapi = (of: object = {}) =>
  json({
    ...{ openapi: '3.1.0', info: { title: 'Mill', version: '1' }, servers: [{ url: 'https://api.example.com' }] },
    ...{ security: [{ key: [] }], components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } },
    paths: { '/v1/a': operation(1), '/v1/b': operation(2), '/v1/c': operation(3) },
    ...of,
  });
const CARD = '/.well-known/mcp/server-card.json';
const SERVER = 'https://api.example.com/mcp';
const card = (url: string) => json({ name: 'mill', url, tools: [{ name: 'check' }, { name: 'list' }] });
const live = (url: string, over: object = {}): MadeAnswers => ({
  [url]: {
    ...{ role: 'mcp_live', method: 'POST', type: 'application/json' },
    body: json({ protocol: '2026-07-28', server: { name: 'mill' }, tools: [{ name: 'check' }] }),
    ...over,
  },
});
const catalog = (href: string) =>
  json({ linkset: [{ anchor: 'https://api.example.com', 'service-desc': [{ href }] }] });
const registering = (where: string) =>
  `${where}.modelContext?.registerTool?.({ name: 'find_mill', description: 'Finds a mill.', execute() {} });`;
const form = (attributes: string): MadeAnswers => ({
  '/': madePage(`<form action="/find" ${attributes}><label>What <input name="q"></label><button>Find</button></form>`),
});

/** What programs call. */
export const interfaces = {
  openapi: {
    criterion: 'P1-D',
    without: { answers: { '/': home }, score: 0 },
    right: [{ answers: { '/openapi.json': openapi() }, score: 4 }],
    wrong: [
      { answers: { '/openapi.json': '{"hello": "world"}' }, score: 0 },
      { answers: { '/openapi.json': openapi({ security: undefined, components: {} }) }, score: 3 },
    ],
    platform: [{ answers: { '/openapi.json': openapi({ servers: [{ url: `${PLATFORM}/v1` }] }) }, score: 0 }],
    dead: [{ answers: { ...leading('service-desc', '/openapi.json'), '/openapi.json': gone }, score: 0 }],
  },
  api_catalog: {
    criterion: 'P1-D',
    without: {
      answers: { '/': home, '/openapi.json': openapi(), [CARD]: card(SERVER), ...live(SERVER) },
      score: 4,
    },
    right: [{ answers: { '/.well-known/api-catalog': catalog('https://example.com/openapi.json') }, score: 5 }],
    wrong: [
      { answers: { '/.well-known/api-catalog': json({ linkset: [] }) }, score: 4 },
      { answers: { '/.well-known/api-catalog': json({ apis: ['https://example.com/openapi.json'] }) }, score: 4 },
    ],
    platform: [{ answers: { '/.well-known/api-catalog': catalog(`${PLATFORM}/openapi.json`) }, score: 4 }],
    dead: [
      {
        answers: { '/.well-known/api-catalog': catalog('https://example.com/old.json'), '/old.json': gone },
        score: 4,
      },
    ],
  },
  mcp_card: {
    criterion: 'P1-D',
    without: { answers: { '/': home }, score: 0 },
    right: [{ answers: { [CARD]: card(SERVER), ...live(SERVER) }, score: 4, says: /lists 1 tools/ }],
    wrong: [
      {
        answers: { [CARD]: json({ serverInfo: { name: 'mill', available: false } }) },
        score: 0,
        says: /names no server/,
      },
    ],
    platform: [{ answers: { [CARD]: card(`${PLATFORM}/mcp/mill`) }, score: 0 }],
    dead: [
      {
        answers: { [CARD]: card(SERVER), ...live(SERVER, { status: 404, body: undefined }) },
        score: 0,
        says: /No server answers for what/,
      },
    ],
  },
  mcp: {
    criterion: 'P1-D',
    without: { answers: { '/': home, [CARD]: card(SERVER) }, score: 3 },
    right: [
      { answers: live(SERVER), score: 4 },
      // A demand for credentials, as the protocol has it, is an answer.
      {
        answers: live(SERVER, {
          ...{ status: 401, body: json({ guarded: true }) },
          www_authenticate: 'Bearer resource_metadata="https://api.example.com/x"',
        }),
        score: 4,
      },
    ],
    wrong: [{ answers: live(SERVER, html), score: 0 }],
    platform: [
      {
        answers: { [CARD]: card(`${PLATFORM}/mcp/mill`), ...live(`${PLATFORM}/mcp/mill`) },
        score: 0,
      },
    ],
    dead: [{ answers: live(SERVER, { status: 404, body: undefined }), score: 0 }],
  },
  webmcp: {
    criterion: 'P1-D',
    without: { answers: { '/': home }, score: 0 },
    right: [
      { answers: form('toolname="find" tooldescription="Finds a mill"'), score: 2, says: /\(WebMCP\): find/ },
      { answers: { '/': madePage(`<script>${registering('document')}</script>`) }, score: 2 },
      {
        answers: { '/site.js': { role: 'script', type: 'text/javascript', body: registering('document') } },
        score: 2,
      },
    ],
    wrong: [
      form('toolname="find"'),
      form('tooldescription="Finds"'),
      form('toolname="" tooldescription="Finds"'),
      form(''),
      { '/': madePage('<p>We speak of document.modelContext.registerTool here.</p>') },
    ].map((answers) => ({ answers, score: 0 })),
    platform: 'Tools on a page act on that page, whoever makes it.',
    // Browsers removed what is called here.
    dead: [{ answers: { '/': madePage(`<script>${registering('navigator')}</script>`) }, score: 0 }],
  },
} satisfies Record<string, StandardFixtures>;
