import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madeBundle, madePage, proposalFor, scores } from '../../../test/world/made-site.ts';
import { isFetched } from '../../evidence/evidence.ts';
import { readSite } from '../../read/read-site.ts';

/** The ladder of P1-D, rung by rung, on small sites. */
const proposed = (answers: MadeAnswers) => proposalFor('P1-D', answers);

const home = madePage('<h1>Mill</h1>');
const docs = (body: string) => ({ '/': home, '/docs': { role: 'docs', body: madePage(`<h1>Docs</h1>${body}`) } });

type Described = { ids?: boolean; security?: boolean; server?: string; operations?: number };
const openapi = ({ ids = true, security = true, server = 'https://api.example.com', operations = 4 }: Described = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Mill', version: '1' },
    servers: [{ url: server }],
    ...(security ? { security: [{ key: [] }] } : {}),
    components: security ? { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } : {},
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, at) => [
        `/v1/things${at}`,
        {
          get: {
            ...(ids ? { operationId: `things${at}` } : {}),
            summary: 'Lists things',
            responses: { 200: { description: 'things' } },
          },
        },
      ]),
    ),
  });
const described = (of: Described = {}): MadeAnswers => ({ '/': home, '/openapi.json': openapi(of) });

const card = JSON.stringify({
  name: 'mill',
  url: 'https://api.example.com/mcp',
  tools: [{ name: 'check' }, { name: 'list' }],
});
const live = (said: object | undefined, over = {}) => ({
  'https://api.example.com/mcp': {
    ...{ role: 'mcp_live', method: 'POST' as const, type: 'application/json' },
    ...(said ? { body: JSON.stringify(said) } : {}),
    ...over,
  },
});
const session = { protocol: '2025-11-25', server: { name: 'mill' }, tools: [{ name: 'check' }] };

test('no word of an interface is 0', () => {
  const found = proposed({ '/': home });
  assert.equal(scores(found), '0 0 0');
  assert.ok(found.sources.filter(isFetched).some(({ url, status }) => url.endsWith('/openapi.json') && status === 404));
});

test('a call that documentation shows is 1, also where no link and no word names an interface', () => {
  const shown = docs('<p>Fetch https://files.example.com/v2/rates.csv each Thursday, there is nothing else.</p>');
  assert.equal(proposed(shown).proposed, 1);
});

test('a word is likely 1, a link named after it surely', () => {
  const word = proposed(docs('<p>Our REST API is there for partners.</p>'));
  assert.equal(scores(word), '0 1 1');
  assert.match(word.evidence, /No call of it was found/);
  assert.equal(scores(proposed({ '/': madePage('<nav><a href="/developers">Developers</a></nav>') })), '1 1 1');
});

test('an article about others says nothing of the own interface', () => {
  const article = { role: 'blog', body: madePage('<p>Their REST API has GET /a, POST /b and DELETE /c.</p>') };
  assert.equal(proposed({ '/': home, '/blog/their-api': article }).proposed, 0);
});

test('three calls are a reference, as is one GraphQL address with an example', () => {
  const calls = '<h2>GET /v1/orders</h2><h2>POST /v1/orders</h2>';
  assert.equal(proposed(docs(`<p>Our public API</p>${calls}`)).proposed, 1);
  const three = `${calls}<h2>GET /v1/orders/{id}</h2>`;
  assert.equal(proposed(docs(`${three}<p>They go to https://api.example.com.</p>`)).proposed, 2);
  assert.equal(proposed(docs(three)).proposed, 1, 'nobody knows where to');
  const graphql = '<pre><code>curl -X POST https://api.example.com/graphql --data "{ me }"</code></pre>';
  assert.equal(proposed(docs(graphql)).proposed, 2);
  const others =
    '<pre><code>curl https://api.github.com/repos/a/b https://api.stripe.com/v1/x https://api.other.test/v1/y</code></pre>';
  assert.equal(proposed(docs(others)).proposed, 0, 'interfaces of others');
});

