import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { inClosedWorld, type Noted } from '../../../test/world/closed-world.ts';
import { timeLimit } from '../../../test/world/wait.ts';
import type { EvidenceBundle, EvidenceItem } from '../src/evidence/evidence.ts';
import { program } from './world/program.ts';

/** What is asked of a site, in which order, and how a collection ends that a site does not help (decision 92). */
type Item = EvidenceItem & { text?: string };
type Done = {
  code: number;
  out: string;
  err: string;
  ms: number;
  bundle?: Omit<EvidenceBundle, 'items'> & { items: Item[] };
  scores: string;
  files: string[];
};

const audits = [
  'shop',
  'mute',
  'endless',
  'closed',
  'broken',
  'guarded',
  'flood',
  'forty',
  'guide',
  'local',
  'told',
  'cafe',
  'workshop',
  'agents',
  'late',
  'club',
];
const waves = [
  audits.map((name) => ({ out: name, args: [`https://${name}.planned.dev`, '--out', name, '--json'] })),
  [
    { out: 'shop', args: ['score', 'shop', '--json'] },
    { out: 'shop', args: ['shop.planned.dev', '--out', 'shop'] },
    { args: ['http://127.0.0.1/'] },
    { args: ['https://nobody.planned.dev/'] },
    { args: ['score', 'nothing'] },
  ],
  [
    { out: 'tool', empty: true, args: ['https://codeberg.org/acme/tool', '--out', 'tool', '--json'] },
    { args: ['forty.planned.dev', '--company', 'Forty Products', '--slug', 'forty'] },
    { out: 'bakery', args: ['https://www.bäckerei.dev', '--out', 'bakery', '--json'] },
  ],
];

let done: Done[] = [];
let log: Noted[] = [];
let skipped = '';
before(async () => {
  const extra = [join(import.meta.dirname, 'world/network/planned-hosts.ts')];
  const ran = await inClosedWorld(program('audit-each'), [JSON.stringify(waves)], { extra });
  if (typeof ran === 'string') skipped = ran;
  else {
    assert.equal(ran.code, 0, ran.err);
    done = JSON.parse(ran.out);
    log = ran.log;
  }
});

const walking = (name: string, check: () => void) =>
  test(name, (t) => {
    if (skipped) t.skip(skipped);
    else check();
  });
/** In which order they were audited. */
const order = waves.flat().map(({ args, out }) => (args[0] === 'score' ? undefined : out));
const of = (name: string): Done => done[order.indexOf(name)] as Done;
const itemsOf = (name: string): Item[] => of(name).bundle?.items ?? [];
const item = (role: string, path = '', name = 'shop') =>
  itemsOf(name).find((one) => one.role === role && one.url.includes(path));
