import { caching } from '../../../documents/caching.ts';
import { type Document, type Encoding, etag, isSentInPieces, type ReadyBody } from '../../../documents/document.ts';
import { acceptedEncodings, entityTags, gzip_first, httpDate } from './negotiate.ts';

/** What a read requests beyond its path. A pure function of the request's head, so it may be cached. */
export type Wanted = {
  /** HEAD: the same headers without a body. */
  head: boolean;
  /** Accepted encodings, most preferred first; at equal weight the smallest first, or else gzip first. */
  encodings: { smallest_first: readonly Encoding[]; gzip_first: readonly Encoding[] };
  none_match: readonly string[] | '*' | undefined;
  modified_since: number | undefined;
};

/**
 * One reply: status, alternating header names and values, and the body for GET. Immutable, one object per document and
 * kind of reply. `more` are further headers, one object for all replies that have the same ones. `ready` writes the body
 * where there is no need to keep it, and `in_pieces` where it is too large to be made as a whole.
 */
export type PreparedReply = {
  status: number;
  headers: readonly string[];
  more: readonly string[];
  readonly body: Uint8Array | undefined;
  ready?: ReadyBody | undefined;
  in_pieces?: Document['in_pieces'];
};

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
  const accepted = headers['accept-encoding']?.toString();
  return {
    head: method === 'HEAD',
    encodings: { smallest_first: acceptedEncodings(accepted), gzip_first: acceptedEncodings(accepted, gzip_first) },
    none_match,
    modified_since: since === undefined ? undefined : httpDate(since),
  };
}

/** The replies with a document in one encoding, made at their first use, and its entity tag without quotes. */
type Representation = { tag: string; full?: PreparedReply; unchanged?: PreparedReply };

/** The representations of one document. */
class Representations {
  readonly of: Document;
  readonly by_encoding: Partial<Record<Encoding, Representation>> = {};

  constructor(of: Document) {
    this.of = of;
  }
}

/** The reply to a read of a document: 200 or 304, in the best encoding that the document has so far. */
export function answer(document: Document, { encodings, none_match, modified_since }: Wanted): PreparedReply {
  const accepted = document.ready ? encodings.gzip_first : encodings.smallest_first;
  const encoding = choose(document, accepted);
  if (none_match === undefined) {
    const unmodified = modified_since !== undefined && seconds(document.modified) <= modified_since;
    return unmodified ? unchanged(document, encoding) : full(document, encoding);
  }
  if (none_match === '*' || none_match.includes(representation(document, encoding).tag))
    return unchanged(document, encoding);
  const other = encodingOfTag(document, none_match);
  return other ? unchanged(document, other) : full(document, encoding);
}

/** The encoding whose tag a client has: all have the same content, so none needs to be sent again (decision 5). */
function encodingOfTag({ tag }: Document, none_match: readonly string[]): Encoding | undefined {
  if (!none_match.some((one) => one.startsWith(tag))) return undefined;
  return gzip_first.find((encoding) => none_match.includes(etag({ tag }, encoding).slice(1, -1)));
}

function choose(document: Document, accepted: readonly Encoding[]): Encoding {
  for (const encoding of accepted)
    if (encoding === 'identity' || (encoding === 'gzip' && document.ready) || document.bodies[encoding] !== undefined)
      return encoding;
  return 'identity';
}

function representation(document: Document, encoding: Encoding): Representation {
  let { derived } = document;
  if (!(derived instanceof Representations) || derived.of !== document) {
    derived = new Representations(document);
    document.derived = derived;
  }
  const { by_encoding } = derived as Representations;
  let made = by_encoding[encoding];
  if (made === undefined) {
    made = { tag: etag(document, encoding).slice(1, -1) };
    by_encoding[encoding] = made;
  }
  return made;
}

function full(document: Document, encoding: Encoding): PreparedReply {
  const known = representation(document, encoding);
  if (known.full) return known.full;
  known.full = new FullReply(document, encoding);
  return known.full;
}

class FullReply implements PreparedReply {
  readonly status = 200;
  readonly headers: readonly string[];
  readonly more: readonly string[];
  readonly ready: ReadyBody | undefined;
  readonly in_pieces: Document['in_pieces'];
  readonly #document: Document;
  readonly #encoding: Encoding;

  constructor(document: Document, encoding: Encoding) {
    this.#document = document;
    this.#encoding = encoding;
    this.ready = encoding === 'gzip' ? document.ready : undefined;
    const { in_pieces } = document;
    this.in_pieces = encoding === 'identity' && in_pieces && isSentInPieces(in_pieces) ? in_pieces : undefined;
    const { byteLength } = this.ready ?? this.in_pieces ?? this.body;
    const headers = ['Content-Type', document.content_type, 'Content-Length', String(byteLength)];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    const [tag, modified] = validators(document, encoding);
    headers.push('ETag', tag, 'Last-Modified', modified);
    this.headers = headers;
    this.more = constantHeaders(document);
  }

  get body(): Uint8Array {
    const { bodies } = this.#document;
    return bodies[this.#encoding] ?? bodies.identity;
  }
}

function unchanged(document: Document, encoding: Encoding): PreparedReply {
  const known = representation(document, encoding);
  if (known.unchanged) return known.unchanged;
  const [tag, modified] = validators(document, encoding);
  const headers = ['ETag', tag, 'Last-Modified', modified];
  known.unchanged = { status: 304, headers, more: constantHeaders(document), body: undefined };
  return known.unchanged;
}

/** A time as HTTP sees it: in whole seconds. */
const seconds = (time: Date) => Math.floor(time.getTime() / 1000) * 1000;

/** The text of the last time that was written: most documents have the time of the newest publication. */
let written = { time: Number.NaN, text: '' };

function validators(document: Document, encoding: Encoding): readonly [tag: string, modified: string] {
  const time = document.modified.getTime();
  if (written.time !== time) written = { time, text: document.modified.toUTCString() };
  return [etag(document, encoding), written.text];
}

/** Headers by the additional ones of a document: most documents have none, and the same headers. */
const kept = { scores: new WeakMap<object, readonly string[]>(), others: new WeakMap<object, readonly string[]>() };
const NO_HEADERS: Readonly<Record<string, string>> = {};

/** The headers that do not depend on the bytes. */
function constantHeaders({ headers = NO_HEADERS, scores }: Document): readonly string[] {
  const list = scores ? kept.scores : kept.others;
  const known = list.get(headers);
  if (known) return known;
  const { vary, link, ...others } = headers;
  const license = scores ? '<https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"' : '';
  const links = [license, link].filter(Boolean).join(', ');
  const made = flat({
    'cache-control': caching.public,
    vary: ['Accept-Encoding', vary].filter(Boolean).join(', '),
    ...(links && { link: links }),
    ...everywhere,
    ...others,
  });
  list.set(headers, made);
  return made;
}

/** Headers that pages of other sites may read. */
export const EXPOSED_HEADERS = 'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate';

/** Headers of every public read, found or not: CORS-open, nosniff. */
const everywhere = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS,
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
    more: [],
    body: constant.body,
  };
  constants.set(constant, made);
  return made;
}

const flat = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [properCase(name), value]);

/** `content-type` → `Content-Type`, the usual spelling. */
const properCase = (name: string) => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
