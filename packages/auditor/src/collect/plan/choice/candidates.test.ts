import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCandidates } from './candidates.ts';

const site = 'https://mill.example.com';
const linked = (path: string, text: string) => ({ url: `${site}${path}`, text });

test('what is below a page that links call the blog are articles, whatever their addresses are', () => {
  const candidates = openCandidates(site);
  candidates.add([linked('/x1/a', 'Why we grind at night')], 'main');
  candidates.add([linked('/x1', 'Blog'), linked('/x2', 'Opening hours')], 'nav');
  candidates.add([linked('/x1/b', '')], 'sitemap');
  assert.equal(candidates.next({ role: 'other' })?.url, `${site}/x2`);
  assert.equal(candidates.next({ role: 'other' }), undefined);
  assert.deepEqual(
    [1, 2, 3].map(() => candidates.next({ role: 'blog' })?.url),
    [`${site}/x1`, `${site}/x1/a`, `${site}/x1/b`],
  );
});

test('what is below the documentation is documentation where nothing else is said of it', () => {
  const candidates = openCandidates(site);
  candidates.add([linked('/x3', 'Documentation'), linked('/x3/a', 'Stones'), linked('/x3/b', 'Terms')], 'nav');
  assert.deepEqual(
    [1, 2, 3].map(() => candidates.next({ role: 'docs' })?.url),
    [`${site}/x3`, `${site}/x3/a`, undefined],
  );
  assert.equal(candidates.next({ role: 'terms' })?.url, `${site}/x3/b`);
});
