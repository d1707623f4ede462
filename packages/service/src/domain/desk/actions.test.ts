import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidOf, sentenceOf } from './actions.ts';

const said = (action: string, detail: Record<string, unknown> = {}, about: string | null = null) =>
  sentenceOf('ada', { action, subject_id: 'subject', about, detail });

test('an action is told in a plain sentence that names what it was done to', () => {
  assert.equal(
    said('schedule_request', { scheduled_on: '2026-12-01' }, 'Nebelwerk'),
    'ada scheduled the audit of Nebelwerk for 2026-12-01',
  );
  assert.equal(said('schedule_request', {}, 'Nebelwerk'), 'ada scheduled the audit of Nebelwerk');
  assert.equal(
    said('decline_request', { declined_reason: 'No offer.' }, 'X'),
    'ada declined the request for X: No offer.',
  );
  assert.equal(
    said('revise_draft', { version: 2, criteria: ['P1-A'], texts: ['critical_gaps'] }, 'X'),
    'ada judged P1-A and rewrote critical gaps in the draft of X (version 2)',
  );
  assert.equal(said('ask_second_review', { to: 'bea' }, 'X'), 'ada gave the draft of X to bea to score it blind');
  assert.equal(said('score_second_review', { criteria: ['P1-A'] }, 'X'), 'ada scored P1-A of X as second reviewer');
  assert.equal(
    said('withdraw_second_review', { reviewer: 'bea' }, 'X'),
    'ada withdrew the second review of X from bea',
  );
  assert.equal(
    said('finish_second_review', { kappa: 0.5 }, 'X'),
    'ada finished the second review of X with a weighted kappa of 0.5',
  );
  assert.equal(said('finish_second_review', { kappa: null }, 'X'), 'ada finished the second review of X');
  assert.equal(
    said('publish_audits', { audits: 1, slugs: ['acme'], completes: ['a', 'b'] }),
    'ada published an audit of acme in publication subject, which completed 2 requests',
  );
  assert.equal(
    said('publish_audits', { audits: 40, slugs: Array.from({ length: 40 }, (_, at) => `s${at}`) }),
    'ada published 40 audits of s0, s1, s2, s3, s4 and 35 more in publication subject',
  );
  assert.equal(
    said('publish_audits', { publication: 3, reason: 'It was fictional.' }),
    'ada took subject off the leaderboard: It was fictional.',
  );
  assert.equal(
    said('correct_company', { before: { company: 'A', slug: 'a' }, after: { company: 'B', slug: 'a' } }),
    'ada corrected subject: name A → B',
  );
  assert.equal(said('begin_reply'), 'ada made a token for a reply of subject');
  assert.equal(
    said('check_reply_proof', { proof: 'dns' }),
    'ada saw that whoever asked holds the domain of subject by a TXT record',
  );
  assert.equal(
    said('publish_reply', { replies: 2, audit_date: '2026-11-20' }),
    'ada published 2 replies of subject to the audit of 2026-11-20',
  );
  assert.equal(
    said('decide_reply', { kind: 'dispute', criterion: 'P1-A', outcome: 'corrected', audit_date: '2026-12-01' }),
    'ada said of the dispute to P1-A of subject: corrected by the audit of 2026-12-01',
  );
  assert.equal(said('remove_reply', { criterion: 'P1-A' }), 'ada removed the text of a reply of subject to P1-A');
  assert.equal(said('sign_in'), 'ada signed in');
});

test('an action of another version, and a detail of another form, are told as far as they are understood', () => {
  for (const action of ['brew_coffee', 'constructor', '__proto__'])
    assert.equal(said(action), `ada did ${action} to subject`);
  for (const detail of [
    { slugs: 'acme', completes: 7, audits: {} },
    { before: null, after: [] },
    { criteria: [1, null], version: {} },
  ])
    for (const action of ['publish_audits', 'correct_company', 'revise_draft', 'retract_company', 'complete_requests'])
      assert.match(said(action, detail), /^ada \w+.*\bsubject\b/);
});

test('the parts of a sentence lead to what they name', () => {
  const parts = saidOf({
    action: 'publish_audits',
    subject_id: '12',
    about: null,
    detail: { slugs: ['acme', 'beta'] },
  });
  assert.deepEqual(
    parts.filter((part) => typeof part !== 'string'),
    [
      { text: 'acme', kind: 'company', id: 'acme' },
      { text: 'beta', kind: 'company', id: 'beta' },
      { text: 'publication 12', kind: 'publication', id: '12' },
    ],
  );
});