const paths = (name = 'shop') => itemsOf(name).map(({ url }) => url.replace(/^https:\/\//, ''));
const asked = (host: string) => log.filter((line) => line.kind === 'http' && line.host === host);

describe('the plan', () => {
  walking('begins with robots.txt, the home page twice, and an address that cannot exist', () => {
    assert.deepEqual(
      itemsOf('shop')
        .slice(0, 4)
        .map(({ role, status, accept }) => [role, status, accept]),
      [
        ['robots', 200, 'text/plain, */*;q=0.5'],
        ['home', 200, 'text/html, */*;q=0.5'],
        ['home_markdown', 200, 'text/markdown'],
        ['missing_page', 404, '*/*'],
      ],
    );
    assert.match(itemsOf('shop')[3]?.url ?? '', /\/readymark-[0-9a-f]{12}$/);
  });

  walking('reads the sitemap of a host whose name has letters of its language', () => {
    const asks = paths('bakery');
    for (const path of ['list.xml', 'bread']) assert.ok(asks.includes(`www.xn--bckerei-5wa.dev/${path}`), path);
  });

  walking('reads sitemaps one level deep, packed ones too, and never one twice', () => {
    const sitemaps = itemsOf('shop').filter(({ role }) => role === 'sitemap');
    assert.deepEqual(sitemaps.map(({ url }) => url.split('/').at(-1)).sort(), [
      'a.xml',
      'b.xml',
      'bad.xml',
      'pages.xml.gz',
      'sitemap-index.xml',
    ]);
    assert.ok(item('other', '/from-packed-sitemap'), 'a page that only the packed file names');
    assert.match(of('shop').bundle?.notes.join(' ') ?? '', /more files than are read/);
  });

  walking("asks no other owner's host for what robots.txt names as a sitemap", () => {
    const elsewhere = item('sitemap', 'elsewhere.example.org', 'forty');
    assert.deepEqual([elsewhere?.problem, elsewhere?.status], ['refused', null]);
    assert.deepEqual(asked('elsewhere.example.org'), []);
    assert.equal(item('sitemap', '/sitemap.xml', 'forty')?.status, 200);
  });

  walking('asks for a menu that a script puts into the home page, and for what it links', () => {
    const asks = paths('club');
    for (const path of ['js/menu.js', 'parts/menu.html', 'fees.html', 'training.html'])
      assert.ok(asks.includes(`club.planned.dev/${path}`), path);
    const forbidden = itemsOf('club').find(({ url }) => url.endsWith('/members.html'));
    assert.deepEqual([forbidden?.status, forbidden?.problem], [null, 'robots']);
    assert.ok(!asks.includes('elsewhere.example.org/menu.html'));
    assert.deepEqual(
      asks.filter((path) => path.includes('/parts/')),
      ['menu', 'one'].map((name) => `club.planned.dev/parts/${name}.html`),
      'three parts at most',
    );
    assert.ok(!asks.includes('club.planned.dev/gone.html'), 'where a script leads is no part');
    for (const path of ['menu/bar.html', 'en/hours.html'])
      assert.ok(paths('workshop').includes(`workshop.planned.dev/${path}`), path);
    assert.ok(!paths('workshop').includes('workshop.planned.dev/old.html'), 'a comment');
  });

  walking('asks for a description of the API that only a later page names', () => {
    const described = itemsOf('late').find(({ role }) => role === 'api_description');
    assert.deepEqual([described?.url, described?.status], ['https://late.planned.dev/n2/openapi-v1.yaml', 200]);
  });

  walking('asks whether the server exists that samples of calls go to, and no server of anybody else', () => {
    const servers = itemsOf('late').filter(({ role }) => role === 'api_server');
    assert.deepEqual(
      servers.map(({ method, url, problem, detail }) => [method, url, problem, detail?.endsWith('does not exist')]),
      [['GET', 'https://api.late.planned.dev/', 'unreachable', true]],
    );
  });

  walking('asks for documents at their usual places', () => {
    const asks = paths();
    for (const path of [
      'llms.txt',
      'pricing.md',
      'openapi.json',
      '.well-known/agent-card.json',
      '.well-known/security.txt',
      '.well-known/ucp',
      'auth.md',
    ])
      assert.ok(asks.includes(`shop.planned.dev/${path}`), path);
  });

  walking('ends a family of probes after two misses, and asks for no document at a second address', () => {
    const asks = paths();
    for (const path of [
      // After /.well-known/ard.json and /.well-known/agent-card.json.
      '.well-known/agent-skills/index.json',
      // There is /openapi.json.
      'openapi.yaml',
      'swagger.json',
      '.well-known/mcp.json',
    ])
      assert.ok(!asks.includes(`shop.planned.dev/${path}`), path);
    const probed = itemsOf('shop').filter(({ role, url }) => role === 'probe' && url.includes('//shop.'));
    assert.ok(probed.length < 22, `${probed.length}`);
  });

  walking('asks only for the first document of a family where nothing speaks of programs', () => {
    const probed = itemsOf('cafe').filter(({ role }) => role === 'probe');
    assert.deepEqual(
      probed.map(({ url }) => new URL(url).pathname),
      [
        '/llms.txt',
        '/openapi.json',
        '/.well-known/mcp/server-card.json',
        '/.well-known/ard.json',
        '/.well-known/oauth-protected-resource',
        '/.well-known/security.txt',
        '/.well-known/ucp',
      ],
    );
    const { criteria } = JSON.parse(of('cafe').scores) as { criteria: { id: string; needs_human: string[] }[] };
    // What was not asked of a family is as absent as what was.
    for (const id of ['P1-D', 'P3-B', 'P4-A'])
      assert.ok(!criteria.find((one) => one.id === id)?.needs_human.includes('unobserved'), id);
  });

  walking(
    'follows what links and robots.txt say of agents: resources, llms.txt, interfaces, and who gives credentials',
    () => {
      const asks = itemsOf('agents').map(({ role, url, status }) => `${role} ${new URL(url).pathname} ${status}`);
      for (const one of [
        'agent_resources /resources.json 200',
        'declared /skills/a.md 200',
        'llms /guide/agents.txt 200',
        'agent_live /a2a 401',
        'oauth_metadata /metadata/a2a 200',
        'oauth_metadata /.well-known/oauth-authorization-server/issuer 200',
        'registration /register 405',
        'authorization /authorize 400',
      ])
        assert.ok(asks.includes(one), `${one}\n${asks.join('\n')}`);
      assert.ok(
        asks.some((one) => one.includes('/guide/start')),
        'a page that only the describing file names',
      );
      assert.deepEqual(asked('elsewhere.example.org'), [], 'what is not of the company is not asked');
      assert.ok(itemsOf('agents').every(({ method }) => method === 'GET'));
    },
  );

  walking('asks for what the navigation and the footer name before articles, and for three that look alike', () => {
    const order = itemsOf('cafe').map(({ url }) => new URL(url).pathname);
    const stories = order.filter((path) => path.startsWith('/journal/'));
    for (const path of ['/menu', '/rooms', '/find-us', '/prices', '/imprint', '/vouchers', '/team-and-history'])
      assert.ok(order.includes(path) && order.indexOf(path) < order.indexOf(stories[3] ?? ''), path);
    const corners = order.filter((path) => path.startsWith('/house/'));
    assert.equal(corners.length, 6);
    assert.ok(order.indexOf(corners[2] ?? '') < order.indexOf(stories[3] ?? ''), order.join(' '));
    assert.ok(stories.length > 3, 'where nothing else is left');
  });

  walking('takes for the home page the one that an empty first page leads to by itself', () => {
    const homes = itemsOf('workshop').filter(({ role }) => role === 'home');
    assert.deepEqual(
      homes.map(({ url }) => new URL(url).pathname),
      ['/', '/en/'],
    );
    assert.ok(paths('workshop').includes('workshop.planned.dev/en/prices'));
    const { criteria } = JSON.parse(of('workshop').scores) as { criteria: { id: string; evidence: string }[] };
    const found = criteria.find(({ id }) => id === 'P1-E')?.evidence ?? '';
    assert.match(found, /The home page has its text without scripts/);
  });

  walking('stays below the path of a company on a host that many share', () => {
    const { bundle, code } = of('tool');
    assert.equal(code, 0);
    assert.equal(bundle?.scope, 'https://codeberg.org/acme/tool');
    const seen = new Set(asked('codeberg.org').map(({ path }) => String(path)));
    // Where the host redirects to is a page of the host, and not read.
    for (const path of seen) assert.match(path, /^\/(robots\.txt|pricing|acme\/tool(\/.*)?)$/);
    assert.ok(seen.has('/acme/tool/docs') && !seen.has('/acme/tool/private'));
    assert.deepEqual(asked('docs.codeberg.org'), []);
    assert.match(bundle?.notes.join(' ') ?? '', /codeberg\.org is a host that many companies share/);
    assert.ok(!of('tool').scores.includes('$4'));
    assert.ok(!/codeberg\.org\/(pricing|terms)"/.test(of('tool').scores));
  });

  walking('takes a page of every role, and documentation by its subject', () => {
    const pages = itemsOf('shop').filter(({ role }) => role !== 'markdown_twin');
    const roles = new Map(pages.map(({ url, role }) => [url.replace(/^https:\/\//, ''), role]));
    assert.equal(roles.get('shop.planned.dev/docs'), 'docs');
    assert.equal(roles.get('shop.planned.dev/terms'), 'terms');
    assert.equal(roles.get('shop.planned.dev/privacy'), 'privacy');
    for (const path of ['docs/rate-limits.md', 'docs/errors', 'docs/webhooks', 'docs/versioning', 'docs/plain.md'])
      assert.equal(roles.get(`shop.planned.dev/${path}`), 'docs', path);
    assert.equal(roles.get('shop.planned.dev/docs/sdks'), 'integrations');
    const order = [...roles.keys()];
    assert.ok(
      order.indexOf('shop.planned.dev/blog/2026/new') < order.indexOf('shop.planned.dev/blog/2024/old'),
      'newest first',
    );
    assert.ok(!roles.has('shop.planned.dev/logout') && !roles.has('shop.planned.dev/file.pdf'));
    assert.ok(!roles.has('shop.planned.dev/de/pricing'), 'a translation of a page that was read');
  });

  walking('obeys robots.txt, and says so', () => {
    assert.equal(item('other', '/secret')?.problem, 'robots');
    assert.ok(!asked('shop.planned.dev').some(({ path }) => path === '/secret'));
    assert.match(of('shop').bundle?.notes.join(' ') ?? '', /Not asked for, as robots\.txt forbids it: \S+\/secret\./);
    const { fetched_at, status } = item('other', '/secret') ?? assert.fail();
    assert.deepEqual([fetched_at, status], [null, null], 'what was not asked for has no time');
    assert.doesNotMatch(of('shop').scores, /planned\.dev\/secret",\s*"fetched_at"/);
  });

  walking('gives a time to what was asked for, and to nothing else', () => {
    const times = new Map(audits.flatMap((name) => itemsOf(name).map((one) => [one, one.fetched_at])));
    assert.ok([...times].some(([, time]) => time === null));
    for (const [{ url, status, problem }, time] of times)
      if (time === null) assert.ok(status === null && problem !== null, url);
      else assert.ok(status !== null || !['robots', 'budget'].includes(String(problem)), url);
  });

  walking('visits related hosts: documentation, status with its JSON, metadata and keys', () => {
    assert.equal(
      itemsOf('shop').find(({ role, status }) => role === 'status_json' && status === 200)?.url,
      'https://status.planned.dev/summary.json',
    );
    assert.ok(paths().includes('docs.planned.dev/llms.txt') && paths().includes('docs.planned.dev/authentication'));
    assert.equal(item('oauth_metadata')?.url, 'https://api.planned.dev/.well-known/oauth-authorization-server');
    assert.equal(item('jwks')?.url, 'https://api.planned.dev/jwks.json');
    assert.equal(item('api_description')?.url, 'https://shop.planned.dev/cyclic.yaml');
    assert.equal(item('api_description')?.problem, null);
  });

  walking('tries at most two calls that need no argument, open ones first', () => {
    const live = itemsOf('shop').filter(({ role }) => role === 'api_live');
    assert.deepEqual(
      live.map(({ url, status }) => [url, status]),
      [
        ['https://api.planned.dev/v1/health', 200],
        ['https://api.planned.dev/v1/orders', 401],
      ],
    );
  });

  walking('shakes hands with a declared MCP server and calls no tool', () => {
    const said = JSON.parse(item('mcp_live')?.text ?? '{}');
    assert.deepEqual(
      [said.server.name, said.tools[0].name, said.tools[0].annotations],
      ['shop', 'find', { readOnlyHint: true }],
    );
    const methods = asked('api.planned.dev').filter(({ path }) => path === '/mcp');
    assert.ok(methods.length <= 5 && methods.every(({ method }) => method === 'POST'));
  });

  walking('posts nothing to a page, to a resource, or where the card says that nothing listens', () => {
    for (const name of ['guide', 'local'])
      assert.deepEqual(
        asked(`${name}.planned.dev`).filter(({ method }) => method !== 'GET'),
        [],
        name,
      );
  });

  walking('shakes hands with what a document for agents names, when it answers and is no page', () => {
    const posted = asked('told.planned.dev').filter(({ method }) => method === 'POST');
    assert.deepEqual([...new Set(posted.map(({ path }) => path))], ['/mcp']);
    assert.equal(itemsOf('told').find(({ method, url }) => method === 'GET' && url.endsWith('/mcp'))?.status, 405);
    assert.equal(JSON.parse(item('mcp_live', '', 'told')?.text ?? '{}').tools[0].name, 'find');
  });

  walking('asks for nothing where it must not go, whatever documents name', () => {
    assert.deepEqual(
      log.filter(({ kind }) => kind === 'canary' || kind === 'violation'),
      [],
    );
    const strangers = log.filter(
      (line) =>
        line.kind === 'dns' && !/planned\.dev$|^codeberg\.org$|^www\.xn--bckerei-5wa\.dev$/.test(String(line.name)),
    );
    assert.deepEqual(strangers, []);
  });

  walking('asks for forty pages and not more, each once', () => {
    const pages = itemsOf('forty').filter(({ url }) => /item-\d+$|dev\/$/.test(url));
    assert.equal(new Set(pages.map(({ url }) => url)).size, 40);
    for (const name of ['shop', 'forty']) {
      const keys = itemsOf(name).map(
        ({ url, accept, role }) => `${url} ${accept === 'text/markdown'} ${role === 'mcp_live'}`,
      );
      assert.equal(new Set(keys).size, keys.length);
    }
    assert.ok((of('forty').bundle?.requests ?? 0) <= 90);
  });
});

describe('sites that do not help', () => {
  walking('an MCP server that never answers is unknown, in time', () => {
    assert.equal(item('mcp_live', '', 'mute')?.problem, 'timeout');
    assert.equal(of('mute').code, 0);
    assert.ok(of('mute').ms < timeLimit(120_000), `${of('mute').ms} ms`);
  });

  walking('of a list of tools without end one page is read', () => {
    const said = JSON.parse(item('mcp_live', '', 'endless')?.text ?? '{}');
    assert.deepEqual([said.tools.length, said.more], [1, true]);
    assert.ok(asked('endless.planned.dev').filter(({ path }) => path === '/mcp').length <= 5);
  });

  walking('every answer without end is cut, and the audit ends', () => {
    assert.equal(of('flood').code, 0, of('flood').err);
    assert.ok(itemsOf('flood').every(({ bytes }) => bytes <= 2_000_000));
    assert.ok((of('flood').bundle?.bytes ?? 0) <= 30_100_000);
    assert.ok(itemsOf('flood').some(({ problem }) => problem === 'budget'));
  });

  for (const [name, why] of [
    ['closed', /could not be observed: its robots\.txt forbids it/],
    ['broken', /could not be observed: .*robots\.txt could not be read/],
    ['guarded', /could not be observed: /],
  ] as const)
    walking(`${name}: exit code 3, with the reason, and nothing is scored`, () => {
      const { code, out, err, bundle } = of(name);
      assert.deepEqual([code, out, bundle], [3, '', undefined]);
      const { message } = JSON.parse(err);
      assert.match(message, why);
      assert.match(message, /nothing may be taken for absent/);
      assert.ok(asked(`${name}.planned.dev`).length <= 6, 'and the site is left alone');
    });
});

describe('the command line', () => {
  const at = (place: number): Done => done[audits.length + place] as Done;

  walking('reports exactly what it promises', () => {
    const report = JSON.parse(of('shop').out);
    assert.deepEqual(Object.keys(report), [
      'company',
      'website',
      'rubric',
      'requests',
      'bytes',
      'seconds',
      'overall',
      'tier',
      'open_tier',
      'criteria',
      'business',
      'actions',
      'draft',
      'evidence',
    ]);
    assert.deepEqual(Object.keys(report.overall), ['low', 'proposed', 'high']);
    assert.equal(report.company, 'Planned');
    assert.equal(report.evidence, 'shop');
    assert.match(report.draft, /^shop\/planned_\d{4}-\d\d-\d\d\.audit\.json$/);
    for (const criterion of report.criteria) {
      assert.deepEqual(Object.keys(criterion).sort(), [
        'evidence',
        'high',
        'id',
        'low',
        'needs_human',
        'proposed',
        'sources',
      ]);
      for (const source of criterion.sources)
        assert.deepEqual(Object.keys(source).sort(), ['excerpt', 'fetched_at', 'sha256', 'status', 'url']);
    }
    const sum = (of: string) =>
      report.criteria.reduce((total: number, one: Record<string, number>) => total + (one[of] ?? 0), 0);
    assert.deepEqual(report.overall, { low: sum('low'), proposed: sum('proposed'), high: sum('high') });
  });

  walking('scores again to the same bytes', () => {
    assert.equal(at(0).code, 0, at(0).err);
    assert.equal(at(0).out, of('shop').out);
    assert.equal(at(0).scores, of('shop').scores);
  });

  walking('refuses what it cannot do, with a remedy, and exit code 1', () => {
    assert.deepEqual([at(1).code, at(2).code, at(3).code, at(4).code], [1, 1, 1, 1]);
    assert.match(at(1).err, /already exists.*Name another folder with --out, or score this one again/s);
    assert.match(at(2).err, /not audited: it must be the public address of a website.*an address in numbers/s);
    assert.match(at(3).err, /the name does not exist.*Give the public address/s);
    assert.match(at(4).err, /holds no evidence; make it with/);
  });

  walking('writes a folder of its own name, a line per phase, and no database', () => {
    const { code, out, err, files } = at(6);
    assert.equal(code, 0, err);
    assert.match(out, /Forty Products: \d+ of 100/);
    assert.match(out, /drafted audits\/forty_\d{4}-\d\d-\d\d\/forty_\d{4}-\d\d-\d\d\.audit\.json/);
    assert.match(err, /requests, now machine documents/);
    assert.deepEqual(
      files.filter((name) => !order.includes(name)),
      ['audits'],
    );
  });
});
