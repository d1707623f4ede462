import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Standard } from '@readymark/auditor/standards/standard';
import { standards } from '@readymark/auditor/standards/standards';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { run } from '../../../test/world/processes.ts';
import { until } from '../../../test/world/wait.ts';
import { madeAuditor } from '../../auditor/test/world/sites/made-auditor.ts';
import { faults } from '../src/domain/fault.ts';
import { exportedDocuments } from '../src/doors/http/public/exported-documents.ts';
import { aboutTools } from '../src/doors/mcp/open.ts';
import { makeDatasets } from '../src/features/dataset/operations/make-datasets.ts';
import { call } from './world/call.ts';
import { publish } from './world/operator.ts';
import { testService } from './world/service.ts';
import { operations, site } from './world/site.ts';
import { publishDraft } from './world/sites/published-draft.ts';

const root = join(import.meta.dirname, '../../..');
const base = 'http://readymark.test';

const service = await testService('sqlite', { AUDIT_REQUESTS_PER_DAY: '100' }, undefined, {
  auditor: madeAuditor({ points: 5 }),
});

/** An example as parameters of a query: the members of an object one by one (`deepObject`). */
const inQuery = (name: string, example: unknown): (readonly [name: string, value: string])[] =>
  typeof example === 'object' && example !== null && !Array.isArray(example)
    ? Object.entries(example).map(([member, value]) => [`${name}[${member}]`, String(value)])
    : [[name, String(example)]];

/** Asks again where the service is not ready: audits are read for needs once after a start, and few images are drawn at once. */
async function ready<Reply extends { status: number }>(send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  await until(async () => {
    if (reply.status === 503) reply = await send();
    return reply.status !== 503;
  }, 'the service is ready');
  return reply;
}

