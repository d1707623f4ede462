import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFetched } from '@readymark/auditor/evidence/evidence';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import fc from 'fast-check';
import { anyText } from '../../../../../test/world/any-text.ts';
import { receiptCriteria, receipts, receiptsJson, receiptsOf, storedReceipts } from './receipts.ts';
import type { Revision } from './review.ts';
import { openCriteria, reviewsOf } from './review.ts';

const source = (url: string, excerpt = '') => ({
  ...{ url, excerpt, status: 200, sha256: 'a'.repeat(64), fetched_at: '2026-11-20T10:00:00.000Z' },
});
const proposal = (id: string, more: Partial<CriterionProposal> = {}): CriterionProposal => ({
  ...{
    id,
    low: 1,
    proposed: 2,
    high: 3,
    needs_human: [],
    evidence: '',
    sources: [source('https://a.example/')],
    rungs: [],
  },
  ...more,
});
const record = {
  criteria: ['P1-A', 'P1-B', 'P1-C'].map((id) => ({ id, pillar: 'P1', name: id, score: 2, max: 5, evidence: 'Seen.' })),
};
const revision = (version: number, ...ids: string[]): Revision => ({
  ...{ version, reviewer: 'ada', at: '2026-11-21T10:00:00.000Z', texts: [] },
  criteria: ids.map((id) => ({ id, from: 2, to: 2, evidence: null, reason: null })),
});

test('a criterion is open while the machine asks for a person, or has no ladder, and nobody touched it', () => {
  const proposals = [proposal('P1-A'), proposal('P1-B', { needs_human: ['lexical'] })];
  assert.deepEqual(openCriteria(record, proposals, []), ['P1-B', 'P1-C']);
  assert.deepEqual(openCriteria(record, proposals, [revision(1, 'P1-B'), revision(2, 'P1-C')]), []);
  const [first, ...others] = record.criteria;
  for (const evidence of ['', ' ', NOT_WRITTEN]) {
    const criteria = [{ ...(first ?? assert.fail()), evidence }, ...others];
    const touched = ['P1-A', 'P1-B', 'P1-C'].map((id, at) => revision(at, id));
    assert.deepEqual(openCriteria({ criteria }, proposals, touched), ['P1-A'], 'a touch writes no evidence');
  }
});

test('of several reviews of a criterion the last counts', () => {
  const again: Revision = { ...revision(2, 'P1-A'), reviewer: 'bob' };
  assert.equal(reviewsOf([revision(1, 'P1-A'), again]).get('P1-A')?.reviewer, 'bob');
});

test('receipts are of the record: previews are left out, and a criterion without a ladder has no proposal', () => {
  const made = receiptsOf(record, [proposal('P3-E'), proposal('P1-A')], [revision(1, 'P1-A')]);
  assert.deepEqual(
    made.map(({ id, proposed, reviewed, sources }) => [id, proposed, reviewed, sources.length]),
    [
      ['P1-A', 2, true, 1],
      ['P1-B', null, false, 0],
      ['P1-C', null, false, 0],
    ],
  );
});

test('what was never asked for is named with why, and has no time, status or words', () => {
  const sources = [
    source('https://a.example/'),
    { url: 'https://a.example/b', not_fetched: 'robots.txt forbids it\u202e' },
  ];
  const made = receiptsOf(record, [proposal('P1-A', { sources })], []);
  const read = receiptCriteria(storedReceipts(made));
  assert.deepEqual(read[0]?.sources[1], { url: 'https://a.example/b', not_fetched: 'robots.txt forbids it' });
  const document = receipts.parse({
    ...{ company: 'Acme', slug: 'acme', audit_date: '2026-11-20', rubric_version: 'v1', criteria: read },
  });
  assert.deepEqual(document.criteria, made);
});

test('whatever a page says, an excerpt is one short line of what can be seen, and an address one of the web', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 900 }), fc.webUrl(), (excerpt, url) => {
      const sources = [
        source(url, excerpt),
        source('javascript:alert(1)'),
        source('data:text/html,x'),
        source('nothing'),
      ];
      const [made] = receiptsOf(record, [proposal('P1-A', { sources })], []);
      assert.equal(made?.sources.length, 1);
      const shown = made?.sources.find(isFetched)?.excerpt ?? 'none';
      assert.ok(shown.length <= 400 && shown.isWellFormed());
      assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('receipts say whose the excerpts are, and those of old audits stay as they were logged', () => {
  const criteria = receiptsOf(record, [proposal('P1-A')], []);
  const of = { company: 'Acme', slug: 'acme', audit_date: '2026-05-01', rubric_version: 'v1', reviewed_by: null };
  const old = JSON.parse(receiptsJson(of, JSON.stringify(criteria)));
  assert.deepEqual(Object.keys(old), ['company', 'slug', 'audit_date', 'rubric_version', 'criteria']);
  const stored = storedReceipts(criteria);
  const { rights, ...rest } = JSON.parse(receiptsJson(of, stored));
  assert.match(rights, /belong to the authors .*\/terms#quotations$/);
  assert.deepEqual(rest, old);
  assert.deepEqual(receipts.parse({ rights, ...rest }), { ...rest, rights });
  assert.deepEqual(receiptCriteria(stored), receiptCriteria(JSON.stringify(criteria)));
});
