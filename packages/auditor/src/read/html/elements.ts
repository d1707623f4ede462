/** What elements mean for the reading of a page. */

/** Their text is not read: programs, pictures, frames, choices, and what is shown in place of something else. */
export const skipped = new Set(
  'script style noscript svg template math iframe object embed canvas video audio select textarea datalist'.split(' '),
);

/** What is in them is shown by no browser that knows them. */
const neverShown = new Set('rp noframes noembed meter progress'.split(' '));

/** They begin and end a line of text. */
export const breaking = new Set(
  `address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hr label legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);

/** Within them, a header or footer is one of a part, not of the site. */
const parts = new Set(['article', 'main', 'section', 'aside', 'nav']);

const asideRoles = new Set(
  'navigation complementary search menu menubar toolbar dialog alertdialog tablist'.split(' '),
);

/** The part of a page that a text is in: in the content, in the head or foot of the site, or in navigation and asides. */
export type Area = 'main' | 'edge' | 'nav';

export type Attributes = Readonly<Record<string, string>>;

/** The area that an element opens, inside the one around it. */
export function areaOf(name: string, attributes: Attributes, around: Area, partAround: boolean): Area {
  if (around === 'nav') return 'nav';
  const role = attributes.role?.toLowerCase() ?? '';
  if (name === 'nav' || name === 'aside' || asideRoles.has(role)) return 'nav';
  if (role === 'banner' || role === 'contentinfo') return 'edge';
  if ((name === 'header' || name === 'footer') && !partAround) return 'edge';
  return around;
}

export const isPart = (name: string, attributes: Attributes): boolean =>
  parts.has(name) || attributes.role?.toLowerCase() === 'main';

/** Whether an element says without style that people do not see it: what is written only for programs is no word of the site to its customers. */
export function isHidden(name: string, attributes: Attributes): boolean {
  if (attributes.hidden !== undefined && attributes.hidden.toLowerCase() !== 'until-found') return true;
  if (attributes['aria-hidden']?.trim().toLowerCase() === 'true') return true;
  if (neverShown.has(name) || (name === 'dialog' && attributes.open === undefined)) return true;
  return name === 'input' && attributes.type?.toLowerCase() === 'hidden';
}

/** Kinds of elements that are enough to know a template. */
const MAX_SHAPE = 200;

/** Adds what kind of element this is, by its name and first class: `article.story`. */
export function addShape(shape: Set<string>, name: string, attributes: Attributes): void {
  if (shape.size < MAX_SHAPE)
    shape.add(`${name}.${attributes.class?.slice(0, 80).trim().split(/\s/, 1)[0] ?? ''}`.slice(0, 60));
}

/** What the containers of words of customers are called, in the languages that are read. */
const PRAISE =
  /(?:^|[\s_-])(?:testimonials?|reviews?|kundenstimmen?|bewertung(?:en)?|referenzstimmen?|t[eé]moignages?|avis|opini[oó]n(?:es)?|rese[nñ]as?|recension[ei]|testimonianze?|beoordeling(?:en)?|klantreacties?|depoimentos?|avalia[cç](?:ão|ao|ões|oes))(?:$|[\s_-])/i;

/** Whether an element has what others say: a block quotation, or one that is named for words of customers. */
export const quotesOthers = (name: string, attributes: Attributes): boolean =>
  name === 'blockquote' ||
  (name !== 'html' &&
    name !== 'body' &&
    name !== 'main' &&
    name !== 'a' &&
    PRAISE.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 300)));

/**
 * What a frame shows, with its words and those of the heading before it. One that is loaded when it is seen, or that the script of a booking
 * service puts into an element (`calendly-inline-widget`), says where it leads in an attribute of its own.
 */
export function frameOf(attributes: Attributes, heading = ''): { address: string; text: string } | undefined {
  const { src = '', title = '', 'data-src': later, 'data-url': widget } = attributes;
  const address = src === '' || src.startsWith('about:') ? (later ?? widget) : src;
  return address === undefined ? undefined : { address, text: `${title} ${heading}`.trim().slice(0, 200) };
}
