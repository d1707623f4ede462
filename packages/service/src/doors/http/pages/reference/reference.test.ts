import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { exampleAudit } from '../../../../../../rubric/test/example-audit.ts';
import { publish } from '../../../../../test/world/operator.ts';
import { testService } from '../../../../../test/world/service.ts';
import { faults } from '../../../../domain/fault.ts';
import { coreOperations as operations } from '../../../../operations/index.ts';

/** The API reference in both forms against the interface description of the same service (decision 60). */
type Schema = Record<string, unknown>;
type Call = {
  operationId: string;
  security?: Record<string, string[]>[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Description = { paths: Record<string, Record<string, Call>>; components: { schemas: Record<string, Schema> } };

const service = await testService('sqlite', { REGISTRATIONS_PER_HOUR: '7', AUDIT_REQUESTS_PER_DAY: '8' });
await publish(service, [exampleAudit({ slug: 'acme' })]);
const text = async (path: string) => (await fetch(service.url + path)).text();
const plain = (html: string) =>
  html
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const html = await text('/docs');
const markdown = await text('/docs.md');
const description = JSON.parse(await text('/openapi.json')) as Description;
const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
);
const parts = new Map(
  html
    .split('<section class="api-call" aria-labelledby="')
    .map((one) => [one.split('"', 1)[0], one.split('<section class="api-tools"', 1)[0] ?? '']),
);
const sections = new Map(markdown.split(/^## /m).map((one) => [one.split('\n', 1)[0], one]));
/** Lines of the Markdown about one shape. */
const shapes = new Map(
  (sections.get('Shapes') ?? '').split(/^- (?=\w)/m).map((one) => [one.split(':', 1)[0], one] as const),
);

/** The members of a reply and of the shapes in it, by name of the shape ('' for the reply itself). */
function membersOf(schema: Schema, found = new Map<string, Set<string>>(), owner = ''): Map<string, Set<string>> {
  const name = String(schema.$ref ?? '')
    .split('/')
    .at(-1);
  const own = (name && description.components.schemas[name]) || schema;
  const properties = (own.properties ?? {}) as Record<string, Schema>;
  const names = found.get(owner) ?? new Set();
  found.set(owner, names);
  for (const one of Object.keys(properties)) names.add(one);
  for (const one of (own.allOf ?? []) as Schema[]) membersOf(one, found, owner);
  return found;
}

test('both forms have a part for every call, with the members of its reply or a link to its shape', () => {
  assert.ok(calls.length > 15);
  for (const { path, method, call } of calls) {
    const section = sections.get(`${method} ${path}`) ?? '';
    const part = parts.get(call.operationId) ?? '';
    assert.ok(section && part, `${method} ${path}`);
    assert.ok(plain(part.replaceAll('<wbr>', '')).includes(`<b>${method}</b> <code>${path}</code>`), path);
    for (const { content = {} } of Object.values(call.responses))
      for (const { schema } of Object.values(content)) {
        const name = String(schema.$ref ?? '')
          .split('/')
          .at(-1);
        const linked = part.includes(`<p class="api-type"><a href="#${name}">`);
        for (const member of [...(membersOf(schema).get('') ?? [])]) {
          const [in_markdown, in_html] = linked
            ? [shapes.get(name ?? ''), html.slice(html.indexOf(`<section class="api-shape" aria-labelledby="${name}"`))]
            : [section, part];
          assert.ok(in_markdown?.includes(`\`${member}\``), `${method} ${path} names ${member} in Markdown`);
          assert.ok(in_html?.includes(`<code>${member}</code>`), `${method} ${path} names ${member} in HTML`);
        }
      }
  }
});

test('both forms name the same fields in the same order, and the same errors', () => {
  for (const { path, method, call } of calls) {
    const part = parts.get(call.operationId) ?? '';
    const section = sections.get(`${method} ${path}`) ?? '';
    const in_html = [...part.matchAll(/<dt><code>([^<]+)<\/code>/g)].map(([, name]) => plain(name ?? ''));
    const in_markdown = [...section.matchAll(/^ *- `([^`]+)` \(/gm)].map(([, name]) => name);
    assert.deepEqual(in_html, in_markdown, `${method} ${path}`);
    const codes = [...part.matchAll(/<a href="\/problems\/(\w+)">/g)].map(([, code]) => code);
    const listed = /^- Errors: (.*)$/m.exec(section)?.[1] ?? '';
    assert.deepEqual(
      codes,
      [...listed.matchAll(/`(\w+)`/g)].map(([, code]) => code),
    );
  }
});

test('every call says which key it needs', () => {
  for (const { path, method, call } of calls) {
    const [way = {}] = call.security ?? [];
    const section = sections.get(`${method} ${path}`) ?? '';
    if (way.api_key) assert.match(section, new RegExp(`^Key with the scope ${way.api_key}\\.$`, 'm'));
    else assert.match(section, /^No key(; some tools need one)?\.$/m);
  }
});

test('anchors are unique, those that are linked exist, and all errors are linked', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, to] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(to), `#${to}`);
  for (const { call } of calls) assert.ok(ids.includes(call.operationId), call.operationId);
  for (const code of Object.keys(faults)) assert.ok(html.includes(`href="/problems/${code}"`), code);
});

test('samples of replies are as the description says, and complete', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uri: true, date: true, 'date-time': true } });
  ajv.addSchema({ ...description, $id: 'openapi.json' });
  let seen = 0;
  for (const { path, method, call } of calls) {
    const part = parts.get(call.operationId) ?? '';
    const [, sample] = /<b>Reply<\/b>.*?<code>(.*?)<\/code>/s.exec(part) ?? [];
    const schema = Object.values(call.responses).find(({ content }) => content)?.content?.['application/json']?.schema;
    if (!schema || call.operationId === 'call_tool_server') {
      assert.equal(sample, undefined, path);
      continue;
    }
    seen += 1;
    const fits = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')));
    assert.ok(fits(JSON.parse(plain(sample ?? ''))), `${method} ${path}: ${ajv.errorsText(fits.errors)}`);
  }
  assert.ok(seen > 12);
  const request = /<b>Request<\/b> <span class="unseen">of a tool<\/span>.*?<code>(.*?)<\/code>/s.exec(html)?.[1] ?? '';
  assert.equal(JSON.parse(/-d '(.*)'/s.exec(plain(request))?.[1] ?? '').params.name, 'list_audits');
});

