import type { Listing, Names } from '../discovery/listing.ts';
import { SITE_IMAGE } from '../html/link-preview.ts';

/** Root-relative address of the image that previews of links to a company show. */
export const companyImage = (slug: string): string => `/share/${slug}.png`;
export const TOUCH_ICON = '/apple-touch-icon.png';
export const FAVICON = '/favicon.ico';

/** The part of /terms about badges: the company that one names may show it commercially (decision 115). */
export const BADGE_TERMS = 'badges';
/** … as a link that is sent with badges and preview images. */
export const BADGE_LICENCE = `</terms#${BADGE_TERMS}>; rel="license"`;

const NOT_A_PAGE = 'an image, not a page';
const image = {
  nav: NOT_A_PAGE,
  sitemap: NOT_A_PAGE,
  // A tree of 1,000 companies would take minutes to draw, and most images are never asked for.
  exported: 'images are drawn when they are asked for',
  llms: 'the head of each page names it',
} as const;

/** The images that are drawn on demand, for the lists of public addresses. @param slugs the names of all companies */
export const imageListings = (slugs: Names): readonly Listing[] => [
  { ...image, path: SITE_IMAGE, title: 'Image for previews of links' },
  { ...image, path: '/share/{slug}.png', title: 'Image of a company for previews of links', names: slugs },
  { ...image, path: TOUCH_ICON, title: 'Icon for home screens' },
  { ...image, path: FAVICON, title: 'Icon for browsers without SVG' },
];
