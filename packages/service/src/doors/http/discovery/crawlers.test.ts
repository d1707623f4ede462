import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { openSite } from '../public/site.ts';

const { listings } = openSite([]);

import { sitemap, sitemapParts } from './crawlers.ts';

const slugs = Array.from({ length: 2_345 }, (_, at) => ({ slug: `company-${at}`, audit_date: '2026-01-01' }));
const snapshot = {
  count: slugs.length,
  modified: new Date('2026-01-01T00:00:00.000Z'),
  slice: (from: number, to: number) => slugs.slice(from, to),
} as unknown as Snapshot;
const base = 'https://readymark.test';
const addresses = (part: number) =>
  [...(sitemap(base, listings, snapshot, part) ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

test('a large sitemap has parts of at most a thousand addresses, which together name every company once', () => {
  const parts = sitemapParts(listings, snapshot);
  assert.equal(parts, 3);
  assert.deepEqual(
    addresses(0),
    [1, 2, 3].map((part) => `${base}/sitemap-${part}.xml`),
  );
  const each = [1, 2, 3].map(addresses);
  assert.ok(each.every((part) => part.length > 0 && part.length <= 1_000));
  const all = each.flat();
  assert.equal(new Set(all).size, all.length);
  for (const { slug } of slugs) assert.ok(all.includes(`${base}/audits/${slug}`), slug);
  assert.equal(sitemap(base, listings, snapshot, 4), undefined);
});
