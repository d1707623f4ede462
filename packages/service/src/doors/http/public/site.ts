import { type DiscoveryDocument, discoveryTable, versions } from '../discovery/document-table.ts';
import type { Listing } from '../discovery/listing.ts';
import { scoreDocuments } from '../discovery/score-documents.ts';
import type { HttpPart } from '../feature-part.ts';
import type { Navigation } from '../html/page.ts';
import { type FindPage, pageFinder } from '../pages/find-page.ts';
import { slugs } from '../pages/names.ts';
import type { Page } from '../pages/page-definition.ts';
import type { AddedToPages } from '../pages/page-input.ts';
import { pricingDocument } from '../pages/pricing/page.ts';
import { corePages } from '../pages/site.ts';
import { imageListings } from '../share/image-listings.ts';

/** What is public beside the scores: the pages and documents of the core and of features. */
export type Site = {
  pages: readonly Page[];
  pageAt: FindPage;
  /** What is served beside scores and pages. */
  documents: readonly DiscoveryDocument[];
  /** Every public page and document that lists of addresses may name, documents first. */
  listings: readonly Listing[];
  /** That of the public pages. The footer ends with the terms. */
  navigation: Navigation;
  /** What features add to pages of the core. */
  added: AddedToPages;
};

const links = (bar: 'header' | 'footer', of: readonly Listing[]) =>
  of.filter(({ nav }) => typeof nav !== 'string' && nav.bar === bar).map(({ path, title }) => ({ path, name: title }));

/** The public pages and documents, with those of features. */
export function openSite(parts: readonly HttpPart[]): Site {
  const added = parts.flatMap(({ pages = [] }) => pages);
  const pages = corePages.flatMap((page) => [
    page,
    ...added.filter(({ after }) => after === page.path).map((one) => one.page),
  ]);
  const documents: readonly DiscoveryDocument[] = [...discoveryTable(() => listings), pricingDocument];
  const listings = [...scoreDocuments(versions[0] ?? ''), ...documents, ...pages, ...imageListings(slugs)];
  return {
    ...{ pages, documents, listings },
    pageAt: pageFinder(pages),
    navigation: {
      header: links('header', [...pages, ...documents]),
      footer: links('footer', [...documents, ...pages]),
    },
    added: {
      leaderboardHead: (input) => parts.map((part) => part.leaderboard_head?.(input) ?? '').join(''),
      other_boards: parts.find(({ other_boards }) => other_boards)?.other_boards,
      aboutFeatures: (input) => parts.flatMap(({ about }) => about?.(input) ?? []),
      for_people: parts.find((part) => part.for_people)?.for_people,
      own_pages: parts.find((part) => part.own_pages)?.own_pages,
      checksOf: (settings) => parts.find((part) => part.checks)?.checks?.(settings),
    },
  };
}