test('every tool is there, with its arguments and the calls that do the same', () => {
  for (const { name, tool, http, input, unlisted = [] } of operations) {
    if (!tool) continue;
    const part = parts.get(`tool-${name}`) ?? '';
    for (const { path } of http) assert.ok(plain(part.replaceAll('<wbr>', '')).includes(`${path}</a>`), name);
    for (const argument of Object.keys((input as unknown as { shape: object }).shape)) {
      if (unlisted.includes(argument)) continue;
      assert.ok(part.includes(`<code>${argument}</code>`), `${name} ${argument}`);
      assert.match(markdown, new RegExp(`^\\| ${name} \\|.*\`${argument}\``, 'm'));
    }
  }
});

test('limits are those of the settings, and examples can be run as they are', () => {
  assert.match(markdown, /7 registrations [\w ]+ in one hour; 8 audit requests [\w ]+ in 24 hours/);
  assert.match(sections.get('GET /api/audits/{slug}.json') ?? '', /\/api\/audits\/acme\.json'/);
  const watch = sections.get('DELETE /api/agent/watch') ?? '';
  assert.match(watch, /curl -s -X DELETE '[^']*\/api\/agent\/watch\?slug=acme'/);
  assert.deepEqual(watch.match(/^- `slug`.*$/gm)?.length, 1, 'one line for a field with two places');
  assert.match(watch, /^- `slug` \(query or body; string, at most 200 characters; required\): /m);
  assert.doesNotMatch(watch, /conflict/, 'there is always room for one watch fewer');
  const compare = sections.get('GET /compare.md') ?? '';
  assert.match(compare, /curl -sg '[^']*\/compare\.md\?slugs=\{slugs\}'/);
  for (const section of [compare, sections.get('GET /audits/{slug}.md') ?? ''])
    assert.match(section, /^- Errors: .*`invalid_request`/m, 'an unknown id is refused');
  for (const name of ['criteria', 'pillar']) assert.match(compare, new RegExp(`^- \`${name}\` \\(query; `, 'm'));
  for (const [, line = ''] of markdown.matchAll(/^(curl .*)$/gm)) {
    assert.match(line, /^curl -sg?( -X \w+)? '[^']+'/, 'the address is quoted');
    if (line.includes('{')) assert.match(line, /^curl -sg /, 'curl itself expands braces otherwise');
  }
});
