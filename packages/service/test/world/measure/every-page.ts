import assert from 'node:assert/strict';
import type { Snapshot } from '../../../src/catalogue/snapshot.ts';
import { addresses } from '../../../src/doors/http/discovery/listing.ts';
import { site } from '../site.ts';

/** Further addresses of pages whose query changes what they show. A page that takes a query and is not here fails. */
const queries: Readonly<Record<string, (slugs: readonly string[], day: string) => readonly string[]>> = {
  '/': (_slugs, day) => ['?q=quill&sort=P2', '?q=nothing+at+all', '?page=99', `?as-of=${day}`],
  '/changes': () => [],
  '/report': () => [],
  '/check': () => ['?website=example.com'],
  '/compare': (slugs) => [
    `?slugs=${slugs.slice(0, 3).join(',')}`,
    `?slugs=${slugs[0]},nobody`,
    `?slugs=${slugs[0]}&q=stack`,
    `?slugs=${slugs.slice(0, 3).join(',')}&criteria=P1-B,P3-A&pillar=P4`,
  ],
  '/request': () => ['?company=Example&website=https://example.com/'],
  '/watch': (slugs) => [`?slug=${slugs[0]}`, '?slug=bramstak'],
  '/audits/{slug}': () => ['?pillar=P3'],
  '/audits/{slug}/changes': () => [],
  '/audits/{slug}/what-if': () => ['?P1-A=5&P3-B=0'],
};

/** The address of one HTML page of every row of the table of pages, with those that its query makes, and an error page. */
export function everyPage(snapshot: Snapshot): readonly string[] {
  const slugs = snapshot.slice(0, 5).map(({ slug }) => slug);
  // Days that are over may be shown as they ended.
  const day = snapshot.publicAudits(slugs[0] ?? '')[0]?.published_at.slice(0, 10) ?? '';
  const found = site.pages.flatMap((page) => {
    if (page.path.endsWith('.svg')) return [];
    const [first] = addresses(page, snapshot, 0, 1);
    assert.ok(first, `there is no company for ${page.path}`);
    const more = page.takes_query ? queries[page.path]?.(slugs, day) : [];
    assert.ok(more, `${page.path} takes a query: add some to packages/service/test/world/measure/every-page.ts`);
    return [first.address, ...more.map((query) => first.address + query)];
  });
  return [...found, '/audits/nobody-at-all'];
}
