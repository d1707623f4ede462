import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FICTIONAL_REASON,
  type FormerSlugs,
  formerSlug,
  formerSlugs,
  noFormerSlugs,
  retractionReason,
  type SlugChange,
} from './former-slug.ts';

let publication = 0;
const change = (slug: string, more: Partial<SlugChange>): SlugChange => ({
  ...{
    publication: ++publication,
    slug,
    change: 'moved',
    moved_to: null,
    reason: null,
    at: '2026-11-21T12:00:00.000Z',
  },
  ...more,
});
const moved = (slug: string, moved_to: string) => change(slug, { moved_to });
const retracted = (slug: string, reason = 'Wrong.') => change(slug, { change: 'retracted', reason });
const reinstated = (slug: string) => change(slug, { change: 'reinstated' });
/** Where a slug leads. */
const leadsTo = (former: FormerSlugs, slug: string) => {
  const found = formerSlug(former, slug);
  return found && 'moved_to' in found ? found.moved_to : undefined;
};
const after = (...changes: SlugChange[]) => formerSlugs(noFormerSlugs, changes);

test('each former slug names the present one, however often it moved, and a slug that is listed is none (decision 101)', () => {
  const chain = after(moved('a', 'b'), moved('b', 'c'), moved('c', 'd'));
  for (const slug of ['a', 'b', 'c']) assert.equal(leadsTo(chain, slug), 'd');
  assert.equal(formerSlug(chain, 'd'), undefined);
  const back = formerSlugs(chain, [moved('d', 'a')]);
  assert.equal(formerSlug(back, 'a'), undefined);
  for (const slug of ['b', 'c', 'd']) assert.equal(leadsTo(back, slug), 'a');
  assert.equal(leadsTo(chain, 'a'), 'd', 'what was before is not changed');
});

test('the former slugs of a fictional company do not lead to the real one that has its slug now (decision 105)', () => {
  const gone = after(moved('a', 'b'), moved('b', 'c'), retracted('c', FICTIONAL_REASON));
  const why = { retracted: { at: '2026-11-21T12:00:00.000Z', reason: FICTIONAL_REASON, publication } };
  const real = formerSlugs(gone, [reinstated('c'), moved('c', 'd')]);
  assert.deepEqual([formerSlug(real, 'a'), formerSlug(real, 'b')], [why, why]);
  assert.deepEqual([leadsTo(real, 'c'), formerSlug(real, 'd')], ['d', undefined]);
});

test('a retracted company is gone under every slug that it had, until it is listed again (decision 100)', () => {
  const gone = after(moved('a', 'b'), retracted('b', 'Closed.'));
  const why = { retracted: { at: '2026-11-21T12:00:00.000Z', reason: 'Closed.', publication } };
  assert.deepEqual([formerSlug(gone, 'a'), formerSlug(gone, 'b')], [why, why]);
  const again = formerSlugs(gone, [reinstated('b')]);
  assert.deepEqual([leadsTo(again, 'a'), formerSlug(again, 'b')], ['b', undefined]);
  const later = formerSlugs(again, [moved('b', 'c')]);
  assert.deepEqual([leadsTo(later, 'a'), leadsTo(later, 'b')], ['c', 'c']);
});

test('the same changes at once or one by one give the same', () => {
  const changes = [moved('a', 'b'), retracted('x'), moved('b', 'a'), reinstated('x'), moved('x', 'y'), retracted('a')];
  const one_by_one = changes.reduce((former, one) => formerSlugs(former, [one]), noFormerSlugs);
  assert.deepEqual(one_by_one, after(...changes));
});

test('a reason is one line of 1 to 500 characters', () => {
  assert.equal(retractionReason.parse('  Wrong company.  '), 'Wrong company.');
  for (const reason of ['', ' ', 'x'.repeat(501), 'a\nb', 'a\u0000', '\u202ea', 'a\u2028b', 7, null])
    assert.ok(!retractionReason.safeParse(reason).success, JSON.stringify(reason));
});