test('a sampled call is one call: two of them are no reference', () => {
  const two = ['one', 'two'].map((name) => `curl https://api.example.com/v1/${name}`).join('\n');
  const found = proposed(docs(`<pre><code>${two}</code></pre>`));
  assert.equal(found.proposed, 1);
  assert.match(found.evidence, /for example GET \/v1\/one and GET \/v1\/two\./);
  const three = `${two}\ncurl https://api.example.com/v1/three?more=1`;
  assert.equal(proposed(docs(`<pre><code>${three}</code></pre>`)).proposed, 2);
});

test('one call in a sample is a reference where the page shows what it takes or answers', () => {
  const call = '<pre><code>curl -X POST https://api.example.com/v1/previews</code></pre>';
  const answer = '<pre><code>{ "preview": { "id": 7 } }</code></pre>';
  const row = (name: string) => `<tr><td>${name}</td><td>What it is for</td></tr>`;
  const taken = `<table><tr><th>Name</th><th>Description</th></tr>${['url', 'sizes', 'format'].map(row).join('')}</table>`;
  assert.equal(proposed(docs(call)).proposed, 1);
  assert.equal(proposed(docs(call + answer)).proposed, 2);
  assert.equal(proposed(docs(call + taken)).proposed, 2);
  const guide = { role: 'integrations', body: madePage(`<h1>REST</h1>${call}${answer}`) };
  assert.equal(proposed({ '/': home, '/integrations/rest': guide }).proposed, 2);
  const others = call.replace('api.example.com', 'api.stripe.com');
  assert.ok(proposed(docs(others + answer)).proposed < 2, 'what others answer');
});

test('calls of a program in its own lines are a reference, those to what its users run where the page is about its API', () => {
  const sample = (host: string) => `<pre><code>response = requests.get("${host}/v1/info", auth=auth)
mill = requests.post("${host}/v1/mills", json={ "name": "a" })
requests.delete(f"${host}/v1/mills/{name}", auth=auth)</code></pre>`;
  const found = proposed(docs(sample('https://api.example.com')));
  assert.equal(found.proposed, 2);
  const local = (heading: string, shown = sample('http://127.0.0.1:6120')): MadeAnswers => ({
    '/': madePage('<a href="https://github.com/mills/example">Source</a>'),
    '/docs': { role: 'docs', body: madePage(`<h1>${heading}</h1>${shown}`) },
    '/docs/start': { role: 'docs', body: madePage('<h1>Start</h1><pre>brew install mills/cli/example</pre>') },
  });
  const called = proposed(local('Using the API'));
  assert.equal(called.proposed, 2);
  assert.match(called.evidence, /GET \/v1\/info, POST \/v1\/mills and DELETE \/v1\/mills/);
  assert.ok(proposed(local('Write your first server')).proposed < 2, 'a server of its readers');
  assert.ok(proposed(local('Build the API of your shop')).proposed < 2, 'an interface of its readers');
  const others = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`/mills/${at}`, madePage(`<h1>Mill ${at}</h1>`)]));
  assert.ok(proposed({ ...others, ...local('Using the API') }).proposed < 2, 'documentation is not half of it');
  const foreign = { ...local('Using the API'), '/': madePage('<a href="https://github.com/mills/others">Source</a>') };
  assert.ok(proposed(foreign).proposed < 2, 'the source of others');
  assert.equal(proposed(local('Mill API Reference')).proposed, 2);
  assert.ok(proposed(local('Proxy your API requests')).proposed < 2, 'an interface of its readers');
  assert.ok(proposed(local('Using the API', sample('http://localhost:3000'))).proposed < 2, 'at the port of a tool');
  const run = (ports: string) => `<pre>$ docker run -dp ${ports} mills/example</pre>`;
  const opened = (ports: string) => proposed(local('Using the API', sample('http://localhost:3000') + run(ports)));
  assert.equal(opened('3000:8080').proposed, 2, 'the command publishes that port');
  assert.equal(opened('127.0.0.1:3000:8080').proposed, 2);
  assert.ok(opened('8080:3000').proposed < 2, 'the command publishes another port');
  const { '/docs/start': _, ...uninstalled } = local('Using the API');
  assert.ok(proposed(uninstalled).proposed < 2, 'nothing is installed');
});

