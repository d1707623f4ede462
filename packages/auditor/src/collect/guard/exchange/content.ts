import type { Headers } from '../failure.ts';
import { textOf } from './exchange.ts';

/** Types that are read besides text; the rest (pictures, programs, archives) is not received. */
const readable = ['json', 'xml', 'yaml', 'linkset'];
const alsoReadable = ['x-yaml', 'ndjson', 'x-ndjson', 'jsonl', 'vnd.oai.openapi', 'markdown', 'x-markdown'];

/** A file that is packed itself: `sitemap.xml.gz`. */
const packed = ['application/gzip', 'application/x-gzip', 'application/octet-stream', 'binary/octet-stream'];

/** Whether a body of this type is received. No type is any type: the reader finds out. */
export function isReadable(headers: Headers, url: URL): boolean {
  const type = typeOf(headers);
  if (type === '' || type.startsWith('text/')) return true;
  if (packed.includes(type)) return isPackedFile(url);
  const [kind, subtype = ''] = type.split('/', 2);
  if (kind !== 'application') return false;
  const family = subtype.slice(subtype.lastIndexOf('+') + 1);
  return readable.includes(family) || alsoReadable.includes(subtype);
}

/** Programs are read where one was asked for. */
export const isScript = (headers: Headers): boolean =>
  /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(typeOf(headers));

export const isPackedFile = (url: URL): boolean => url.pathname.endsWith('.gz');

export const isGzip = (body: Uint8Array): boolean => body[0] === 0x1f && body[1] === 0x8b;

function typeOf(headers: Headers): string {
  const [type = ''] = textOf(headers['content-type']).split(/[;,]/, 1);
  return type.trim().toLowerCase();
}
