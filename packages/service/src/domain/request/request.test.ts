import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import {
  allowedMoves,
  auditRequestInput,
  auditRequestRecord,
  checkMove,
  declinedReason,
  isWaiting,
  requestCountsOf,
  requestStatuses,
} from './request.ts';

test('a request moves from received over in_review and scheduled to completed, and may be declined until then', () => {
  const table = Object.fromEntries(requestStatuses.map((status) => [status, allowedMoves(status)]));
  assert.deepEqual(table, {
    received: ['in_review', 'declined'],
    in_review: ['scheduled', 'declined'],
    scheduled: ['completed', 'declined'],
    completed: [],
    declined: [],
  });
  for (const from of requestStatuses)
    for (const to of requestStatuses)
      assert.equal(checkMove(from, to) === undefined, allowedMoves(from).includes(to), `${from} ${to}`);
});

test('a refused move lists the allowed moves, or says that the status is final', () => {
  assert.equal(
    checkMove('received', 'completed'),
    'A request that is received cannot become completed; from received it may become in_review or declined.',
  );
  assert.equal(checkMove('declined', 'received'), 'A request that is declined is final: it cannot become received.');
});

test('completed and declined requests are not waiting', () => {
  assert.deepEqual(requestStatuses.filter(isWaiting), ['received', 'in_review', 'scheduled']);
});

test('company and website are required; other fields default to null, and unknown ones are dropped', () => {
  assert.deepEqual(auditRequestInput.parse({ company: ' Acme ', website: 'https://acme.example', colour: 'red' }), {
    company: 'Acme',
    website: 'https://acme.example',
    contact_email: null,
    notes: null,
  });
  const issues = auditRequestInput.safeParse({ contact_email: 'nobody', notes: 'x'.repeat(4001) }).error?.issues;
  assert.deepEqual(
    issues?.map(({ path, message }) => `${path.join('.')} ${message}`),
    [
      'company is required',
      'website is required',
      'contact_email must be one e-mail address such as agent@example.com, at most 254 characters long',
      'notes must be at most 4000 characters long',
    ],
  );
});

test('the record has the keys of decision 18 in that order', () => {
  assert.deepEqual(Object.keys(auditRequestRecord.shape), [
    'request_id',
    'status',
    'company',
    'website',
    'contact_email',
    'notes',
    'submitted_at',
    'status_changed_at',
    'status_history',
    'declined_reason',
    'queue',
    'audit',
    'scheduled_for',
    'listed',
    // Only where the site has a retracted company.
    'retracted',
  ]);
});

test('requests are counted per status and in total', () => {
  assert.deepEqual(requestCountsOf({ declined: 1, received: 2 }), {
    received: 2,
    in_review: 0,
    scheduled: 0,
    completed: 0,
    declined: 1,
    total: 3,
  });
});

test('a decline has a reason', () => {
  assert.equal(declinedReason.parse(' Not a company. '), 'Not a company.');
  for (const wrong of ['', '  ', undefined, 'x'.repeat(1001)])
    assert.equal(declinedReason.safeParse(wrong).error?.issues.length, 1);
});

test('input and record have a JSON Schema with required fields and limits', () => {
  const input = z.toJSONSchema(auditRequestInput, { io: 'input' });
  assert.deepEqual(input.required, ['company', 'website']);
  assert.deepEqual(
    Object.values(input.properties ?? {}).every(
      (property) => typeof property === 'object' && property.description !== undefined,
    ),
    true,
  );
  assert.ok(z.toJSONSchema(auditRequestRecord));
});
