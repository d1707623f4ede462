import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { addOperator } from '../../src/operations/desk/operators/add-operator.ts';
import { execute } from '../../src/operations/run.ts';
import { openLivedInDesk } from '../world/desk/lived-in-desk.ts';
import { operator } from '../world/operator.ts';

/**
 * The log of the desk says who did what to which row, and copies no text that is in a row (decision 103): what somebody wrote goes when
 * its row does. A member that is not here is either a pointer, which belongs into this table, or a copy, which does not belong into a detail.
 */
const id = /^[a-z]{2,4}_[0-9a-f]+$/;
const slug = /^[a-z0-9][a-z0-9-]*$/;
const criterion = /^P\d-[A-Z]$/;
const day = /^\d{4}-\d\d-\d\d$/;
const word = /^[a-z_]+$/;
const name = /^[\w.-]{1,64}$/;
const number = (value: unknown) => Number.isInteger(value);
const flag = (value: unknown) => typeof value === 'boolean';

const forms: Readonly<Record<string, RegExp | ((value: unknown) => boolean)>> = {
  publication: number,
  version: number,
  audits: number,
  replies: number,
  overall_score: number,
  cancelled_jobs: number,
  count: number,
  again: flag,
  by_hand: flag,
  replace: flag,
  everywhere: flag,
  audit_date: day,
  scheduled_on: day,
  criteria: criterion,
  criterion,
  texts: word,
  kind: word,
  outcome: word,
  rubric: /^v\d+$/,
  sha256: /^[0-9a-f]{64}$/,
  hash: /^[0-9a-f]{64}$/,
  to: name,
  reviewer: name,
  proof: word,
  proof_id: /^\w+$/,
  reply_id: id,
  job_id: id,
  request_id: id,
  completes: id,
  slug,
  slugs: slug,
  // What an operator chose to audit: a request, a company, or the site of a company.
  subject: /^(?:req_[0-9a-f]+|[a-z0-9-]+|https?:\/\/[^\s@]+)$/,
  // Who a company was: names and sites of companies are public, and the public log has them too (decision 101).
  company: (value) => typeof value === 'string',
  website: /^https?:\/\/[^\s@]+$/,
  // Why an audit was taken back, which everybody reads (decision 100).
  reason: (value) => typeof value === 'string',
};

/** Every value of a detail with the name that it has; lists and objects are looked into. */
function* membersOf(detail: unknown, of = ''): Generator<[string, unknown]> {
  if (Array.isArray(detail)) for (const one of detail) yield* membersOf(one, of);
  else if (typeof detail === 'object' && detail !== null)
    for (const [key, value] of Object.entries(detail)) yield* membersOf(value, key);
  else yield [of, detail];
}

const { service } = await openLivedInDesk('sqlite');
after(() => service.stop());
const [first, second] = [...service.catalogue.current().companies].map((listed) => listed.slug);
assert.ok(first && second);
await execute(service, correctCompany, operator, { slug: first, company: 'Another Name' }, {});
await execute(service, retractCompany, operator, { slug: second, reason: 'It asked us to.' }, {});
await execute(service, addOperator, operator, { name: 'cyd' }, {});

test('details of actions point to rows, and copy nothing that somebody wrote or that names a person', async () => {
  const rows = await service.store.db.selectFrom('desk_actions').selectAll().execute();
  const actions = new Set(rows.map(({ action }) => action));
  assert.ok(actions.has('decline_request') && actions.size > 12, [...actions].join());
  const wrong = rows.flatMap(({ action, detail }) =>
    [...membersOf(JSON.parse(detail))].flatMap(([key, value]) => {
      const form = forms[key];
      const fits = value === null || (form instanceof RegExp ? form.test(String(value)) : form?.(value));
      return fits ? [] : [`${action}: ${key} is ${JSON.stringify(value)}`];
    }),
  );
  assert.deepEqual([...new Set(wrong)], []);
});

test('whoever reads the log reads the reason of a decline from its request', async () => {
  const declined = await service.store.db
    .selectFrom('desk_actions')
    .select('detail')
    .where('action', '=', 'decline_request')
    .execute();
  assert.ok(declined.length > 0);
  for (const { detail } of declined) assert.doesNotMatch(detail, /There is no offer/);
});
