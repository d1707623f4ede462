import { v1 } from '../../../../rubric/test/example-audit.ts';
import { INDEX_PATH } from '../../../src/catalogue/families/index-document.ts';
import { addressOf } from '../../../src/doors/http/discovery/listing.ts';
import { entryFields } from '../../../src/operations/agent/fields/entry-fields.ts';
import { operations, site } from '../site.ts';
import { type Board, type Call, startBoard } from './board.ts';
import { median } from './median.ts';

/**
 * Processor time of one anonymous request, uncached, for every public route. Each request of a route has an address that
 * was not requested before; where there is only one address, a publication comes between two requests.
 */

/** A public route: its requests by number. `once`: it has a single address, so only the first request is uncached. */
type Route = { name: string; call(number: number): Call; once?: true };

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const MARKDOWN = { ...BROWSER, accept: 'text/markdown' };

/** A number that no earlier request had. */
const fresh = (number: number) => (number * 7919 + 13).toString(36);

/** A slug with a letter too much in its middle. */
const mistyped = (slug: string) => `${slug.slice(0, 4)}x${slug.slice(4)}`;

/** Queries of the pages that take one. A page that takes a query must be here. */
function queriesOf(path: string, companies: number): readonly [name: string, query: (number: number) => string][] {
  const slug = (number: number) => `company-${(number * 7919) % companies}`;
  const slugs = (number: number, count: number) => Array.from({ length: count }, (_, at) => slug(number * count + at));
  const orders = ['company', 'audit_date', 'tier', 'watchers', 'P1', 'P5'];
  const tables: Record<string, readonly [string, (number: number) => string][]> = {
    '/': [
      ...orders.map((sort): [string, (n: number) => string] => [
        `sort=${sort}, a page each`,
        (n) => `?sort=${sort}&page=${(n % Math.ceil(companies / 100)) + 1}`,
      ]),
      ['sort=company, an unknown parameter', (n) => `?sort=company&x=${fresh(n)}`],
      ['a word that nothing contains', (n) => `?q=${fresh(n)}`],
      [
        'a word of all companies, sorted',
        (n) => `?q=company+${'ompany'.slice(0, (n % 6) + 1)}&sort=company&page=${(n % Math.ceil(companies / 100)) + 1}`,
      ],
      ['forty words of one letter', (n) => `?q=${[...'company-0123456789.example'].join('+')}+${n % 1000}`],
      ['tier and order', (n) => `?tier=Emerging&sort=newest&q=${n % 1000}`],
      ['an unknown past day', (n) => `?as-of=2999-01-${(n % 22) + 10}`],
      ['a page beyond the last', (n) => `?q=${fresh(n)}&page=9`],
    ],
    '/changes': [['an unknown day', (n) => `?from=2999-01-${(n % 22) + 10}`]],
    '/report': [['an unknown month', (n) => `?month=29${String(n % 90).padStart(2, '0')}-01`]],
    '/compare': [
      ['a search for one more', (n) => `?slugs=${slug(n)}&q=company+${n % 1000}`],
      ['a mistyped search for one more', (n) => `?slugs=${slug(n)}&q=${mistyped(slug(n))}${fresh(n)}`],
      ['five slugs', (n) => `?slugs=${slugs(n, 5).join(',')}`],
      ['five slugs and a pillar', (n) => `?slugs=${slugs(n, 5).join(',')}&pillar=P3`],
      [
        'five unknown slugs',
        (n) => `?slugs=${Array.from({ length: 5 }, (_, at) => `nobody-${fresh(n * 5 + at)}`).join(',')}`,
      ],
      ['five mistyped slugs', (n) => `?slugs=${slugs(n, 5).map(mistyped).join(',')}`],
      [
        'five unknown names',
        (n) => `?slugs=${Array.from({ length: 5 }, (_, at) => `o+m+p+${fresh(n * 5 + at)}`).join(',')}`,
      ],
      [
        'ten unknown slugs',
        (n) => `?slugs=${Array.from({ length: 10 }, (_, at) => `nobody-${fresh(n * 10 + at)}`).join(',')}`,
      ],
      [
        'ten unknown names of many words',
        (n) => `?slugs=${Array.from({ length: 10 }, (_, at) => `c+o+m+p+a+n+y+${fresh(n * 10 + at)}`).join(',')}`,
      ],
      [
        'five names',
        (n) =>
          `?slugs=${slugs(n, 5)
            .map((one) => `${one}.example`)
            .join(',')}`,
      ],
    ],
    '/audits/{slug}': [
      ['a pillar', () => '?pillar=P3'],
      ['two criteria', () => '?criteria=P1-B,P4-A'],
      ['an unknown criterion', (n) => `?criteria=${fresh(n)}`],
    ],
    '/check': [['a site', (n) => `?website=${fresh(n)}.example`]],
    '/request': [['a company and its website', (n) => `?company=${fresh(n)}&website=https://${fresh(n)}.example/`]],
    '/watch': [
      ['a slug', (n) => `?slug=${slug(n)}`],
      ['a mistyped slug', (n) => `?slug=${mistyped(slug(n))}`],
    ],
    '/audits/{slug}/what-if': [['two scores', (n) => `?P1-A=${n % 6}&P3-B=${(n >> 3) % 6}`]],
    '/audits/{slug}/changes': [['two dates without an audit', (n) => `?from=2000-01-01&to=2000-01-${(n % 20) + 10}`]],
  };
  return tables[path] ?? [];
}

