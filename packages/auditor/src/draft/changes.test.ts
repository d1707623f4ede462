import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceItem, EvidenceSource } from '../evidence/evidence.ts';
import { changesSince, type Evidenced } from './changes.ts';

const source = (url: string, sha: string | null, status: number | null = sha === null ? 404 : 200): EvidenceSource => ({
  url,
  fetched_at: '2026-11-20T10:00:00.000Z',
  status,
  sha256: sha,
  excerpt: '',
});
const item = (url: string, sha256: string | null, status: number | null): EvidenceItem =>
  ({ url, sha256, status, redirects: [] }) as unknown as EvidenceItem;
const side = (score: number, sources: EvidenceSource[], items?: EvidenceItem[]): Evidenced => ({
  audit: { criteria: [{ id: 'P1-B', pillar: 'P1', name: 'Pricing', score, max: 5, evidence: '' }] },
  sources: [{ id: 'P1-B', sources }],
  ...(items && { items }),
});
const [home, prices] = ['https://acme.dev/', 'https://acme.dev/pricing.md'];

test('pages that appeared, changed or went are named under the criterion that they moved', () => {
  const before = side(2, [source(home, 'a'), source(prices, null)]);
  const after = side(4, [source(home, 'b'), source(prices, 'c')]);
  assert.deepEqual(changesSince(before, after), [
    {
      id: 'P1-B',
      name: 'Pricing',
      before: 2,
      after: 4,
      pages: [
        { url: home, change: 'changed', before: 'a', after: 'b' },
        { url: prices, change: 'appeared', before: null, after: 'c' },
      ],
    },
  ]);
  assert.deepEqual(
    changesSince(after, before)[0]?.pages.map(({ change }) => change),
    ['changed', 'gone'],
  );
});

test('an address is the same with and without the slash that receipts add to it', () => {
  const now = side(3, [source('https://acme.dev', 'a')]);
  assert.deepEqual(changesSince(side(3, [source(home, 'a')], [item('https://acme.dev', 'a', 200)]), now), []);
  assert.deepEqual(changesSince(side(3, [source(home, 'b')]), now)[0]?.pages, [
    { url: home, change: 'changed', before: 'b', after: 'a' },
  ]);
});

test('equal audits have no changes, and an audit written by hand is compared by its scores', () => {
  const now = side(4, [source(home, 'a')]);
  assert.deepEqual(changesSince(now, now), []);
  assert.deepEqual(changesSince({ ...side(2, []), sources: [] }, now), [
    { id: 'P1-B', name: 'Pricing', before: 2, after: 4, pages: [] },
  ]);
});

test('a page that was not seen is neither gone nor new', () => {
  const before = side(3, [source(home, 'a'), source(prices, 'c')]);
  // A challenge, a page that was not asked for, and one that is no source any more but is there all the same.
  assert.deepEqual(changesSince(before, side(3, [source(home, 'a'), source(prices, 'x', 403)]))[0]?.pages, [
    { url: prices, change: 'unseen', before: 'c', after: null },
  ]);
  assert.equal(changesSince(before, side(3, [source(home, 'a')]))[0]?.pages[0]?.change, 'unseen');
  assert.deepEqual(changesSince(before, side(3, [source(home, 'a')], [item(prices, 'c', 200)])), []);
  assert.equal(
    changesSince(before, side(3, [source(home, 'a')], [item(prices, null, 404)]))[0]?.pages[0]?.change,
    'gone',
  );
});

test('criteria that only one audit scores have null on the other side', () => {
  const none = { audit: { criteria: [] }, sources: [] };
  assert.deepEqual(
    [changesSince(none, side(1, []))[0]?.before, changesSince(side(1, []), none)[0]?.after],
    [null, null],
  );
});
