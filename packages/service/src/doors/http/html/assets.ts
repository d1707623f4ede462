import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caching } from '../../../documents/caching.ts';
import { compress, type Document, makeDocument } from '../../../documents/document.ts';

/** The sections of the stylesheet, in the order of the cascade. */
const sections = [
  'base',
  'frame',
  'tiers',
  'forms',
  'sheet',
  'tables',
  'leaderboard',
  'first-screen',
  'board-summary',
  'company',
  'company-criteria',
  'two-audits',
  'reply',
  'company-history',
  'what-if',
  'check',
  'preview',
  'text-pages',
  'rubric',
  'compare',
  'reference',
  'board-narrow',
  'narrow',
  'print',
] as const;

const read = (file: string) => readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

/** An address that changes with the content, so that caches may keep what is there for good. */
function hashedPath(name: string, kind: string, content: string | Uint8Array, folder = '/assets/'): string {
  const hash = createHash('sha256').update(content).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 10);
  return `${folder}${name}-${hash}.${kind}`;
}

const served = (content_type: string) => ({
  ...{ content_type, modified: new Date(0), scores: false },
  headers: { 'cache-control': caching.asset },
});

/** A typeface of the site's own, the one that its images have (Inter, OFL 1.1): letters of Latin in two weights. */
const fonts = new Map(
  [400, 600].map((weight) => {
    const bytes = readFileSync(
      fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`)),
    );
    const path = hashedPath('inter', `${weight}.woff2`, bytes);
    return [`inter-${weight}.woff2`, { path, document: makeDocument(bytes, served('font/woff2')) }] as const;
  }),
);

/** Some sections of the stylesheet, for pages with a stylesheet of their own. */
export const styleSections = (names: readonly (typeof sections)[number][]): string =>
  names
    .map((name) => read(`css/${name}.css`))
    .join('\n')
    // Comments and indents would be an eighth of what browsers get.
    .replaceAll(/\/\*[^*]*\*\/|\n\s+/g, (found) => (found.startsWith('/') ? '' : '\n'))
    .replaceAll(/url\("(inter-\d+\.woff2)"\)/g, (_, name) => `url("${fonts.get(name)?.path}")`);

/** An asset that caches may keep for good. */
export function asset(name: string, kind: keyof typeof types, text: string, folder = '/assets/') {
  return { path: hashedPath(name, kind, text, folder), document: compress(makeDocument(text, served(types[kind]))) };
}

/** The mark of the service: the icon of its pages. */
export const markSvg = read('mark.svg');

const assets = {
  style: asset('site', 'css', styleSections(sections)),
  script: asset('site', 'js', read('site.js')),
  check: asset('check', 'js', read('check.js')),
  icon: asset('mark', 'svg', markSvg),
};

/** Root-relative addresses of the stylesheet, the scripts and the icon, as pages link them. */
export const assetPaths = {
  style: assets.style.path,
  script: assets.script.path,
  check: assets.check.path,
  icon: assets.icon.path,
};

/** The documents by address. */
export const assetDocuments: ReadonlyMap<string, Document> = new Map(
  [...Object.values(assets), ...fonts.values()].map(({ path, document }) => [path, document]),
);
