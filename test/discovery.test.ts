import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { faults } from '../src/domain/fault.ts';
import { operations } from '../src/operations/index.ts';
import { call, newKey } from './world/call.ts';
import { publish } from './world/operator.ts';
import { run } from './world/processes.ts';
import { testService } from './world/service.ts';

const root = join(import.meta.dirname, '..');
const base = 'http://readymark.test';

const service = await testService('sqlite', { AUDIT_REQUESTS_PER_DAY: '100' });

describe('the documents by which agents discover the service', () => {
  let key = '';
  const at = (url: string) => `${service.url}${url.startsWith(base) ? url.slice(base.length) : url}`;
  const get = (path: string, init?: RequestInit) => fetch(at(path), { redirect: 'manual', ...init });
  const json = async <T>(path: string) => (await get(path)).json() as Promise<T>;
  const text = async (path: string) => (await get(path)).text();

  before(async () => {
    const audits = readdirSync(join(root, 'examples'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')));
    await publish(service, audits);
    key = await newKey(service.url);
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
    '/.well-known/api-catalog': /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
    '/.well-known/oauth-protected-resource': /^application\/json/,
    '/.well-known/oauth-protected-resource/mcp': /^application\/json/,
    '/.well-known/oauth-authorization-server': /^application\/json/,
    '/mcp/server-card': /^application\/mcp-server-card\+json$/,
    '/.well-known/mcp/server-card.json': /^application\/json/,
    '/.well-known/mcp/server-cards.json': /^application\/json/,
    '/.well-known/mcp.json': /^application\/json/,
    '/.well-known/mcp/catalog.json': /^application\/json/,
    '/.well-known/ai-catalog.json': /^application\/json/,
    '/.well-known/agent-skills/index.json': /^application\/json/,
    '/.well-known/agent-skills/readymark/SKILL.md': /^text\/markdown/,
  };

  test('each is 200 for GET and HEAD, with its media type, a validator and open CORS', async () => {
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

  test('every address of the service that they name is 200, and so is every address named there', async () => {
    const seen = new Set<string>();
    const named = (body: string) =>
      [...body.matchAll(/http:\/\/readymark\.test[^\s"'`<>)\]|\\]*/g)].map(([url]) => url.replace(/[.,;:]+$/, ''));
    const queue = Object.keys(documents).map((path) => `${base}${path}`);
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const path = url.slice(base.length).split('#', 1)[0] ?? '';
      if (seen.has(path)) continue;
      seen.add(path);
      // Patterns, the roots of the API, and calls that are not GET.
      if (/[{}]|%7B/.test(path) || ['', '/api', '/mcp', '/api/agent/auth', '/api/audit-requests'].includes(path))
        continue;
      const keyed = /^\/api\/(agent|audit-requests)/.test(path);
      const reply = await get(path, keyed ? { method: 'GET', headers: { authorization: `Bearer ${key}` } } : {});
      if (keyed && reply.status === 405) continue;
      assert.equal(reply.status, 200, `${path} is named and does not answer`);
      const body = await reply.text();
      if (path in documents) queue.push(...named(body));
    }
    assert.ok(seen.size > 40, `only ${seen.size} addresses were found`);
  });

  test('the interface description passes the linter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-openapi-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'openapi.json'), await text('/openapi.json'));
    writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended]\nrules:\n  no-server-example.com: off\n');
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const linted = await run(process.execPath, [cli, 'lint', 'openapi.json', '--max-problems', '50'], {
      cwd: folder,
      env,
      group: true,
    });
    const output = linted.out + linted.err;
    assert.equal(linted.code, 0, output);
    assert.doesNotMatch(output, /[1-9]\d* (error|warning)/, output);
  });

  test('every example in the interface description is a call that succeeds', async () => {
    type Call = {
      security: unknown[];
      parameters: { name: string; in: string; example?: string }[];
      requestBody?: { content: { 'application/json': { example: unknown } } };
      responses: Record<string, { content: Record<string, unknown> }>;
    };
    const description = await json<{ paths: Record<string, Record<string, Call>> }>('/openapi.json');
    const wish = { key, body: { company: 'Example', website: 'https://example.com' } };
    const { request_id } = (await call(service.url, 'POST', '/api/audit-requests', wish)).json;
    for (const [path, methods] of Object.entries(description.paths))
      for (const [method, call] of Object.entries(methods)) {
        const filled = path.replaceAll(
          /\{(\w+)\}/g,
          (_, name) => call.parameters.find((row) => row.name === name)?.example ?? request_id,
        );
        const example = call.requestBody?.content['application/json'].example;
        const body = example === undefined ? undefined : JSON.stringify(example);
        const headers = new Headers();
        if (call.security.length) headers.set('authorization', `Bearer ${key}`);
        if (body) headers.set('content-type', 'application/json');
        const reply = await fetch(at(filled), { method: method.toUpperCase(), headers, ...(body && { body }) });
        assert.ok(reply.ok, `${method} ${filled} is ${reply.status}: ${await reply.text()}`);
        const described = call.responses[reply.status];
        assert.ok(described, `${method} ${path} does not describe ${reply.status}`);
        const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? '';
        assert.ok(type in described.content, `${method} ${path} answers ${type}`);
      }
  });

  test('the description contains every call of agents, no call of the desk, and version 1.0.0', async () => {
    const description = (await json('/openapi.json')) as unknown as {
      info: { version: string };
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    assert.match(description.openapi, /^3\.1\./);
    assert.equal(description.info.version, '1.0.0');
    for (const { http, scope, name } of operations)
      for (const { path, method } of http)
        assert.equal(method.toLowerCase() in (description.paths[path] ?? {}), scope !== 'operator', name);
  });

  test('the reference contains every error code, and no others', async () => {
    const reference = await text('/docs.md');
    const guide = await text('/auth.md');
    const description = await text('/openapi.json');
    for (const code of Object.keys(faults))
      if (!['internal', 'conflict', 'forbidden'].includes(code))
        assert.ok(`${reference}${guide}`.includes(`\`${code}\``), code);
    for (const [, code = ''] of description.matchAll(/`(\w+)`: [A-Z]/g)) assert.ok(code in faults, code);
  });

  test('robots.txt has a group for everybody, a content signal and the sitemap', async () => {
    const robots = await text('/robots.txt');
    assert.match(robots, /^User-agent: \*$/m);
    assert.match(robots, /^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m);
    assert.match(robots, /^Sitemap: http:\/\/readymark\.test\/sitemap\.xml$/m);
    assert.match(robots, /^Disallow: \/api\/agent\/$/m);
  });

  test('the sitemap names every company once, with the date of its audit', async () => {
    const map = await text('/sitemap.xml');
    const { audits } = await json<{ audits: { slug: string }[] }>('/api/audits/index.json');
    for (const { slug } of audits)
      assert.equal(map.split(`<loc>${base}/audits/${slug}</loc><lastmod>`).length, 2, slug);
    assert.equal((await get('/sitemap-2.xml')).status, 404);
  });

  test('security.txt names a contact and expires within a year', async () => {
    const lines = (await text('/.well-known/security.txt')).split('\n');
    assert.ok(lines.some((line) => /^Contact: mailto:\S+@\S+$/.test(line)));
    const expires = lines.filter((line) => line.startsWith('Expires: ')).map((line) => Date.parse(line.slice(9)));
    assert.equal(expires.length, 1);
    const days = ((expires[0] ?? 0) - service.now().getTime()) / 86_400_000;
    assert.ok(days > 90 && days < 365);
  });

  test('the digest in the skills index is that of the skill file, and its front matter has the same name', async () => {
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

  test('the server cards agree with the server info of the tool server', async () => {
    const discover = await fetch(at('/mcp'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    });
    const { result } = (await discover.json()) as {
      result: { serverInfo: { name: string; version: string; title: string } };
    };
    const scanner = (await json('/.well-known/mcp/server-card.json')) as unknown as {
      serverInfo: { name: string; version: string };
      transport: { endpoint: string };
    };
    assert.equal(scanner.serverInfo.name, result.serverInfo.name);
    assert.equal(scanner.serverInfo.version, result.serverInfo.version);
    assert.equal(scanner.transport.endpoint, `${base}/mcp`);
    const card = (await json('/mcp/server-card')) as unknown as {
      name: string;
      version: string;
      description: string;
      remotes: { url: string }[];
    };
    assert.equal(card.name, 'test.readymark/readymark');
    assert.equal(card.version, result.serverInfo.version);
    assert.ok(card.description.length <= 100);
    assert.equal(card.remotes[0]?.url, `${base}/mcp`);
  });

  test('the API reference is Markdown for clients that prefer it', async () => {
    const reply = await get('/docs', { headers: { accept: 'text/markdown' } });
    assert.match(reply.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.match(reply.headers.get('vary') ?? '', /Accept(,|$)/);
    assert.equal(await reply.text(), await text('/docs.md'));
  });

  test('llms.txt is one H1, a summary and lists of links', async () => {
    const lines = (await text('/llms.txt')).split('\n');
    assert.match(lines[0] ?? '', /^# /);
    assert.equal(lines.filter((line) => line.startsWith('# ')).length, 1);
    assert.match(lines[2] ?? '', /^> /);
    for (const line of lines.filter((line) => line.startsWith('- ')))
      assert.match(line, /^- \[[^\]]+\]\(http:\/\/readymark\.test\/\S+\): \S/);
  });
});
