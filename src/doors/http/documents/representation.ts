import { type Document, type Encoding, etag } from '../../../documents/document.ts';
import { acceptedEncodings, entityTags, httpDate } from './negotiate.ts';

/** What a read requests beyond its path. A pure function of the request's head, so it may be cached. */
export type Wanted = {
  /** HEAD: the same headers without a body. */
  head: boolean;
  encodings: readonly Encoding[];
  none_match: readonly string[] | '*' | undefined;
  modified_since: number | undefined;
};

/**
 * One reply: status, alternating header names and values, and the body for GET. Immutable, one object per document and
 * kind of reply.
 */
export type PreparedReply = { status: number; headers: readonly string[]; body: Uint8Array | undefined };

/** A fixed reply that is not a document, for example the 404 of an unknown audit. */
export type Constant = {
  status: number;
  content_type: string;
  body: Uint8Array;
  headers?: Readonly<Record<string, string>>;
};

type ReadHeaders = {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
};

/**
 * Reads the request headers that select a reply (decision 5). If-None-Match takes precedence over If-Modified-Since (RFC
 * 9110 13.2.2).
 */
export function wanted(method: string | undefined, headers: ReadHeaders): Wanted {
  const none_match = headers['if-none-match'] === undefined ? undefined : entityTags(headers['if-none-match']);
  const since = none_match === undefined ? headers['if-modified-since'] : undefined;
  return {
    head: method === 'HEAD',
    encodings: acceptedEncodings(headers['accept-encoding']?.toString()),
    none_match,
    modified_since: since === undefined ? undefined : httpDate(since),
  };
}

type Representation = { tag: string; modified: number; full: PreparedReply; unchanged: PreparedReply };

const representations = new WeakMap<Document, Partial<Record<Encoding, Representation>>>();

/** The reply to a read of a document: 200 or 304, in the best encoding that the document has so far. */
export function answer(document: Document, { encodings, none_match, modified_since }: Wanted): PreparedReply {
  let made = representations.get(document);
  if (made === undefined) {
    made = {};
    representations.set(document, made);
  }
  const encoding = choose(document, encodings);
  let chosen = made[encoding];
  if (chosen === undefined) {
    chosen = represent(document, encoding);
    made[encoding] = chosen;
  }
  const unchanged =
    none_match === undefined
      ? modified_since !== undefined && chosen.modified <= modified_since
      : none_match === '*' || none_match.includes(chosen.tag);
  return unchanged ? chosen.unchanged : chosen.full;
}

function choose(document: Document, encodings: readonly Encoding[]): Encoding {
  for (const encoding of encodings)
    if (encoding === 'identity' || document.bodies[encoding] !== undefined) return encoding;
  return 'identity';
}

function represent(document: Document, encoding: Encoding): Representation {
  const body = document.bodies[encoding] ?? document.bodies.identity;
  const validator = etag(document, encoding);
  const { vary, link, ...others } = document.headers ?? {};
  const license = document.scores ? '<https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"' : '';
  const links = [license, link].filter(Boolean).join(', ');
  const about = flat({
    etag: validator,
    'last-modified': document.modified.toUTCString(),
    'cache-control': 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800',
    vary: ['Accept-Encoding', vary].filter(Boolean).join(', '),
    ...(links && { link: links }),
    ...everywhere,
    ...others,
  });
  const content = flat({
    'content-type': document.content_type,
    'content-length': String(body.byteLength),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  return {
    tag: validator.slice(1, -1),
    modified: Math.floor(document.modified.getTime() / 1000) * 1000,
    full: { status: 200, headers: [...content, ...about], body },
    unchanged: { status: 304, headers: about, body: undefined },
  };
}

/** Headers of every public read, found or not: CORS-open, nosniff. */
const everywhere = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate',
  'x-content-type-options': 'nosniff',
};

const constants = new WeakMap<Constant, PreparedReply>();

/** The reply of a constant, made once. */
export function constantAnswer(constant: Constant): PreparedReply {
  const known = constants.get(constant);
  if (known) return known;
  const content = { 'content-type': constant.content_type, 'content-length': String(constant.body.byteLength) };
  const made = {
    status: constant.status,
    headers: flat({ ...content, ...everywhere, ...constant.headers }),
    body: constant.body,
  };
  constants.set(constant, made);
  return made;
}

const flat = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [properCase(name), value]);

/** `content-type` → `Content-Type`, the usual spelling. `etag` is an exception. */
const properCase = (name: string) =>
  name === 'etag' ? 'ETag' : name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
