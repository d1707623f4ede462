import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compress, type Document, makeDocument } from '../../../documents/document.ts';

/**
 * The stylesheet, the script and the icon: one file each, with a hash of the content in the name, so that caches may
 * keep them for good.
 */
const kinds = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

const asset = (name: string, kind: keyof typeof kinds) => {
  const bytes = readFileSync(join(import.meta.dirname, 'assets', `${name}.${kind}`));
  const hash = createHash('sha256').update(bytes).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 10);
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  const document = compress(
    makeDocument(bytes, { content_type: kinds[kind], modified: new Date(0), scores: false, headers }),
  );
  return { path: `/assets/${name}-${hash}.${kind}`, document };
};

const all = { style: asset('site', 'css'), script: asset('site', 'js'), icon: asset('mark', 'svg') };

/** Root-relative addresses, as pages link them. */
export const assetPaths = { style: all.style.path, script: all.script.path, icon: all.icon.path };

/** The documents by address. */
export const assetDocuments: ReadonlyMap<string, Document> = new Map(
  Object.values(all).map(({ path, document }) => [path, document]),
);
