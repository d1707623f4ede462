import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlugChange } from '../../../domain/companies/former-slug.ts';
import { slugsSince, slugsThen } from './slugs-since.ts';

const change = (publication: number, slug: string, of: Partial<SlugChange>): SlugChange => ({
  ...{ publication, slug, change: 'moved', moved_to: null, reason: null, at: `2026-11-${10 + publication}` },
  ...of,
});
const moved = (at: number, slug: string, moved_to: string) => change(at, slug, { moved_to });
const retracted = (at: number, slug: string) => change(at, slug, { change: 'retracted', reason: 'Wrong.' });
const reinstated = (at: number, slug: string) => change(at, slug, { change: 'reinstated' });

test('a company is found by its slug of then and of now, however often it moved', () => {
  for (const changes of [
    [],
    [moved(1, 'a', 'b')],
    [moved(1, 'a', 'b'), moved(2, 'b', 'c')],
    [moved(1, 'a', 'b'), moved(2, 'b', 'a')],
    [moved(1, 'a', 'b'), moved(2, 'x', 'y'), moved(3, 'b', 'a'), moved(4, 'a', 'c')],
  ]) {
    const { present, retracted: gone } = slugsSince(changes);
    const now = changes.length ? (changes.findLast(({ slug }) => slug !== 'x')?.moved_to ?? 'a') : 'a';
    assert.equal(present('a'), now);
    assert.equal(slugsThen(changes)(now), 'a');
    assert.equal(gone('a'), undefined);
  }
});

test('a company that was retracted stays so, whatever is listed under its slug later', () => {
  const gone = { at: '2026-11-12', reason: 'Wrong.', publication: 2 };
  for (const changes of [
    [moved(1, 'a', 'b'), retracted(2, 'b')],
    [moved(1, 'a', 'b'), retracted(2, 'b'), reinstated(3, 'b')],
    [moved(1, 'a', 'b'), retracted(2, 'b'), reinstated(3, 'b'), moved(4, 'b', 'c')],
    [moved(1, 'a', 'b'), retracted(2, 'b'), reinstated(3, 'b'), retracted(4, 'b')],
  ]) {
    assert.deepEqual(slugsSince(changes).retracted('a'), gone);
    assert.equal(slugsSince(changes).retracted('b'), undefined);
  }
  // The rows of both have the same slug now.
  assert.equal(slugsThen([moved(1, 'a', 'b'), retracted(2, 'b'), reinstated(3, 'b'), moved(4, 'b', 'c')])('c'), 'a');
});
