import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { filesOf, read } from '../../../../test/laws/project.ts';
import { type FaultCode, faults } from '../../src/domain/fault.ts';
import { openapi } from '../../src/doors/http/discovery/openapi/openapi.ts';
import { referenceMarkdown } from '../../src/doors/http/pages/reference/markdown.ts';
import { apiReference } from '../../src/doors/http/pages/reference/view.ts';
import { toolsOf } from '../../src/doors/mcp/tools.ts';
import { readSettings, type Settings } from '../../src/settings.ts';
import { operations } from '../world/site.ts';

/** Each door speaks in its own words: no tools over REST, no addresses and headers in tools (decisions 26 and 27). */
const settings = readSettings({});
const rubrics = readRubrics();
const tools = toolsOf(operations, settings, rubrics);
const tool_names = new RegExp(`\\b(${tools.map(({ name }) => name).join('|')})\\b`);
const of_http =
  /\/api\b|\/mcp\b|\/auth\.md|\b(GET|POST|DELETE|HTTP|REST)\b|Retry-After|RateLimit|Location\b|Idempotency|status code/;
const of_headers = /Authorization|\bheaders?\b/i;

/** Every text in a document, with the place where it is; identifiers and references are no texts. */
function* texts(value: unknown, at = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [at, value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      if (name !== 'operationId' && name !== '$ref') yield* texts(inner, `${at}/${name}`);
}

describe('tools', () => {
  test('are described without addresses and headers of HTTP', () => {
    for (const { name, title, description, inputSchema, outputSchema } of tools)
      for (const [at, text] of texts({ title, description, inputSchema, outputSchema }))
        if (/\/(title|description)$/.test(at)) assert.doesNotMatch(text, of_http, `${name}${at}`);
  });

  test('name only tools that exist', () => {
    const arguments_of = tools.flatMap(({ inputSchema, outputSchema }) =>
      [...JSON.stringify([inputSchema, outputSchema]).matchAll(/"([a-z]+(?:_[a-z0-9]+)+)":/g)].map(([, name]) => name),
    );
    const known = new Set([...tools.map(({ name }) => name), ...arguments_of, ...Object.keys(faults), 'retry_after']);
    const said = [
      ...tools.map(({ description }) => description),
      ...Object.values(faults).map((row) => row.tool_remedy),
    ];
    for (const text of said)
      for (const [word] of text.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g))
        assert.ok(known.has(word), `${word} in: ${text}`);
  });
});

describe('REST', () => {
  const listed = { slug: 'apex', audit_date: '2026-11-20' };
  const description = openapi(settings, operations, listed, rubrics);
  const referenceText = (of: Settings) =>
    referenceMarkdown(undefined, apiReference({ settings: of, operations, rubrics, listed }));

  test('is described without tools, and promises nothing that only a tool does', () => {
    for (const [at, text] of texts(description)) {
      assert.doesNotMatch(text, tool_names, `openapi.json${at}`);
      assert.doesNotMatch(text, /watching: false/, `openapi.json${at}`);
    }
    const [text = ''] = referenceText(settings).split('\n## Tools\n');
    assert.match(text, /^## POST \/mcp$/m);
    for (const line of text.split('\n')) assert.doesNotMatch(line, tool_names);
    assert.doesNotMatch(text, /watching: false/);
  });

  test('names the limits of the settings', () => {
    const other = readSettings({
      REGISTRATIONS_PER_HOUR: '61',
      AUDIT_REQUESTS_PER_DAY: '11',
      WATCHES_PER_REGISTRATION: '1200',
    });
    const text = referenceText(other);
    for (const said of ['61 registrations in one hour', '11 requests in 24 hours', '1,200 companies at a time'])
      assert.ok(text.includes(said), said);
  });

  test('describes each call in words of its own', () => {
    const paths = description.paths as Record<string, Record<string, { summary: string; description?: string }>>;
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
    const said = calls.flatMap(({ summary, description }) => [
      summary,
      ...(description === undefined ? [] : [description]),
    ]);
    assert.equal(new Set(said).size, said.length);
    const watch = paths['/api/agent/watch'];
    assert.match(watch?.delete?.summary ?? '', /^Stops watching/);
    assert.match(watch?.post?.summary ?? '', /^Watches/);
  });
});

describe('errors', () => {
  test('have a remedy for each door, in its words', () => {
    for (const code of Object.keys(faults) as FaultCode[]) {
      const { remedy, tool_remedy } = faults[code];
      assert.match(remedy, /^[A-Z].{10,}\.$/s, code);
      assert.match(tool_remedy, /^[A-Z].{10,}\.$/s, code);
      assert.doesNotMatch(remedy, tool_names, code);
      assert.doesNotMatch(tool_remedy, of_http, code);
      assert.doesNotMatch(tool_remedy, of_headers, code);
    }
  });

  test('thrown by operations have messages that fit both doors', () => {
    const files = filesOf('packages/service/src/operations', '.ts').filter(
      ({ name }) => !/\/desk\/|\.test\.ts$/.test(name),
    );
    const thrown = files.flatMap(({ name, text }) =>
      [...text.matchAll(/(?:new Fault|invalidFields|invalidToken)\(([^;]*)\)/g)].map(
        ([, made = '']) => [name, made] as const,
      ),
    );
    assert.ok(thrown.length > 10, `only ${thrown.length} faults were found`);
    for (const [name, made] of thrown) {
      assert.doesNotMatch(made.replace('This Idempotency-Key was used', ''), of_http, name);
      assert.doesNotMatch(made, of_headers, name);
      assert.doesNotMatch(made.replaceAll(/^'[a-z_]+'/g, ''), tool_names, name);
    }
  });
});

test('the guide for contributors promises no time and no length, which no test would hold', () => {
  for (const name of ['CONTRIBUTING.md', 'ARCHITECTURE.md'])
    assert.doesNotMatch(read(name), /(?:\d|\b(?:one|two|few)) (?:seconds?|minutes?|screens?)\b/i, name);
});

test('no file has the marks of a merge that was not finished', () => {
  const marks = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/m;
  for (const folder of ['packages', 'test', 'bench', 'deploy', 'docs'])
    for (const ending of ['.ts', '.js', '.css', '.json', '.ladder', '.md', '.yml', '.conf'])
      for (const { name, text } of filesOf(folder, ending)) assert.doesNotMatch(text, marks, name);
});