function routesOf(companies: number): Route[] {
  const slug = (number: number) => `company-${(number * 7919) % companies}`;
  const read = (name: string, path: (number: number) => string, headers: Record<string, string> = BROWSER): Route => ({
    name,
    call: (number) => ({ path: path(number), headers }),
  });
  const only = (path: string, headers: Record<string, string> = BROWSER): Route => ({
    name: path,
    call: () => ({ path, headers }),
    once: true,
  });
  const routes: Route[] = [only(INDEX_PATH), only('/api/watch-stats'), only('/healthz'), only('/readyz')];
  for (const [name, headers] of [
    ['gzip', { 'accept-encoding': 'gzip' }],
    ['br alone', { 'accept-encoding': 'br' }],
    ['uncompressed', {}],
  ] as const)
    routes.push(read(`/api/audits/{slug}.json, ${name}`, (n) => `/api/audits/${slug(n)}.json`, headers));
  routes.push(
    read('/api/audits/{slug}/history.json', (n) => `/api/audits/${slug(n)}/history.json`),
    read('/api/audits/{slug}/brief.json', (n) => `/api/audits/${slug(n)}/brief.json`),
    read('/api/audits/{slug}/P3.json', (n) => `/api/audits/${slug(n)}/P3.json`),
    read('/api/audits/{slug}/{date}.json', (n) => `/api/audits/${slug(n)}/2000-01-01.json`),
    read('/api/audits/{unknown}.json', (n) => `/api/audits/nobody-${fresh(n)}.json`),
    read('/api/{unknown}', (n) => `/api/${fresh(n)}`),
    read('/{unknown}', (n) => `/${fresh(n)}`),
    read('/unsubscribe', (n) => `/unsubscribe?token=${fresh(n)}`),
  );
  for (const { path, names } of site.documents)
    routes.push(names ? only(addressOf(path, path.includes('{version}') ? 'v1' : '1')) : only(path));
  for (const { path, names, twin, takes_query } of site.pages) {
    if (!names) routes.push(only(path), ...(twin ? [only(twin(path), MARKDOWN)] : []));
    else if (path.includes('{slug}')) {
      routes.push(read(path, (n) => addressOf(path, slug(n))));
      if (twin) routes.push(read(twin(path), (n) => twin(addressOf(path, slug(n))), MARKDOWN));
      routes.push(read(path.replace('{slug}', '{unknown}'), (n) => addressOf(path, `nobody-${fresh(n)}`)));
      routes.push(read(path.replace('{slug}', '{mistyped}'), (n) => addressOf(path, `compny-${n * 7}`)));
    } else routes.push(only(addressOf(path, 'not_found')));
    if (!takes_query) continue;
    const queries = queriesOf(path, companies);
    if (!queries.length) throw new Error(`no query is given for ${path}`);
    for (const [name, query] of queries) {
      const address = (n: number) => addressOf(path, slug(n));
      routes.push(read(`${path}?…: ${name}`, (n) => address(n) + query(n)));
      if (twin) routes.push(read(`${twin(path)}?…: ${name}`, (n) => twin(address(n)) + query(n), MARKDOWN));
    }
  }
  return [...routes, ...toolRoutes(slug)];
}

const ten = (of: (at: number) => string) => Array.from({ length: 10 }, (_, at) => of(at));

/** No points at all in any pillar or criterion of v1. */
const pointsOfAll = Object.fromEntries([...v1.pillars, ...v1.criteria].map(({ id }) => [id, 0]));

