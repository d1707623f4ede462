import { discoveryDocuments } from '../discovery/document-table.ts';
import type { Listing } from '../discovery/listing.ts';
import type { Navigation } from '../html/page.ts';
import { pages } from './site.ts';

const links = (bar: 'header' | 'footer', listings: readonly Listing[]) =>
  listings
    .filter(({ nav }) => typeof nav !== 'string' && nav.bar === bar)
    .map(({ path, title }) => ({ path, name: title }));

/** The navigation of the public pages, from the tables of pages and documents. The footer ends with the terms. */
export const navigation: Navigation = {
  header: links('header', [...pages, ...discoveryDocuments]),
  footer: links('footer', [...discoveryDocuments, ...pages]),
};