describe('the documents that agents discover the service by', () => {
  let key = '';
  let first_day = '';
  const with_receipts = () => service.catalogue.current().companies[1]?.slug ?? '';
  const at = (url: string) => `${service.url}${url.startsWith(base) ? url.slice(base.length) : url}`;
  const get = (path: string, init?: RequestInit) => fetch(at(path), { redirect: 'manual', ...init });
  const json = async <T>(path: string) => (await get(path)).json() as Promise<T>;
  const text = async (path: string) => (await get(path)).text();

  before(async () => {
    const audits = readdirSync(join(root, 'examples'))
      .filter((name) => name.endsWith('.json') && !name.startsWith('readymark_'))
      .map((name) => JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')));
    await publish(service, audits);
    // The second company has receipts, so examples name it: every address that takes its slug answers.
    await publishDraft(service, with_receipts());
    // Past days and datasets are there from the second day on.
    first_day = service.clock.now().toISOString().slice(0, 10);
    service.clock.advance(86_400_000);
    await makeDatasets(service);
    const registered = await fetch(at('/api/agent/auth'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"type":"anonymous"}',
    });
    key = ((await registered.json()) as { api_key: string }).api_key;
  });

  const documents: Record<string, RegExp> = {
    '/llms.txt': /^text\/plain; charset=utf-8$/,
    '/auth.md': /^text\/markdown; charset=utf-8$/,
    '/docs.md': /^text\/markdown; charset=utf-8$/,
    '/docs': /^text\/html; charset=utf-8$/,
    '/openapi.json': /^application\/json/,
    '/.well-known/openapi.json': /^application\/json/,
    '/robots.txt': /^text\/plain/,
    '/sitemap.xml': /^application\/xml/,
    '/.well-known/security.txt': /^text\/plain; charset=utf-8$/,
    '/api': /^application\/json/,
    '/.well-known/api-catalog': /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
    '/.well-known/oauth-protected-resource': /^application\/json/,
    '/.well-known/oauth-protected-resource/mcp': /^application\/json/,
    '/.well-known/oauth-authorization-server': /^application\/json/,
    '/mcp/server-card': /^application\/mcp-server-card\+json$/,
    '/.well-known/mcp/server-card.json': /^application\/json/,
    '/.well-known/mcp/server-cards.json': /^application\/json/,
    '/.well-known/mcp.json': /^application\/json/,
    '/.well-known/mcp/catalog.json': /^application\/json/,
    '/.well-known/ard.json': /^application\/json/,
    '/.well-known/ai-catalog.json': /^application\/json/,
    '/license.xml': /^application\/rsl\+xml$/,
    '/.well-known/agent-skills/index.json': /^application\/json/,
    '/.well-known/agent-skills/readymark/SKILL.md': /^text\/markdown/,
  };

  test('each answers 200 with its media type, a validator and open CORS, to GET and HEAD', async () => {
    for (const [path, type] of Object.entries(documents)) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await get(path, { method });
        assert.equal(reply.status, 200, `${method} ${path}`);
        assert.match(reply.headers.get('content-type') ?? '', type, path);
        assert.match(reply.headers.get('etag') ?? '', /^"/, path);
        assert.equal(reply.headers.get('access-control-allow-origin'), '*', path);
        await reply.arrayBuffer();
      }
    }
  });

  test('the table of standards says what is served, and nothing is served that it says is not', async () => {
    for (const { id, served, media_types, paths } of standards as readonly Standard[]) {
      if (typeof served === 'string') {
        for (const path of paths) assert.equal((await get(path)).status, 404, `${id} at ${path}: ${served}`);
        continue;
      }
      for (const path of served) {
        const reply = await get(path);
        assert.equal(reply.status, 200, `${id} at ${path}`);
        const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
        if (media_types.length > 0) assert.ok(media_types.includes(type), `${id} at ${path} is ${type}`);
      }
    }
  });

  test('robots.txt and the front page lead to the agent resources and the licence, every page to llms.txt', async () => {
    const robots = await text('/robots.txt');
    assert.match(robots, /^Agentmap: http:\/\/readymark\.test\/\.well-known\/ard\.json$/m);
    assert.match(robots, /^License: http:\/\/readymark\.test\/license\.xml$/m);
    const as_html = { headers: { accept: 'text/html' } };
    const front = await get('/', as_html);
    assert.match(front.headers.get('link') ?? '', /<\/\.well-known\/ard\.json>; rel="ard"/);
    assert.match(await front.text(), /<link rel="ard" href="\/\.well-known\/ard\.json"/);
    const company = `/audits/${service.catalogue.current().companies[0]?.slug}`;
    for (const path of ['/', '/index.md', '/rubric', '/rubric.md', '/docs', '/docs.md', company, `${company}.md`]) {
      const reply = await get(path, as_html);
      assert.match(reply.headers.get('link') ?? '', /<\/llms\.txt>; rel="describedby"/, path);
      if (!path.endsWith('.md')) assert.match(await reply.text(), /<link rel="describedby" href="\/llms\.txt"/, path);
    }
    const old = await get('/.well-known/ai-catalog.json');
    assert.equal(old.headers.get('sunset'), 'Fri, 26 Nov 2027 00:00:00 GMT');
    const { entries } = await json<{ entries: object[] }>('/.well-known/ard.json');
    assert.deepEqual(((await old.json()) as { entries: object[] }).entries, entries);
  });

  /** A request of the agent, for addresses with an id in them. */
  const newRequest = async () => {
    const made = await fetch(at('/api/audit-requests'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: '{"company":"Example","website":"https://example.com"}',
    });
    return ((await made.json()) as { request_id: string }).request_id;
  };

  /** A preview of a host, which stays for a week. */
  const newPreview = async () => {
    const host = 'example.com';
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const made = await fetch(at('/api/previews'), { method: 'POST', headers, body: JSON.stringify({ website: host }) });
    assert.ok(made.ok);
    return host;
  };

  test('every address of the service that any of them names answers, and so on from there', async () => {
    const { audits } = await json<{ audits: { slug: string }[] }>('/api/audits/index.json');
    const slug = with_receipts();
    const history = await json<{ audits: { audit_date: string }[] }>(`/api/audits/${slug}/history.json`);
    const names: Record<string, string> = {
      slug,
      slugs: audits
        .slice(0, 2)
        .map((one) => one.slug)
        .join(','),
      date: '2026-01-01',
      as_of: first_day,
      audit_date: history.audits[0]?.audit_date ?? '',
      request_id: await newRequest(),
      host: await newPreview(),
      code: 'not_found',
      part: '1',
      pillar: '3',
      cursor: '0',
      version: 'v1',
    };
    const seen = new Set<string>();
    const named = (body: string) =>
      [...body.matchAll(/http:\/\/readymark\.test[^\s"'`<>)\]|\\]*/g)].map(([url]) => url.replace(/[.,;:]+$/, ''));
    const queue = Object.keys(documents).map((path) => `${base}${path}`);
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const pattern = url.slice(base.length).split('#', 1)[0] ?? '';
      const path = pattern.replaceAll(
        /\{(\w+)\}/g,
        (_, name) => names[name] ?? assert.fail(`name a {${name}} in this test, for ${pattern}`),
      );
      if (seen.has(path)) continue;
      seen.add(path);
      const keyed = /^\/api\/(agent|audit-requests)/.test(path);
      const reply = await ready(() => get(path, keyed ? { headers: { authorization: `Bearer ${key}` } } : {}));
      // Of HTML: a quotation mark ends an address.
      const body = (await reply.text()).replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
      // The address of a call that is not a read.
      if (reply.status === 405) assert.match(reply.headers.get('allow') ?? '', /POST/, path);
      else if (reply.status === 307)
        assert.equal((await get(reply.headers.get('location') ?? '')).status, 200, `${path} leads to nothing`);
      else assert.equal(reply.status, 200, `${path} is named and does not answer`);
      if (path in documents) queue.push(...named(body));
    }
    assert.ok(seen.has('/api') && seen.has('/mcp') && seen.has(''));
    assert.ok(seen.size > 40, `only ${seen.size} addresses were found`);
  });

  test('the interface description passes the linter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-openapi-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, path] of [
      ['few.json', '/openapi.json'],
      ['all.json', '/.well-known/openapi.json'],
    ] as const)
      writeFileSync(join(folder, name), await text(path));
    writeFileSync(
      join(folder, 'redocly.yaml'),
      // Plain reads describe their errors as `default` alone.
      'extends: [recommended]\nrules:\n  no-server-example.com: off\n  operation-4xx-response: off\n',
    );
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const linted = await run(process.execPath, [cli, 'lint', 'few.json', 'all.json', '--max-problems', '50'], {
      cwd: folder,
      env,
      group: true,
    });
    const output = linted.out + linted.err;
    assert.equal(linted.code, 0, output);
    assert.doesNotMatch(output, /[1-9]\d* (error|warning)/, output);
  });

  type Parameter = {
    $ref?: string;
    name: string;
    in: string;
    example?: unknown;
    schema: { enum?: string[]; type?: string };
  };
  type Described = { $ref?: string; content: Record<string, { schema: object }> };
  type Call = {
    security?: unknown[];
    parameters?: Parameter[];
    requestBody?: { content: { 'application/json': { example: unknown } } };
    responses: Record<string, Described>;
  };
  type Description = {
    paths: Record<string, Record<string, Call>>;
    components: { parameters: Record<string, Parameter>; responses: Record<string, Described> };
  };

  /** An interface description, the parameters of its calls, and what a reply has that is not as it describes. */
  const described = async (path: string) => {
    const description = await json<Description>(path);
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uri: true, date: true, 'date-time': true } });
    ajv.addSchema({ ...description, $id: 'openapi.json' });
    const parameters = (call: Call) =>
      (call.parameters ?? []).map((row) =>
        row.$ref ? (description.components.parameters[row.$ref.split('/').at(-1) ?? ''] as Parameter) : row,
      );
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    const wrong = (call: Call, reply: Response, answer: string): string | undefined => {
      const named = call.responses[reply.status] ?? (reply.ok ? undefined : call.responses.default);
      const own = named?.$ref ? description.components.responses[named.$ref.split('/').at(-1) ?? ''] : named;
      if (!own) return `${reply.status} is not described: ${answer}`;
      const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
      const schema = own.content[type]?.schema;
      if (!schema) return `it is ${type}`;
      if (!type.endsWith('json')) return undefined;
      const absolute = JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/');
      const fits = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute));
      compiled.set(absolute, fits);
      return fits(JSON.parse(answer)) ? undefined : ajv.errorsText(fits.errors).slice(0, 1_000);
    };
    return { ...description, parameters, wrong };
  };

  test('every example in the interface description is a call that succeeds, with a reply as described', async () => {
    const { paths, components, parameters, wrong } = await described('/.well-known/openapi.json');
    assert.ok(components.parameters.as_of?.example, 'a past day is named as soon as there is one');
    const request_id = await newRequest();
    for (const [path, methods] of Object.entries(paths))
      for (const [method, call] of Object.entries(methods)) {
        const rows = parameters(call);
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
          String(
            rows.find((row) => row.name === name)?.example ??
              (name === 'request_id'
                ? request_id
                : assert.fail(`${path}: give the field ${name} an example: .meta({ examples: […] })`)),
          ),
        );
        const example = call.requestBody?.content['application/json'].example;
        const body = example === undefined ? undefined : JSON.stringify(example);
        const query = new URLSearchParams();
        for (const row of rows)
          if (row.in === 'query' && row.example !== undefined)
            for (const [name, value] of inQuery(row.name, row.example)) query.set(name, value);
        const headers = new Headers();
        if (call.security?.length) headers.set('authorization', `Bearer ${key}`);
        if (body) headers.set('content-type', 'application/json');
        const reply = await fetch(at(query.size ? `${filled}?${query}` : filled), {
          method: method.toUpperCase(),
          headers,
          ...(body && { body }),
        });
        const answer = await reply.text();
        assert.ok(reply.ok, `${method} ${filled} is ${reply.status}: ${answer}`);
        assert.equal(wrong(call, reply, answer), undefined, `${method} ${path}`);
      }
  });

  test('whatever choices of a read are made, one company or several are named, or nothing is there: the reply is as described', async () => {
    const slugs = service.catalogue.current().companies.map(({ slug }) => slug);
    const host = await newPreview();
    const over = async () =>
      ['done', 'failed'].includes((await json<{ status: string }>(`/api/previews/${host}.json`)).status);
    await until(over, 'the preview');
    const request_id = await newRequest();
    const missing: Readonly<Record<string, string>> = {
      slug: 'no-such-company',
      host: 'nobody.example.org',
      pillar: '9',
    };
    const found: string[] = [];
    const replies = new Map<string, { reply: Response; answer: string }>();
    const replied = async (url: string, call: Call) => {
      const headers = call.security?.length ? { authorization: `Bearer ${key}` } : undefined;
      const reply = await fetch(at(url), headers && { headers });
      return { reply, answer: await reply.text() };
    };
    for (const document of ['/openapi.json', '/.well-known/openapi.json']) {
      const { paths, parameters, wrong } = await described(document);
      for (const [path, { get: call }] of Object.entries(paths)) {
        if (!call) continue;
        const rows = parameters(call);
        const choices = rows.flatMap(({ in: where, name, schema }) => {
          const values = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : []);
          return where === 'query' ? values.map((value) => `${name}=${value}`) : [];
        });
        const has = (name: string) => rows.some((row) => row.name === name);
        const bases = [
          '',
          ...(has('slugs') ? [`slugs=${slugs[0]}`, `slugs=${slugs[0]},${slugs[1]},zzz`, 'slugs=zzz'] : []),
        ];
        const parts = [
          '',
          ...(has('criteria') ? ['criteria=P1-B', 'pillar=P3', 'criteria=P9'] : []),
          ...(has('as_of') && !path.includes('{as_of}') ? [`as_of=${first_day}`] : []),
        ];
        const queries = bases.flatMap((base) =>
          parts.flatMap((part) => ['', ...choices].map((choice) => [base, part, choice].filter(Boolean).join('&'))),
        );
        const address = (values: Readonly<Record<string, string>> = {}) =>
          path.replaceAll(/\{(\w+)\}/g, (_, name) =>
            String(values[name] ?? rows.find((row) => row.name === name)?.example ?? request_id),
          );
        const nowhere = path.includes('{') ? [address({ ...missing, as_of: '2001-01-01', version: 'v99' })] : [];
        for (const url of [...new Set([...queries.map((query) => `${address()}?${query}`), ...nowhere])]) {
          const { reply, answer } = replies.get(url) ?? (await replied(url, call));
          replies.set(url, { reply, answer });
          const why = wrong(call, reply, answer);
          if (why !== undefined) found.push(`${document}: ${url}: ${why}`);
        }
      }
    }
    assert.deepEqual(found, []);
    const refused = [...replies.values()].filter(({ reply }) => !reply.ok).length;
    assert.ok(refused > 20 && refused < replies.size / 2, `${refused} of ${replies.size} were refused`);
  });

  test('every public JSON document is described at length, or there is a reason why not', async () => {
    const { paths } = await json<{ paths: Record<string, unknown> }>('/.well-known/openapi.json');
    const described = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const reasons: readonly (readonly [RegExp, string])[] = [
      [/openapi\.json$/, 'it is the description'],
      [/^\/(server|mcp)\.json$|^\/mcp\/|^\/\.well-known\//, 'its shape is that of a standard'],
      [/^\/pricing\.json$/, 'people have the page'],
      [/^\/rubrics\//, 'files that the log has the hashes of, and what /rubric shows'],
    ];
    const used = new Set<string>();
    const found = new Set<string>();
    for (const [path, { content_type }] of exportedDocuments(service, operations, aboutTools(base, operations), site)
      .documents) {
      if (!/\bjson\b/.test(content_type)) continue;
      found.add(path);
      if (described.some((pattern) => pattern.test(path))) continue;
      const reason = reasons.find(([pattern]) => pattern.test(path))?.[1];
      assert.ok(reason, `${path} is not described (src/doors/http/discovery/openapi/documents.ts)`);
      used.add(reason);
    }
    assert.ok(found.size > 100, `only ${found.size} were found`);
    assert.equal(used.size, reasons.length, 'a reason is needed by nothing');
    // Those that are read from the database are in no tree.
    for (const path of ['/api/audits/{slug}/proof.json', '/api/changes', '/dataset/latest/datapackage.json'])
      assert.ok(path in paths, path);
  });

  test('the description contains every call of agents, none of the desk, and version 1.0.0', async () => {
    const description = (await json('/openapi.json')) as unknown as {
      info: { version: string };
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    assert.match(description.openapi, /^3\.1\./);
    assert.equal(description.info.version, '1.0.0');
    for (const { http, scope, name } of operations)
      for (const { path, method, at_length = false } of http)
        assert.equal(method.toLowerCase() in (description.paths[path] ?? {}), scope !== 'operator' && !at_length, name);
  });

  test('every error code is in the reference or the guide, and the description names no other', async () => {
    const reference = await text('/docs.md');
    const guide = await text('/auth.md');
    const description = await text('/openapi.json');
    for (const code of Object.keys(faults))
      if (!['internal', 'conflict', 'forbidden'].includes(code))
        assert.ok(`${reference}${guide}`.includes(`\`${code}\``), code);
    for (const [, code = ''] of description.matchAll(/`(\w+)`: [A-Z]/g)) assert.ok(code in faults, code);
  });

  test('robots.txt lets agents read and call everything but addresses with a secret, and names the sitemap', async () => {
    const robots = await text('/robots.txt');
    assert.match(robots, /^User-agent: \*$/m);
    assert.match(robots, /^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m);
    assert.match(robots, /^Sitemap: http:\/\/readymark\.test\/sitemap\.xml$/m);
    assert.deepEqual(robots.match(/^Disallow: .*$/gm), ['Disallow: /unsubscribe', 'Disallow: /confirm']);
  });

  test('/api says where everything is', async () => {
    const reply = await get('/api');
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    const { version, ...links } = (await reply.json()) as Record<string, string>;
    assert.equal(version, '1.0.0');
    for (const path of ['/openapi.json', '/docs.md', '/auth.md', '/api/audits/index.json', '/mcp', '/llms.txt'])
      assert.ok(Object.values(links).includes(`${base}${path}`), path);
  });

  test('the sitemap names every company once, with the date of its audit', async () => {
    const map = await text('/sitemap.xml');
    const { audits } = await json<{ audits: { slug: string }[] }>('/api/audits/index.json');
    for (const { slug } of audits)
      assert.equal(map.split(`<loc>${base}/audits/${slug}</loc><lastmod>`).length, 2, slug);
    assert.equal((await get('/sitemap-2.xml')).status, 404);
  });

  test('every error page is in the sitemap and in the exported tree', async () => {
    const map = await text('/sitemap.xml');
    const exported = new Map(exportedDocuments(service, operations, aboutTools(base, operations), site).documents);
    for (const path of ['/problems', ...Object.keys(faults).map((code) => `/problems/${code}`)]) {
      assert.ok(map.includes(`<loc>${base}${path}</loc>`), `${path} is in the sitemap`);
      assert.ok(exported.has(path), `${path} is exported`);
      assert.ok(exported.has(`${path}.md`), `${path}.md is exported`);
    }
  });

  test('security.txt names a contact and expires within a year', async () => {
    const lines = (await text('/.well-known/security.txt')).split('\n');
    assert.ok(lines.some((line) => /^Contact: mailto:\S+@\S+$/.test(line)));
    const expires = lines.filter((line) => line.startsWith('Expires: ')).map((line) => Date.parse(line.slice(9)));
    assert.equal(expires.length, 1);
    const days = ((expires[0] ?? 0) - service.now().getTime()) / 86_400_000;
    assert.ok(days > 90 && days < 365);
  });

  test('the digest in the skills index is that of the skill file, whose front matter names it', async () => {
    const index = (await json('/.well-known/agent-skills/index.json')) as unknown as {
      skills: { url: string; digest: string; name: string; description: string }[];
    };
    for (const skill of index.skills) {
      const body = await text(skill.url);
      assert.equal(skill.digest, `sha256:${createHash('sha256').update(body).digest('hex')}`);
      assert.match(body, new RegExp(`^---\nname: ${skill.name}\ndescription: .{10,1024}\n---\n`));
      assert.ok(skill.description.length <= 1024);
    }
  });

  test('the server cards agree with the tool server', async () => {
    type Result = { protocolVersion: string; serverInfo: { name: string; version: string; title: string } };
    const initialize = async (protocolVersion: string) => {
      const response = await fetch(at('/mcp'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
        }),
      });
      return ((await response.json()) as { result: Result }).result;
    };
    const negotiated = async (version: string) => (await initialize(version)).protocolVersion;
    const result = await initialize('2025-11-25');
    const scanner = (await json('/.well-known/mcp/server-card.json')) as unknown as {
      serverInfo: { name: string; version: string; description: string };
      transport: { endpoint: string };
    };
    assert.equal(scanner.serverInfo.name, result.serverInfo.name);
    assert.equal(scanner.serverInfo.version, result.serverInfo.version);
    assert.equal(scanner.transport.endpoint, `${base}/mcp`);
    const card = (await json('/mcp/server-card')) as unknown as {
      name: string;
      version: string;
      description: string;
      remotes: { url: string; supportedProtocolVersions: string[]; headers: { description: string }[] }[];
    };
    assert.equal(card.name, 'test.readymark/readymark');
    assert.equal(card.version, result.serverInfo.version);
    assert.equal(card.description, scanner.serverInfo.description, 'it is not cut');
    assert.ok(card.description.length <= 100 && card.description.endsWith('.'));
    assert.equal(card.remotes[0]?.url, `${base}/mcp`);
    const keyed = operations.filter(({ tool, scope }) => tool && scope !== null).map(({ name }) => name);
    assert.ok(card.remotes[0]?.headers[0]?.description.endsWith(`needed by ${keyed.join(', ')}.`));
    for (const version of card.remotes[0]?.supportedProtocolVersions ?? [])
      if (version !== '2026-07-28') assert.equal(await negotiated(version), version);
  });

  test('the API reference is sent as Markdown on request', async () => {
    const reply = await get('/docs', { headers: { accept: 'text/markdown' } });
    assert.match(reply.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.match(reply.headers.get('vary') ?? '', /Accept(,|$)/);
    assert.equal(await reply.text(), await text('/docs.md'));
  });

  test('llms.txt and llms-full.txt are one H1, a summary, details and lists of links below H2 (llmstxt.org)', async () => {
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const lines = (await text(path)).split('\n');
      assert.match(lines[0] ?? '', /^# /);
      assert.equal(lines.filter((line) => line.startsWith('# ')).length, 1);
      assert.match(lines[2] ?? '', /^> /);
      const lists = lines.slice(lines.findIndex((line) => line.startsWith('## ')));
      assert.ok(lists.length > 2);
      for (const line of lists.filter((line) => line.startsWith('- ')))
        assert.match(line, /^- \[[^\]]+\]\(http:\/\/readymark\.test\/\S+\): \S/);
    }
  });

  test('llms.txt has each call that most agents want, and each does what it says, one after another', async () => {
    const llms = await text('/llms.txt');
    const lines = [...llms.matchAll(/^- ([^:]+): `(GET|POST) (\S+?)(?: (\{.*?\}))?`/gm)];
    const done: string[] = [];
    let key = '';
    const names = service.catalogue.current().slice(0, 2);
    for (const [, what = '', method = '', path = '', body] of lines) {
      const [one, two] = names.map(({ slug }) => slug);
      const address = path.replace('{slug}', one ?? '').replace('acme,initech', `${one},${two}`);
      const reply = await ready(() =>
        call(service.url, method, address, {
          ...(key && { key }),
          ...(body && { body: body.replace('"slug": "acme"', `"slug": "${one}"`) }),
          ...(body && { headers: { 'content-type': 'application/json' } }),
        }),
      );
      assert.ok(reply.status < 300, `${what}: ${reply.status} ${reply.text}`);
      key ||= reply.json?.api_key ?? '';
      done.push(what);
    }
    assert.deepEqual(done, [
      'Read',
      'Search',
      'Who can do it',
      'Compare',
      'Register, once',
      'Request an audit',
      'Watch',
      'What changed',
      'What changed on the board',
      'Preview a site, by machine',
    ]);
    // What the last line says besides; the day of today is not over.
    const board = await call(service.url, 'GET', `/api/audits?slugs=${names[0]?.slug}&proof=true`);
    assert.equal(board.json.audits[0].proof.proof_json, `/api/audits/${names[0]?.slug}/proof.json`);
    assert.equal((await call(service.url, 'GET', '/api/audits?as_of=2026-11-01')).status, 404);
    assert.match(key, /^rmk_/);
    const { watches, requests } = (await call(service.url, 'GET', '/api/agent/me', { key })).json;
    assert.deepEqual([watches.length, requests.length], [1, 1], 'the watch and the request stand');
    for (const path of ['/P3.json', '.json'])
      assert.equal((await call(service.url, 'GET', `/api/audits/${names[0]?.slug}${path}`)).status, 200, path);
  });
});
