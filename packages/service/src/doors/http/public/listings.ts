import { type DiscoveryDocument, discoveryTable, versions } from '../discovery/document-table.ts';
import type { Listing } from '../discovery/listing.ts';
import { scoreDocuments } from '../discovery/score-documents.ts';
import type { Navigation } from '../html/page.ts';
import { slugs } from '../pages/names.ts';
import { pricingDocument } from '../pages/pricing/page.ts';
import { pages } from '../pages/site.ts';
import { imageListings } from '../share/image-listings.ts';

/** What is served beside scores and pages. */
export const discoveryDocuments: readonly DiscoveryDocument[] = [...discoveryTable(() => listings), pricingDocument];

/** Every public page and document that lists of addresses may name, documents first. */
export const listings: readonly Listing[] = [
  ...scoreDocuments(versions[0] ?? ''),
  ...discoveryDocuments,
  ...pages,
  ...imageListings(slugs),
];

const links = (bar: 'header' | 'footer', of: readonly Listing[]) =>
  of.filter(({ nav }) => typeof nav !== 'string' && nav.bar === bar).map(({ path, title }) => ({ path, name: title }));

/** The navigation of the public pages. The footer ends with the terms. */
export const navigation: Navigation = {
  header: links('header', [...pages, ...discoveryDocuments]),
  footer: links('footer', [...discoveryDocuments, ...pages]),
};