test('what a sample loads, pipes or leaves to a library is no call, and a call has the method that it says', () => {
  const shown = (sample: string) => proposed(docs(`<pre><code>${sample}</code></pre>`)).evidence;
  for (const sample of [
    'curl -fsSL https://api.example.com/v1/key | sudo gpg --dearmor -o x',
    'curl https://api.example.com/v1/setup-program | sudo sh',
    'curl https://api.example.com/v1/archive | tar x',
    'curl -Lo tool https://api.example.com/v1/tool-linux',
    'curl --output tool https://api.example.com/v1/tool-linux',
    'curl https://example.com/blog/feed',
  ])
    assert.doesNotMatch(shown(sample), /(?:GET|POST) \//, sample);
  assert.match(shown('curl --header "a -o b" https://api.example.com/v1/orders'), /GET \/v1\/orders/);
  const posts = `await fetch("https://api.example.com/v1/orders", {
  method: "POST",
  body,
});`;
  assert.match(shown(posts), /POST \/v1\/orders/);
  assert.match(shown('curl -G https://api.example.com/v1/orders \\\n  -d limit=3'), /GET \/v1\/orders/);
  assert.match(shown('curl -d a=1 https://api.example.com/v1/orders'), /POST \/v1\/orders/);
  assert.match(shown('curl -sXDELETE https://api.example.com/v1/orders/9'), /DELETE \/v1\/orders\/\{id\}/);
  const read = 'const answer = await fetch("https://api.example.com/v1/orders");\nconst body = await answer.json();';
  assert.match(shown(read), /GET \/v1\/orders/);
  assert.doesNotMatch(shown('fetch("https://api.example.com/v1/orders", {\n  method,\n});'), /GET \/v1\/orders/);
  const ids = [1001, 1002, 'ord_8f3k'].map((id) => `curl https://api.example.com/v1/orders/${id}`).join('\n');
  assert.match(shown(ids), /for example GET \/v1\/orders\/\{id\}\./, 'one call with three ids');
  assert.match(shown("curl -s https://api.example.com/v1/key | cut -d',' -f1"), /GET \/v1\/key/);
});

test('a description is 3, and 4 when it is sound in every part', () => {
  assert.equal(proposed(described()).proposed, 4);
  assert.equal(proposed(described({ operations: 1 })).proposed, 4, 'all of a few is not a sample');
  assert.equal(proposed(described({ ids: false })).proposed, 3);
  assert.equal(proposed(described({ server: 'http://api.example.com' })).proposed, 3);
  const open = proposed(described({ security: false }));
  assert.equal(open.proposed, 3);
  assert.match(open.evidence, /declares neither security schemes nor that there are none/);
});

test('something at the address of a description that is none is nothing', () => {
  assert.equal(proposed({ '/': home, '/openapi.json': '{"hello": "world"}' }).proposed, 0);
});

test('the card of an MCP server is 3; a server that answers is 4, one that was not reached may, one that is not there is 0', () => {
  const carded = { '/': home, '/.well-known/mcp/server-card.json': card };
  assert.equal(proposed(carded).proposed, 3);
  assert.equal(proposed({ ...carded, ...live(undefined, { status: 404 }) }).proposed, 0, 'nothing is there');
  assert.equal(proposed({ ...carded, ...live(session) }).proposed, 4);
  const guarded = { guarded: true, www_authenticate: 'Bearer resource_metadata="https://api.example.com/x"' };
  assert.equal(proposed({ ...carded, ...live(guarded, { status: 401 }) }).proposed, 4);
  const failing = proposed({ ...carded, ...live(undefined, { status: 502, problem: 'server_error' }) });
  assert.equal(failing.proposed, 3);
  assert.equal(failing.high, 4);
  assert.match(failing.evidence, /names https:\/\/api\.example\.com\/mcp and 2 tools\. That server was not reached/);
  const page = live(undefined, { body: '<html>Welcome</html>', type: 'text/html' });
  assert.equal(proposed({ ...carded, ...page }).proposed, 0, 'a page is no server');
});

test('a card without an address says that there is no server', () => {
  const silent = JSON.stringify({ serverInfo: { name: 'mill', available: false } });
  const found = proposed({ '/': home, '/.well-known/mcp/server-card.json': silent });
  assert.equal(found.proposed, 0);
  assert.match(found.evidence, /The MCP card at \/\.well-known\/mcp\/server-card\.json names no server/);
});

test('both, and the way there without guessing, are 5', () => {
  const both = { ...described(), '/.well-known/mcp/server-card.json': card, ...live(session) };
  assert.equal(proposed(both).proposed, 4);
  const catalog = {
    linkset: [{ anchor: 'https://api.example.com', 'service-desc': [{ href: 'https://example.com/openapi.json' }] }],
  };
  assert.equal(proposed({ ...both, '/.well-known/api-catalog': JSON.stringify(catalog) }).proposed, 5);
});

test('descriptions that were not seen leave all open', () => {
  const found = proposed({ '/': home, '/openapi.json': { problem: 'robots' } });
  assert.equal(found.proposed, 0);
  assert.ok(found.high >= 4);
  assert.ok(found.needs_human.includes('unobserved'));
});

test('documentation that could not be read may show calls', () => {
  const found = proposed({ '/': home, '/docs': { role: 'docs', problem: 'challenge', status: 403 } });
  assert.equal(found.proposed, 0);
  assert.equal(found.high, 2);
});

test('tools of an MCP server that documentation names are calls that are shown, and names of anything else are none', () => {
  const tools = (title: string) =>
    docs(
      `<h2>${title}</h2><ul><li>list_repairs: what is due</li><li>find_part: a part</li><li>book_visit: a day</li></ul><pre>curl https://api.example.com/tools</pre>`,
    );
  assert.equal(proposed(tools('The MCP server')).proposed, 2);
  assert.notEqual(proposed(tools('The settings')).proposed, 2);
  assert.notEqual(proposed(docs('<h2>The MCP server</h2><ul><li>list_repairs: what is due</li></ul>')).proposed, 2);
});

test('an interface outside the domain counts where the name of the domain is in its host, or something else on the site names it', () => {
  const elsewhere = (server: string, over: MadeAnswers = {}) =>
    proposed({ '/': home, '/openapi.json': openapi({ server }), ...over });
  const others = elsewhere('https://api.docs-platform.dev');
  assert.equal(others.proposed, 0);
  assert.match(others.evidence, /No description of its own API was found/);
  assert.match(others.evidence, /What is at \/openapi\.json speaks of servers of others alone, and does not count/);
  assert.equal(elsewhere('https://api.example-cloud.io').proposed, 4);
  assert.equal(
    elsewhere('https://example.docs-platform.dev').proposed,
    0,
    'a name before the domain of another is no proof',
  );
  assert.equal(elsewhere('/v1').proposed, 4, 'on the own host');
  const shown = docs('<pre><code>curl https://api.millwork.io/v1/things0</code></pre>');
  assert.equal(elsewhere('https://api.millwork.io', shown).proposed, 4);
  const { bundle, bodies } = madeBundle(
    { '/acme/tool/openapi.json': openapi({ server: 'https://api.millwork.io' }) },
    'https://github.com/acme/tool',
  );
  assert.equal(readSite(bundle, bodies).others.length, 1);
  assert.deepEqual(readSite({ ...bundle, scope: 'https://github.com/acme/tool' }, bodies).others, []);
});

test('a description that has none of the calls that documentation shows at its server counts nothing until one of its calls answers', () => {
  const shown = docs(
    '<pre><code>curl -X POST https://api.example.com/v2/mills/7/grind</code></pre><pre><code>curl https://api.example.com/v2/flour</code></pre>',
  );
  const found = proposed({ ...described(), ...shown });
  assert.equal(found.proposed, proposed(shown).proposed);
  assert.ok(found.needs_human.includes('conflict'));
  assert.match(
    found.evidence,
    /The description at \/openapi\.json has none of the calls that pages show at its server/,
  );
  const answered = (status: number) => ({
    'https://api.example.com/v1/things0': { role: 'api_live', status, body: '{}', type: 'application/json' },
  });
  assert.equal(proposed({ ...described(), ...shown, ...answered(401) }).proposed, 4);
  assert.ok(proposed({ ...described(), ...shown, ...answered(404) }).proposed < 3);
  const one = docs('<pre><code>curl https://api.example.com/v2/flour</code></pre>');
  assert.equal(proposed({ ...described(), ...one }).proposed, proposed(one).proposed);
  const health = docs('<pre><code>curl https://api.example.com/health</code></pre>');
  assert.equal(proposed({ ...described(), ...health }).proposed, 4, 'few describe what only tells that they run');
  const files = docs(
    '<pre><code>curl https://api.example.com/install.sh | sh</code></pre><pre><code>curl https://api.example.com/skill.md</code></pre>',
  );
  assert.equal(proposed({ ...described(), ...files }).proposed, 4, 'files are no calls');
  const website = docs('<pre><code>curl -H "Accept: text/markdown" https://example.com/pricing</code></pre>');
  const at_home = described({ server: 'https://example.com/api' });
  assert.equal(proposed({ ...at_home, ...website }).proposed, 4, 'on the website anything may be fetched');
  const many = {
    ...described({ operations: 700 }),
    ...docs('<pre><code>curl https://api.example.com/v1/things650</code></pre>'),
  };
  assert.equal(proposed(many).proposed, 4, 'all operations are compared');
  const elsewhere = docs(
    '<pre><code>curl https://files.example.com/v2/flour</code></pre><pre><code>GET /v2/mills</code></pre>',
  );
  assert.equal(proposed({ ...described(), ...elsewhere }).proposed, 4, 'calls to another server');
});

test('a call is the same where a sample fills it in, leaves its base out or names its parameter in another way', () => {
  const calls = (...some: string[]) =>
    docs(['curl https://api.example.com/v9/other', ...some].map((call) => `<pre><code>${call}</code></pre>`).join(''));
  const api = JSON.stringify({
    ...JSON.parse(openapi({ server: 'https://api.example.com/v1' })),
    paths: {
      '/mills/{mill_id}/grind': {
        post: {
          operationId: 'grind',
          parameters: [{ name: 'mill_id', in: 'path', required: true, schema: { type: 'string' } }],
          summary: 'Grinds',
          responses: { 200: { description: 'flour' } },
        },
      },
    },
  });
  const scored = (call: string) => proposed({ '/openapi.json': api, ...calls(call) }).proposed;
  for (const call of [
    'curl -X POST https://api.example.com/v1/mills/7/grind',
    'POST /mills/:mill/grind',
    'POST /v1/mills/{id}/grind',
    'curl https://api.example.com/v1/mills/MILL_ID/grind',
  ])
    assert.equal(scored(call), 4, call);
  assert.ok(scored('POST /v1/mills/{id}/sift') < 3);
});

test('a lead-in is not quoted without its list; a page with a whole sentence goes before it', () => {
  const led = docs('<p>Our REST API gives you the following:</p><ul><li>orders</li></ul>');
  assert.match(proposed(led).evidence, /An interface is spoken of at \/docs/);
  assert.doesNotMatch(proposed(led).evidence, /following/);
  const whole = {
    ...led,
    '/help': { role: 'help', body: madePage('<h1>Help</h1><p>Our REST API lets you read orders.</p>') },
  };
  assert.match(proposed(whole).evidence, /\/help says: "Our REST API lets you read orders\."/);
  const help = (text: string) => ({
    ...led,
    '/help': { role: 'help' as const, body: madePage(`<h1>Help</h1><p>${text}</p>`) },
  });
  const among = 'A letter, a call, a webhook, or a mailbox receives what the miller wrote of grain.';
  assert.doesNotMatch(proposed(help(among)).evidence, /what the miller wrote/, 'of whoever runs it');
  assert.match(proposed(help('There is no public API for orders.')).evidence, /says: "There is no public API/);
  assert.doesNotMatch(proposed(help('The API has no OpenAPI file and no sandbox.')).evidence, /says: "The API/);
});
