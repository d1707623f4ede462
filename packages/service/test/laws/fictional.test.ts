import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { z } from 'zod';
import { openapi } from '../../src/doors/http/discovery/openapi/openapi.ts';
import { readSettings } from '../../src/settings.ts';
import { operations } from '../world/site.ts';

/** Whatever names a company says that it is fictional when it is (decision 105): over all schemas of what agents are answered. */
type Schema = { properties?: Record<string, unknown>; [keyword: string]: unknown };

/** Why an object that names a company has no mark of its own, by where it is. */
const exceptions: readonly (readonly [where: RegExp, why: string])[] = [
  [/^(get_audit|AuditContent|Audit|PastAudit)\b.*$/, 'the record says it in framework (spec 2.2)'],
  [/^(watch_stats|get_watch_stats|WatchStats)\//, 'spec 2.5 shows it field by field'],
  [/\/not_found\/\*$/, 'it names nobody'],
  [/^(AuditProof|PastAuditProof|get_proof_of_day)\/statement$/, 'it is the entry of the public log'],
  [/^AuditReceipts$/, 'its hash is in the public log; only real sites are audited by the agent'],
  [
    /requests\/\*$|^AuditRequest$|^(request_audit|check_audit_request)$/,
    'it says what was sent; its audit has the mark',
  ],
];

function* objectsIn(schema: unknown, where: string): Generator<[string, Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, items, additionalProperties, anyOf, allOf, oneOf } = schema as Schema;
  if (properties) yield [where, schema as Schema];
  for (const [name, one] of Object.entries(properties ?? {})) yield* objectsIn(one, `${where}/${name}`);
  if (items) yield* objectsIn(items, `${where}/*`);
  if (typeof additionalProperties === 'object') yield* objectsIn(additionalProperties, `${where}/*`);
  for (const list of [anyOf, allOf, oneOf] as (unknown[] | undefined)[])
    for (const one of list ?? []) yield* objectsIn(one, where);
}

const rubrics = readRubrics();
const whole = openapi(readSettings({}), operations, undefined, rubrics, 'all') as unknown as {
  components: { schemas: Record<string, Schema> };
};
const schemas: [string, unknown][] = [
  ...operations
    .filter(({ scope }) => scope !== 'operator')
    .map(({ name, output }): [string, unknown] => [name, z.toJSONSchema(output, { io: 'output' })]),
  ...Object.entries(whole.components.schemas),
];

test('every object that names a company has the mark of a fictional one, or says elsewhere why not', () => {
  const used = new Set<string>();
  let objects = 0;
  for (const [name, schema] of schemas)
    for (const [where, { properties = {} }] of objectsIn(schema, name)) {
      if (!('slug' in properties) && !('company' in properties)) continue;
      objects += 1;
      if ('fictional' in properties) continue;
      const exception = exceptions.find(([pattern]) => pattern.test(where));
      assert.ok(exception, `${where} names a company without fictional: ${Object.keys(properties).join(', ')}`);
      used.add(exception[1]);
    }
  assert.ok(objects > 20, `only ${objects} were found`);
  assert.equal(used.size, exceptions.length, 'an exception is needed by nothing');
});
