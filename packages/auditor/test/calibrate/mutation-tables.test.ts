import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lawOf, type MutatedSite, mutationFigures, mutationFiguresTable, mutationTable } from './mutation-tables.ts';

const source = {
  ...{ url: 'https://rowing-club.example/rules', excerpt: 'Nobody rows after dark.' },
  ...{ fetched_at: '2026-11-20T10:00:00Z', status: 200, sha256: null },
};
/** A site with one criterion; a person gave it 2. */
const scored = (name: string, proposed: number, set: 'fit' | 'check') => ({
  ...{ name, set, website: 'https://rowing-club.example/', ms: 1, requests: 1, missing: 0, seconds: undefined },
  human: new Map([['P2-B', 2]]),
  pages_read: [source.url],
  proposals: [
    {
      ...{ id: 'P2-B', low: 0, proposed, high: 5, rungs: [], sources: [source] },
      ...{ needs_human: ['unobserved' as const], evidence: 'No exclusion was found.' },
    },
  ],
});
const mutated = (site: string, mutation: string, after: number, set: 'fit' | 'check'): MutatedSite => ({
  ...{ mutation, may_be_looked_at: set === 'fit' },
  ...{ before: scored(site, 1, set), after: scored(site, after, set) },
});
const all = [
  mutated('rowing-club', 'hidden-class', 1, 'fit'),
  mutated('sailing-club', 'hidden-class', 3, 'check'),
  mutated('rowing-club', 'paraphrase', 0, 'fit'),
];

test('a table has what moved and what of the law is broken; of a site for checking it has sums only', () => {
  const rows = mutationTable(all)
    .trim()
    .split('\n')
    .map((row) => row.split(/ {2,}/).join(' | '));
  assert.deepEqual(rows.slice(1), [
    'hidden-class | rowing-club | 1 (0) | 1 (0) | 0 | 0 | kept | –',
    'hidden-class | sailing-club | 1 (0) | 3 (0) | +2 | 0 | broken: 2 | 1 criteria',
    'paraphrase | rowing-club | 1 (0) | 0 (0) | -1 | 0 | kept | P2-B 1→0',
  ]);
});

test('figures of a mutation are the worst of its sites, and how near its drafts are to people and labels', () => {
  const { url, excerpt: quote } = source;
  const labels = [{ site: 'rowing-club', criterion: 'P2-B', url, quote, supports: true }];
  const [hidden, paraphrase, ...others] = mutationFigures(all, labels);
  assert.equal(others.length, 0);
  assert.ok(hidden && paraphrase);
  const { mutation, sites, broken, total, low, criterion } = hidden;
  assert.deepEqual([mutation, sites, broken, total, low, criterion], ['hidden-class', 2, 1, 2, 0, 2]);
  assert.equal(hidden.agreement.within_one, 1);
  assert.deepEqual(hidden.false_absences, { sentences: 2, below: 1 });
  assert.deepEqual([hidden.quotations.sources.precision, hidden.quotations.recall.recall], [1, 1]);
  assert.equal(paraphrase.agreement.within_one, 0);
  assert.match(mutationFiguresTable([hidden, paraphrase]), /hidden-class +2 +1 +\+2 +0 +\+2 +total_max 0/);
});

test('what is no mutation has no law', () => {
  assert.throws(() => lawOf('constructor'), /no mutation constructor/);
});
