import { html } from 'ghtml';

/** The image that previews of links show of pages that have none of their own. */
export const SITE_IMAGE = '/share.png';

/** The image of pages that have none of their own. */
const siteImage = { path: SITE_IMAGE, alt: 'Readymark: how ready are companies for AI agents?' };

/** The size of all images that previews of links show, in pixels. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/**
 * What other sites and chat programs show of a link to a page (Open Graph; `twitter:card` asks for the large image). Their
 * addresses are absolute, because they are read elsewhere.
 */
export function linkPreview({
  base_url,
  path,
  title,
  description,
  image = siteImage,
}: {
  base_url: string;
  /** The canonical address of the page. */
  path: string;
  title: string;
  description: string;
  image: { path: string; alt: string } | undefined;
}): string {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Readymark',
    'og:title': title,
    'og:description': description,
    'og:url': base_url + path,
    'og:image': base_url + image.path,
    'og:image:type': 'image/png',
    'og:image:width': String(PREVIEW.width),
    'og:image:height': String(PREVIEW.height),
    'og:image:alt': image.alt,
  };
  return html`!${Object.entries(properties).map(
    ([name, content]) => html`<meta property="${name}" content="${content}">
`,
  )}<meta name="twitter:card" content="summary_large_image">`;
}