/** Arguments of the tools that need no key. Such a tool must be here. */
function argumentsOf(slug: (number: number) => string): Record<string, [string, (number: number) => object][]> {
  return {
    list_audits: [
      ['nothing', () => ({})],
      ['min_score 0', () => ({ min_score: 0 })],
      ['min_score 1', () => ({ min_score: 1 })],
      ['limit 1,000', (n) => ({ limit: 1000, offset: n })],
      ['a tier', () => ({ tier: 'Emerging' })],
      ['a query that nothing contains', (n) => ({ query: fresh(n) })],
      ['a query of all', (n) => ({ query: 'company', offset: n })],
      ['forty words', (n) => ({ query: [...'company-0123456789.example'].join(' '), offset: n })],
      ['an address that nothing has', (n) => ({ query: `https://a.b.${fresh(n)}.example/a/b?x=1` })],
      ['thresholds for all criteria', (n) => ({ min: pointsOfAll, offset: n })],
      ['sorted by name', (n) => ({ sort: 'company', order: 'desc', query: 'company', offset: n })],
      ['sorted by a criterion', (n) => ({ sort: 'P1-B', tier: 'Emerging', limit: 1000, offset: n })],
      [
        '1,000 with all fields',
        (n) => ({ limit: 1000, offset: n, fields: [...entryFields, ...Object.keys(pointsOfAll)] }),
      ],
    ],
    get_audit: [
      ['a company', (n) => ({ slug: slug(n) })],
      ['an unknown company', (n) => ({ slug: `nobody-${fresh(n)}` })],
      ['in brief', (n) => ({ slug: slug(n), view: 'brief' })],
      ['a pillar', (n) => ({ slug: slug(n), pillar: 'P3' })],
      ['without evidence', (n) => ({ slug: slug(n), evidence: false })],
      ['its history', (n) => ({ slug: slug(n), history: true })],
      ['ten in brief', (n) => ({ slugs: ten((at) => slug(n * 10 + at)) })],
      ['ten whole', (n) => ({ slugs: ten((at) => slug(n * 10 + at)), view: 'full' })],
      ['a criterion of ten', (n) => ({ slugs: ten((at) => slug(n * 10 + at)), criteria: ['P1-B'] })],
      ['ten unknown', (n) => ({ slugs: ten((at) => `nobody-${fresh(n * 10 + at)}`) })],
      ['ten mistyped', (n) => ({ slugs: ten((at) => mistyped(slug(n * 10 + at))) })],
    ],
    watch_stats: [['nothing', () => ({})]],
    register_agent: [['nothing valid', (n) => ({ type: fresh(n) })]],
  };
}

function toolRoutes(slug: (number: number) => string): Route[] {
  const post = (name: string, method: string, params: (number: number) => object): Route => ({
    name,
    call: (number) => ({
      path: '/mcp',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: number, method, params: params(number) }),
    }),
  });
  const known = argumentsOf(slug);
  return [
    post('tools/list', 'tools/list', () => ({})),
    ...operations
      .filter(({ tool }) => tool)
      .flatMap(({ name, scope }) => {
        const calls = known[name] ?? (scope === null ? [] : [['no key', () => ({})]]);
        if (!calls.length) throw new Error(`no arguments are given for ${name}`);
        return (calls as [string, (n: number) => object][]).map(([what, of]) =>
          post(`${name}: ${what}`, 'tools/call', (n) => ({ name, arguments: of(n) })),
        );
      }),
  ];
}

type Cost = { route: string; ms: number; status: number };

/** @param requests of each route with many addresses; a tenth of it, with publications between, of the others */
async function costs(board: Board, companies: number, requests: number): Promise<Cost[]> {
  const found: Cost[] = [];
  let number = 0;
  for (const route of routesOf(companies).filter(({ once }) => !once)) {
    const next = () => board.call(route.call(number++));
    let { status } = await next();
    for (let warm = 0; warm < requests; warm++) await next();
    const before = board.cpu_ms();
    for (let sent = 0; sent < requests; sent++) ({ status } = await next());
    found.push({ route: route.name, ms: (board.cpu_ms() - before) / requests, status });
  }
  const single = routesOf(companies).filter(({ once }) => once);
  const each = new Map(single.map(({ name }) => [name, [] as number[]]));
  for (let round = 1; round <= Math.max(3, requests / 10); round++) {
    await board.publisher.publish({ synthetic: { from: 0, to: 1, round } });
    await settled(board);
    for (const route of single) {
      const before = board.cpu_ms();
      const { status } = await board.call(route.call(0));
      each.get(route.name)?.push(board.cpu_ms() - before);
      if (round === 1) found.push({ route: route.name, ms: 0, status });
    }
  }
  return found.map((cost) => ({ ...cost, ms: median(each.get(cost.route) ?? [cost.ms]) }));
}

/** Waits until the service shows what was published and has nothing left to do. */
async function settled(board: Board): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  for (let before = board.cpu_ms(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = board.cpu_ms();
    if (now - before < 4) return;
    before = now;
  }
}

export async function measureCosts(companies: number, requests: number): Promise<Cost[]> {
  const board = await startBoard(companies);
  try {
    return (await costs(board, companies, requests)).sort((a, b) => b.ms - a.ms);
  } finally {
    await board.stop();
  }
}
