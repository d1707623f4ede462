import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../../../../rubric/test/example-audit.ts';
import { testService } from '../../../../../test/world/service.ts';
import { publishAudits } from '../../../../operations/desk/publish-audits.ts';
import { execute } from '../../../../operations/run.ts';

type Parameter = { name: string; example?: string };
type Call = { parameters?: Parameter[]; requestBody?: { content: { 'application/json': { example?: unknown } } } };

const service = await testService('sqlite', { REGISTRATIONS_PER_HOUR: '7' });

async function publish(slug: string, scores: number, audit_date = '2026-11-20'): Promise<void> {
  const audits = [exampleAudit({ slug, scores, audit_date })];
  await execute(service, publishAudits, { kind: 'operator', name: 'test' }, { audits }, {});
  await service.catalogue.refresh();
}

async function described() {
  const response = await fetch(`${service.url}/openapi.json`);
  const text = await response.text();
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, Call>>;
    components: { parameters: Record<string, Parameter> };
  };
  const of_calls = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name)),
  );
  const parameters = [...of_calls, ...Object.values(components.parameters)];
  const examples = (name: string) => [
    ...new Set(parameters.filter((row) => row.name === name).map(({ example }) => example)),
  ];
  const watch = paths['/api/agent/watch']?.post?.requestBody?.content['application/json'].example;
  const reference = await (await fetch(`${service.url}/docs.md`)).text();
  const { headers } = response;
  const validators = [headers.get('etag'), headers.get('last-modified')];
  return { text, slugs: examples('slug'), dates: examples('audit_date'), watch, reference, validators };
}

test('examples name a company that is listed: none on an empty board, then the first of the board', async () => {
  const empty = await described();
  assert.deepEqual([empty.slugs, empty.dates, empty.watch], [[undefined], [undefined], undefined]);
  assert.doesNotMatch(empty.reference, /undefined|"slug":"\w/);
  assert.ok(empty.reference.includes(`-d '{"slug":"{slug}"}'`), 'the caller fills in the slug');

  await publish('second', 3);
  const first = await described();
  assert.deepEqual([first.slugs, first.dates, first.watch], [['second'], ['2026-11-20'], { slug: 'second' }]);
  assert.match(first.reference, /-d '\{"slug":"second"\}'/);

  service.clock.advance(60_000);
  await publish('third', 2);
  assert.deepEqual(await described(), first, 'a publication that leaves the first place alone changes nothing');

  await publish('first', 4);
  assert.deepEqual((await described()).slugs, ['first']);
  await publish('first', 4, '2026-11-21');
  const last = await described();
  assert.deepEqual([last.slugs, last.dates], [['first'], ['2026-11-21']]);
  assert.notDeepEqual(last.validators, first.validators);
});

test('limits in examples are those of the settings', async () => {
  const text = await (await fetch(`${service.url}/.well-known/openapi.json`)).text();
  assert.match(text, /\\"registrations\\";q=7;w=3600/);
});

test('a call that may create something describes 201 as well as 200', async () => {
  const { paths } = JSON.parse((await described()).text) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const statuses = (method: string) =>
    Object.keys(paths['/api/agent/watch']?.[method]?.responses ?? {}).filter((status) => status < '300');
  assert.deepEqual([statuses('post'), statuses('delete')], [['200', '201'], ['200']]);
});
