import type { Listing, Names } from '../discovery/listing.ts';

/** Root-relative address of the image that previews of links to a company show. */
export const companyImage = (slug: string): string => `/share/${slug}.png`;
/** … and of the one for all other pages. */
export const SITE_IMAGE = '/share.png';
export const TOUCH_ICON = '/apple-touch-icon.png';
export const FAVICON = '/favicon.ico';

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
