import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Some sections of the stylesheet, for pages with a stylesheet of their own. */
export const styleSections = (names: readonly (typeof sections)[number][]): string =>
  names.map((name) => read(`css/${name}.css`)).join('\n');

/** An asset with a hash of its content in the name, so that caches may keep it for good. */
export function asset(name: string, kind: keyof typeof types, text: string, folder = '/assets/') {
  const hash = createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 10);
  const headers = { 'cache-control': caching.asset };
  const document = compress(
    makeDocument(text, { content_type: types[kind], modified: new Date(0), scores: false, headers }),
  );
  return { path: `${folder}${name}-${hash}.${kind}`, document };
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
  Object.values(assets).map(({ path, document }) => [path, document]),
);
