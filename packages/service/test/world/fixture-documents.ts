import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Document } from '../../src/documents/document.ts';
import type { Lookup, NotFound } from '../../src/doors/http/documents/documents.ts';

/** Synthetic documents for tests of reading, of the size and kind of real ones (decision 5). */
function made(text: string, changes: Partial<Document> = {}): Document {
  const identity = Buffer.from(text);
  return {
    content_type: 'application/json; charset=utf-8',
    tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    modified: new Date('2026-11-01T10:20:30.456Z'),
    scores: true,
    bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity), zstd: zstdCompressSync(identity) },
    ...changes,
  };
}

/** A document whose gzip body is written on demand. */
function ready(text: string): Document {
  const body = gzipSync(text);
  return { ...made(text), ready: { byteLength: body.byteLength, write: (target, at) => void target.set(body, at) } };
}

const entry = (rank: number) => ({
  rank,
  company: `Company ${rank}`,
  slug: `company-${rank}`,
  overall_score: 100 - rank,
  tier: 'Emerging',
});
const entries = Array.from({ length: 100 }, (_, index) => entry(index + 1));
/** Over a megabyte in shared memory, like the index of many companies. */
const large = Buffer.from(new SharedArrayBuffer(1_100_000)).fill('[1234567]');
const plain = Buffer.from('{"late":true}');

const documents = new Map<string, Document>([
  ['/api/audits/index.json', made(JSON.stringify({ count: entries.length, rubric_version: 'v1', audits: entries }))],
  ...entries.map((one): [string, Document] => [
    `/api/audits/${one.slug}.json`,
    made(JSON.stringify({ ...one, executive_summary: 'Fictional. '.repeat(600) })),
  ]),
  ['/large.json', made(large.toString(), { bodies: { identity: large } })],
  ['/ready.json', ready(JSON.stringify({ ready: entries }))],
  ['/late.json', made('{"late":true}', { bodies: { identity: plain } })],
  [
    '/page',
    made('<!doctype html><title>Page</title>', {
      content_type: 'text/html; charset=utf-8',
      scores: false,
      headers: {
        vary: 'Accept',
        link: '</llms.txt>; rel="describedby"',
        'content-security-policy': "default-src 'none'",
      },
    }),
  ],
]);

export const fixtureLookup: Lookup = (path) => {
  if (path === '/broken.json') throw new Error('cannot be read');
  return documents.get(path);
};

export function fixtureDocument(path: string): Document {
  const document = documents.get(path);
  if (!document) throw new Error(`no fixture at ${path}`);
  return document;
}

const unknown = {
  status: 404,
  content_type: 'application/problem+json',
  body: Buffer.from(
    JSON.stringify({ title: 'Not found', status: 404, error: 'not_found', message: 'No audit has this slug.' }),
  ),
  headers: { 'cache-control': 'public, max-age=10' },
};

export const fixtureNotFound: NotFound = (path) => (path.startsWith('/api/audits/') ? unknown : undefined);
