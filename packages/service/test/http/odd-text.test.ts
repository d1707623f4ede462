import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { HttpBinding, Operation } from '../../src/operations/operation.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases } from '../world/service.ts';
import { operations } from '../world/site.ts';
import { openWorld, type World } from '../world/spec-world.ts';

/**
 * Text that a database may not be able to store or compare, in every field of every operation: PostgreSQL refuses NUL.
 * The registry says which operations and fields there are.
 */
sharedDatabases();

const with_nul = ['\0', 'a\0b', 'req_\0', 'https://a.example/\0'];
const others = ['\ud800', '\u{10ffff}', "'", '\\', '%', '_', '{}', 'x'.repeat(10_000), '\u202e'];

/** Right values, so that the odd one is the only fault of an input. */
async function rightInput({ request }: World, key: string): Promise<Readonly<Record<string, unknown>>> {
  const { request_id } = await request(key);
  return {
    type: 'anonymous',
    company: 'Acme',
    website: 'https://acme.example/',
    slug: 'apex',
    request_id,
    notice_id: 'ntc_1',
    reason: 'No offer.',
    subject: 'apex',
    audits: [exampleAudit({ slug: 'odd-text' })],
  };
}

/** An HTTP call of an operation with one field replaced. */
function callOf(binding: HttpBinding, right: Readonly<Record<string, unknown>>, field: string, value: unknown) {
  const fields: Record<string, unknown> = { ...right, [field]: value };
  const path = binding.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(fields[name]).toWellFormed()),
  );
  const in_query = binding.fields === 'query' || binding.fields === 'body_or_query';
  // What chooses the operation among those at one address.
  const chosen = binding.when === undefined ? {} : { [binding.when]: 'apex' };
  const query = new URLSearchParams({ ...chosen, [field]: String(value) });
  return { on: `${binding.method} ${path}${in_query ? `?${query}` : ''}`, fields };
}

const fieldsOf = ({ input }: Operation): string[] =>
  Object.keys((z.toJSONSchema(input, { io: 'input' }) as { properties?: object }).properties ?? {});

for (const engine of engines)
  test(`no text in any field of any operation fails in the database (${engine})`, async () => {
    const world = await openWorld(engine, { OPERATOR_TOKENS, AUDIT_REQUESTS_PER_DAY: '1000' });
    const agent = await world.agent();
    const right = await rightInput(world, agent);
    let calls = 0;
    for (const operation of operations)
      for (const binding of operation.http.filter(({ document }) => !document))
        for (const field of fieldsOf(operation).filter((one) => binding.only?.includes(one) ?? true))
          for (const text of [...with_nul, ...others])
            for (const value of binding.fields === 'body' ? [text, [text]] : [text]) {
              const { on, fields } = callOf(binding, right, field, value);
              const got = await world.call(on, {
                key: operation.scope === 'operator' ? operator_token : agent,
                ...(binding.method === 'GET' ? {} : { body: fields }),
              });
              const what = `${on} ${field}=${JSON.stringify(value)}: ${got.status} ${got.text.slice(0, 200)}`;
              assert.ok(got.status < 500, what);
              if (text.includes('\0') && !(field in (binding.fixed ?? {})))
                assert.match(String(got.status), /^4(04|22)$/, what);
              calls += 1;
            }
    assert.ok(calls > 500, `${calls} calls`);
    assert.deepEqual(
      world.ctx.log_lines.filter((line) => JSON.parse(line).level >= 50),
      [],
    );
  });
