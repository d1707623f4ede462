import { pathOfStandard } from '@readymark/auditor/standards/standards';
import { html } from 'ghtml';
import { assetPaths } from './assets.ts';
import { forAgents } from './for-agents.ts';
import type { Language } from './language.ts';
import { linkPreview } from './link-preview.ts';
import { type PageType, type Publisher, pageData } from './structured-data.ts';

/** What one page contains. Texts are plain and escaped here; `main` and `head` are HTML. */
export type PageContent = {
  title: string;
  /** One sentence for search engines and link previews. */
  description: string;
  /** The language of these texts; English by default. What surrounds them is English. */
  language?: Language;
  main: string;
  /** Root-relative address of JSON with the same content. */
  json?: string;
  head?: string;
  /** What previews of links show, where it is not the image of the site: a root-relative address, and its content in words. */
  image?: { path: string; alt: string };
  type?: PageType;
  /** It is not what a search should find. */
  noindex?: true;
};

/** Links of the header and the footer, in order. */
export type Navigation = { header: readonly Link[]; footer: readonly Link[] };

type Link = { path: string; name: string };

/** What surrounds a page. Addresses are root-relative. */
type Frame = {
  base_url: string;
  navigation: Navigation;
  /** The canonical address with its query; undefined for error pages, which should not be indexed. */
  path?: string;
  /** Named in the structured data of the page; undefined on pages that are not indexed. */
  publisher?: Publisher;
  /** Address of the Markdown twin. */
  markdown?: string | undefined;
  /** In place of what surrounds public pages: the desk has assets, a start page and a footer of its own. */
  own?: {
    style: string;
    script: string;
    home: Link;
    /** Where the reader is in the navigation. */
    here: string | undefined;
    /** HTML after the navigation, and in the footer. */
    aside: string;
    footer: string;
  };
};

/** Headers of every page: no inline code, no content from elsewhere, no framing. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const;

/** A whole page: the content in its frame. */
export function page(content: PageContent, frame: Frame): string {
  const { base_url, navigation, path, publisher, markdown, own } = frame;
  const { title, description, language = 'en', main, json, head = '', image, type, noindex } = content;
  const here = own?.here ?? path?.split('?', 1)[0];
  const english = language === 'en' ? '' : ' lang="en"';
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${own?.style ?? assetPaths.style}">
<link rel="icon" href="${assetPaths.icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
!${path === undefined || noindex ? '<meta name="robots" content="noindex">' : html`<link rel="canonical" href="${base_url}${path}">`}
!${markdown ? html`<link rel="alternate" type="text/markdown" href="${markdown}">` : ''}
!${own ? '' : `<link rel="describedby" href="${pathOfStandard('llms_txt')}" type="text/plain">`}
!${path === '/' && !own ? `<link rel="ard" href="${pathOfStandard('ard')}" type="application/json">` : ''}
!${json ? html`<link rel="alternate" type="application/json" href="${json}">` : ''}
!${path === undefined ? '' : linkPreview({ base_url, path, title, description, image })}
!${head}
!${publisher && path ? pageData(publisher, { name: title, description, path, ...(type && { type }) }) : ''}
<script type="module" src="${own?.script ?? assetPaths.script}"></script>
</head>
<body>
<a class="skip" href="#main"!${english}>Skip to the content</a>
!${own ? '' : html`<aside class="agents" aria-label="For agents"!${english}>${forAgents()}</aside>`}
<header class="site"!${english}>
<a class="brand" href="${own?.home.path ?? '/'}"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6.5"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z"/></svg>${own?.home.name ?? 'Readymark'}</a>
<nav aria-label="Site"><ul>
!${navigation.header.map(({ path: to, name }) => html`<li><a href="${to}"!${to === here ? ' aria-current="page"' : ''}>${name}</a></li>`)}
</ul></nav>
!${own?.aside ?? ''}
</header>
<main id="main">
!${main}
</main>
<footer class="site"!${english}>
!${own?.footer ?? publicFooter(content, frame)}</footer>
</body>
</html>
`;
}

function publicFooter({ json }: PageContent, { base_url, navigation, path, markdown }: Frame): string {
  return html`<p>Scores are published under <a rel="license" href="https://creativecommons.org/licenses/by-nc/4.0/">CC BY-NC 4.0</a>: free to share and adapt with attribution, not for commercial use.</p>
!${path === undefined ? '' : html`<p class="printed">From ${base_url}${path}</p>`}
<ul>
!${markdown ? html`<li><a href="${markdown}">This page as Markdown</a></li>` : ''}
!${json ? html`<li><a href="${json}">as JSON</a></li>` : ''}
!${navigation.footer.map(
    ({ path: to, name }) => html`<li><a href="${to}">${name}</a></li>
`,
  )}</ul>
`;
}
