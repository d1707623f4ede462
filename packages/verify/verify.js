// @ts-check
// Over 300 lines because it is one file that anybody can take along.
/**
 * Checks a score that Readymark publishes without trusting who serves it: the signature of the log, that the entry of the
 * score is in it, that the record is the one that was logged, its sums and tier under the rubric, its sources, and its
 * place in the index. Formats: decisions 140, 141, 143 and 147; C2SP signed-note, tlog-checkpoint and tlog-tiles; RFC 6962
 * section 2.1; RFC 8785.
 *
 * This file needs nothing else. It runs in browsers and in Node as it is, with WebCrypto (SHA-256 and Ed25519):
 *
 *   import { reading, verifyScore } from './verify.js';
 *   const report = await verifyScore('acme', reading('https://readymark.example'), { keys: ['NAME+ID+KEY'] });
 *   for (const { id, outcome, says } of report.checks) console.log(outcome, id, says);
 *
 * Whatever the documents contain, it reports and does not throw.
 */

/** @typedef {'passed' | 'failed' | 'not_checked'} Outcome */
/** @typedef {{ id: CheckId, outcome: Outcome, says: string }} Check */
/** @typedef {'proof' | 'key' | 'signature' | 'statement' | 'inclusion' | 'record' | 'rubric' | 'sums' | 'total' | 'tier' | 'receipts' | 'index' | 'rank' | 'current'} CheckId */
/**
 * `sound`: what matters most is right, and nothing is wrong. `unchecked`: nothing is wrong, and what matters most could not be
 * checked. `score`, `tier`, `rank` and `audit_date`: what the record says. `signed_at`: when the head of the log was signed, as it says.
 *
 * @typedef {{ score?: number, tier?: string, rank?: number, audit_date?: string, signed_at?: string }} Said
 * @typedef {{ slug: string, verdict: 'sound' | 'wrong' | 'unchecked', checks: Check[] } & Said} Report
 */
/**
 * The document at an address below the root (`api/audits/index.json`), at most so many bytes. Undefined where the place, which
 * must have it, has none. `not_saved`: nobody says that it is here, as among a few saved files. `too_long`: it has more bytes.
 *
 * @typedef {(path: string, bytes_max: number) => Promise<Uint8Array | { absent: 'not_saved' | 'too_long' } | undefined>} Read
 */
/** @typedef {Awaited<ReturnType<Read>>} Found */
/** @typedef {{ text: string, name: string, id: Uint8Array, bytes: Uint8Array }} Key */
/** @typedef {{ origin: string, size: number, root: Uint8Array, signed_at?: string }} Head */
/** @typedef {{ [name: string]: unknown }} Fields */

export const KEYS_PATH = '.well-known/readymark-keys';
const INDEX_PATH = 'api/audits/index.json';
/** @param {string} slug */
const recordPath = (slug) => `api/audits/${slug}.json`;
/** @param {string} slug */
const proofPath = (slug) => `api/audits/${slug}/proof.json`;
/** @param {string} slug */
const receiptsPath = (slug) => `api/audits/${slug}/evidence.json`;
/** @param {string} version */
const rubricPath = (version) => `rubrics/${version}.json`;

/** Of these documents no more is read. */
const SMALL_BYTES_MAX = 1024 * 1024;
const RECORD_BYTES_MAX = 16 * 1024 * 1024;
const BUNDLE_WIDTH = 256;
/** An entry has about 600 bytes. */
const BUNDLE_BYTES_MAX = BUNDLE_WIDTH * 8_192;
const ENTRY_VALUES_MAX = 1_000;
const DEPTH_MAX = 64;
/** Values of one document; each takes some 60 bytes of memory when it is read. */
const VALUES_MAX = 250_000;
/** An index lists at most one company for each entry of the log, with about 400 bytes and 20 values. */
const INDEX_BYTES_MAX = 128 * 1024 * 1024;
const INDEX_VALUES_MAX = 4_000_000;
/** @param {number} entries of the log */
const indexBytesMax = (entries) => Math.min(INDEX_BYTES_MAX, 65_536 + 4_096 * entries);
/** A log of no more bundles is read as a whole. */
const WHOLE_BUNDLES_MAX = 20;

// --- JSON ---

/**
 * Reads JSON that every reader reads alike: objects without a name twice, whole numbers up to 2^53, 64 levels, no byte-order
 * mark; and not more values than the document may have, counted before any of them is made.
 *
 * @param {string | Uint8Array | undefined} given
 * @param {number} [values_max]
 * @returns {{ value: unknown } | { fault: string }} `fault` ends a sentence that begins with the name of the document
 */
export function strictJson(given, values_max = VALUES_MAX) {
  if (given === undefined) return { fault: 'is missing' };
  let text;
  try {
    text = typeof given === 'string' ? given : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(given);
  } catch {
    return { fault: 'is not text in UTF-8' };
  }
  if (text.startsWith('\ufeff')) return { fault: 'begins with a byte-order mark, which not every reader skips' };
  /** @type {(Set<string> | undefined)[]} the names so far of each object that is open; undefined for a list, and before the first */
  const open = [];
  let last = '';
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') {
      const from = at;
      for (at += 1; at < text.length && text.charAt(at) !== '"'; at += 1) if (text.charAt(at) === '\\') at += 1;
      last = text.slice(from, at + 1);
    } else if (sign === '{' || sign === '[' || sign === ',') {
      values += 1;
      if (values > values_max) return { fault: `has more than ${values_max} values, as no such document has` };
      if (sign !== ',' && open.push(undefined) > DEPTH_MAX) return { fault: 'is nested too deeply' };
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ':' && open.length > 0) {
      const name = last.includes('\\') ? parsedText(last) : last.slice(1, -1);
      const names = open.at(-1) ?? new Set();
      if (names.has(name)) return { fault: `has the name ${shown(name)} twice in one object` };
      open[open.length - 1] = names.add(name);
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      const from = at;
      while (at + 1 < text.length && '0123456789+-.eE'.includes(text.charAt(at + 1))) at += 1;
      const written = text.slice(from, at + 1);
      const number = Number(written);
      if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
        return { fault: 'has a number that is too large to be read exactly' };
      if (isRounded(written, number)) return { fault: 'has a number with more digits than are read exactly' };
    }
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: 'is not JSON' };
  }
}

/**
 * A document that was found, as `strictJson` reads it. `not_saved`: nobody said that it is here.
 *
 * @param {Found} found
 * @param {number} [values_max]
 * @returns {{ value: unknown } | { fault: string, not_saved?: boolean }}
 */
function jsonOf(found, values_max) {
  if (found === undefined || found instanceof Uint8Array) return strictJson(found, values_max);
  return found.absent === 'not_saved'
    ? { fault: 'was not saved', not_saved: true }
    : { fault: 'has more bytes than any such document' };
}

/**
 * Reads a document, whatever the bound means to who reads.
 *
 * @param {Read} read
 * @param {string} path
 * @param {number} bytes_max
 * @returns {Promise<Found>}
 */
async function fetched(read, path, bytes_max) {
  const found = await read(path, bytes_max);
  return found instanceof Uint8Array && found.byteLength > bytes_max ? { absent: 'too_long' } : found;
}

/**
 * Whether another number is read than is written: 60.00000000000000000001 is 60 for some readers alone. Up to 15 digits are
 * kept by all.
 *
 * @param {string} written
 * @param {number} number as it is read here
 */
function isRounded(written, number) {
  if (written.length <= 16 && !/e/i.test(written)) return false;
  const [mantissa = ''] = written.split(/e/i);
  const digits = mantissa.replaceAll(/\D/g, '').replace(/^0+/, '');
  let counted = digits.length;
  while (digits.charAt(counted - 1) === '0') counted -= 1;
  return (counted > 15 && String(number) !== written) || (number === 0 && counted > 0);
}

/** @param {string} token a text of JSON in its quotes */
function parsedText(token) {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/**
 * A JSON value as canonical JSON (RFC 8785): members in the order of their names by UTF-16 code units, numbers as
 * ECMAScript writes them, no white space. Equal values have equal text. Members that are undefined are left out.
 *
 * @param {unknown} value
 * @returns {string}
 * @throws TypeError for what JSON cannot say: a number that is not finite, a lone surrogate, a value of another type
 */
export function canonicalJson(value) {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError('the value has no canonical JSON');
  // Not by way of a sorted object: JavaScript puts names that are whole numbers first, in the order of the numbers.
  const object = /** @type {Fields} */ (value);
  let members = '';
  for (const name of Object.keys(object).sort())
    if (object[name] !== undefined)
      members += `${members === '' ? '' : ','}${canonicalJson(name)}:${canonicalJson(object[name])}`;
  return `{${members}}`;
}

/** @param {unknown} value @returns {value is Fields} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A member of an object, never one that it inherits.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
export const own = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} value @returns {value is number} */
const isCount = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Neither calls what a value names `toString` or `valueOf`: an object may name a number so. @param {unknown} value */
const textOf = (value) => (typeof value === 'string' ? value : '');

/** @param {unknown} value */
const numberOf = (value) => (typeof value === 'number' ? value : Number.NaN);

/**
 * Anything as a short text on one line, in which nothing is hidden.
 *
 * @param {unknown} value
 */
function shown(value) {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = String(value)
    .slice(0, 80)
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '?');
  return typeof value === 'string' ? `“${text}”` : text;
}

/** The same without quotes, for what is a date, a time or a version. @param {unknown} value */
const plain = (value) => (typeof value === 'string' && /^[\w.:-]{1,40}$/.test(value) ? value : shown(value));

// --- Hashes ---

const utf8 = new TextEncoder();

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** @param {readonly Uint8Array[]} parts */
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {Uint8Array} one @param {Uint8Array} other */
const same = (one, other) => one.byteLength === other.byteLength && one.every((byte, at) => byte === other[at]);

/**
 * Strict: what another writer would write in another way is none.
 *
 * @param {unknown} text
 */
function fromBase64(text) {
  if (typeof text !== 'string') return undefined;
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The SHA-256, in hex, of a value as canonical JSON.
 *
 * @param {unknown} value
 * @returns {Promise<string | undefined>} undefined for what has no canonical JSON
 */
async function canonicalSha256(value) {
  let text;
  try {
    text = canonicalJson(value);
  } catch {
    return undefined;
  }
  return hex(await sha256(utf8.encode(text)));
}

/**
 * Whether a value has the hash that an entry says. What says no hash vouches for nothing: many values have none.
 *
 * @param {unknown} value
 * @param {unknown} logged
 */
const isLogged = async (value, logged) => typeof logged === 'string' && (await canonicalSha256(value)) === logged;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** @param {Uint8Array} entry */
export const leafHash = (entry) => sha256(LEAF, entry);

/** @param {Uint8Array} left @param {Uint8Array} right */
const nodeHash = (left, right) => sha256(NODE, left, right);

/**
 * The root that a leaf and its proof lead to (RFC 6962 section 2.1.1); undefined when the proof does not fit the index and
 * the size.
 *
 * @param {Uint8Array} leaf
 * @param {number} index
 * @param {number} size
 * @param {readonly Uint8Array[]} proof from the leaf upwards
 * @returns {Promise<Uint8Array | undefined>}
 */
export async function rootOfInclusion(leaf, index, size, proof) {
  if (!isCount(index) || !isCount(size) || index >= size) return undefined;
  let [at, last, root] = [index, size - 1, leaf];
  const up = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  for (const hash of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = await nodeHash(hash, root);
      while (at % 2 === 0 && at !== 0) up();
    } else root = await nodeHash(root, hash);
    up();
  }
  return last === 0 ? root : undefined;
}

/**
 * The root of a tree over these leaves.
 *
 * @param {readonly Uint8Array[]} leaves
 * @returns {Promise<Uint8Array>}
 */
async function rootOver(leaves) {
  const [first] = leaves;
  if (!first) return sha256();
  if (leaves.length === 1) return first;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return nodeHash(await rootOver(leaves.slice(0, left)), await rootOver(leaves.slice(left)));
}

// --- Keys and checkpoints ---

/**
 * A key from its text `NAME+ID+KEY`, as Go writes it.
 *
 * @param {unknown} text
 * @returns {Promise<Key | undefined>} undefined for what is none, or not of Ed25519
 */
export async function parseKey(text) {
  if (typeof text !== 'string' || text.length > 1000) return undefined;
  const [, name = '', id = '', encoded = ''] =
    /^([^\s+\p{C}]{1,300})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.byteLength !== 33 || bytes[0] !== 1) return undefined;
  const hash = (await sha256(utf8.encode(`${name}\n`), bytes)).slice(0, 4);
  return hex(hash) === id ? { text, name, id: hash, bytes: bytes.slice(1) } : undefined;
}

/**
 * The head that a checkpoint says, and the keys that signed it; or why it must not be believed.
 *
 * @param {unknown} note
 * @param {readonly Key[]} keys that are trusted
 * @returns {Promise<{ head: Head, signed_by: Key[], lines: string[] } | { fault: string } | { unable: string }>} `lines`: what else it says
 */
export async function openCheckpoint(note, keys) {
  const malformed = { fault: 'The checkpoint is not a signed note.' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes have no control characters but the newline
  if (typeof note !== 'string' || note.length > SMALL_BYTES_MAX || /[\x00-\x09\x0b-\x1f]/.test(note)) return malformed;
  const end = note.lastIndexOf('\n\n') + 1;
  if (end === 0 || !note.endsWith('\n') || !note.isWellFormed()) return malformed;
  const text = note.slice(0, end);
  const [origin = '', digits = '', encoded = '', ...rest] = text.slice(0, -1).split('\n');
  const root = fromBase64(encoded);
  const size = /^(0|[1-9]\d{0,15})$/.test(digits) ? Number(digits) : Number.NaN;
  if (origin === '' || !isCount(size) || root?.byteLength !== 32 || rest.includes(''))
    return { fault: 'The checkpoint does not say origin, size and root of a log.' };
  const lines = note.slice(end + 1, -1).split('\n');
  if (lines.length > 100) return malformed;
  /** @type {Key[]} */
  const signed_by = [];
  for (const line of lines) {
    const [, name = '', signature = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = fromBase64(signature);
    if (!bytes || bytes.byteLength < 5) return malformed;
    const known = keys.find((key) => key.name === name && same(key.id, bytes.slice(0, 4)));
    if (!known || signed_by.includes(known)) continue;
    const right = await isSignature(text, known, bytes.slice(4));
    if (right === undefined) return { unable: 'This program cannot check signatures of Ed25519.' };
    if (!right)
      return { fault: 'The signature of the checkpoint is wrong: the checkpoint was changed after it was signed.' };
    signed_by.push(known);
  }
  if (!keys.some(({ name }) => name === origin))
    return { fault: `The checkpoint is of another log: ${shown(origin)}, and the key is of ${shown(keys[0]?.name)}.` };
  if (!signed_by.some(({ name }) => name === origin))
    return { fault: `The checkpoint is signed by another key than ${keys.map(({ text }) => text).join(' or ')}.` };
  const signed_at = rest
    .map((line) => /^signed-at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(line)?.[1])
    .find(Boolean);
  return { head: { origin, size, root, ...(signed_at && { signed_at }) }, signed_by, lines: rest };
}

/**
 * Whether a signature is right; undefined where nobody can say.
 *
 * @param {string} text
 * @param {Key} key
 * @param {Uint8Array<ArrayBuffer>} signature
 */
async function isSignature(text, key, signature) {
  let imported;
  try {
    imported = await crypto.subtle.importKey('raw', new Uint8Array(key.bytes), { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    // A public key that is no point of the curve has signed nothing.
    return error instanceof Error && error.name === 'NotSupportedError' ? undefined : false;
  }
  return crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, utf8.encode(text));
}

/**
 * The line of a checkpoint in which a key names the one that takes over from it. Without it a checkpoint says nothing about the key
 * behind another signature: anybody can write one below a checkpoint.
 *
 * @param {string} key its text
 */
export const handoverLine = (key) => `next-key ${key}`;

/**
 * The keys that may be believed when some are: each that one of them handed the log over to, with a head that names it and
 * that both signed.
 *
 * @param {readonly Key[]} given
 * @param {unknown} published what `/.well-known/readymark-keys` says
 * @returns {Promise<{ keys: Key[], handovers: Head[] }>} the given keys first, and the heads at which one key followed another, as a believed key signed them
 */
export async function trustedKeys(given, published) {
  const keys = [...given];
  /** @type {Head[]} */
  const handovers = [];
  for (const row of listOf(own(published, 'keys')).slice(0, 1000).reverse()) {
    const key = await parseKey(own(row, 'key'));
    const known = keys.some(({ text }) => text === key?.text);
    const opened = key && (await openCheckpoint(own(row, 'handover'), known ? keys : [...keys, key]));
    if (!key || !opened || !('head' in opened) || key.name !== opened.head.origin) continue;
    const { signed_by, lines } = opened;
    if (!signed_by.some(({ text }) => text === key.text) || !lines.includes(handoverLine(key.text))) continue;
    if (!known && !signed_by.some(({ text, name }) => text !== key.text && name === key.name)) continue;
    if (!known) keys.push(key);
    handovers.push(opened.head);
  }
  return { keys, handovers };
}

/**
 * All keys that a service names for itself, which prove nothing about who signed.
 *
 * @param {unknown} published
 * @returns {Promise<Key[]>}
 */
export async function publishedKeys(published) {
  const keys = await Promise.all(
    listOf(own(published, 'keys'))
      .slice(0, 1000)
      .map((row) => parseKey(own(row, 'key'))),
  );
  return keys.filter((key) => key !== undefined);
}

// --- Scores ---

/** @param {CheckId} id @param {string} says @returns {Check} */
const passed = (id, says) => ({ id, outcome: 'passed', says });
/** @param {CheckId} id @param {string} says @returns {Check} */
const failed = (id, says) => ({ id, outcome: 'failed', says });
/** @param {CheckId} id @param {string} says @returns {Check} */
const unchecked = (id, says) => ({ id, outcome: 'not_checked', says });
/** Of a document that a place must have, and that cannot be read there. @param {CheckId} id @param {{ not_saved?: boolean }} of @param {string} says */
const unread = (id, { not_saved }, says) => (not_saved ? unchecked : failed)(id, says);

/**
 * A record against its entry of the log: that it is what was logged, under the rubric that was logged, and its arithmetic.
 *
 * @param {unknown} statement the entry
 * @param {number} at index of the entry
 * @param {unknown} record with or without `rank`
 * @param {Found} rubric the file of the rubric
 * @returns {Promise<Check[]>}
 */
export async function checkRecord(statement, at, record, rubric) {
  if (!isObject(record)) return [failed('record', 'The record is not an object.')];
  const { rank: _, ...logged } = record;
  const right = await isLogged(logged, own(statement, 'record_sha256'));
  const other = otherAudit(record, statement);
  const of_record =
    right && other
      ? failed('record', `The record is the one of entry ${at}, but ${other}.`)
      : right
        ? passed('record', `The record is the one that was logged as entry ${at}; nothing in it was changed since.`)
        : failed(
            'record',
            `The record differs from the one that was logged as entry ${at}: something in it was changed.`,
          );
  const { check, rules } = await checkRubric(statement, rubric);
  return [of_record, check, ...checkArithmetic(record, rules)];
}

/**
 * Where a record says that it is another audit than its entry does, to end a sentence; undefined when both say the same.
 *
 * @param {unknown} record
 * @param {unknown} statement
 */
export function otherAudit(record, statement) {
  for (const name of ['slug', 'audit_date'])
    if (own(record, name) !== own(statement, name))
      return `its ${name} is ${shown(own(record, name))}, and the entry says ${shown(own(statement, name))}`;
  return undefined;
}

/**
 * The rubric against its entry. `rules`: what it says, where it is the one that was logged; any other counts for nothing.
 *
 * @param {unknown} statement
 * @param {Found} file
 * @returns {Promise<{ check: Check, rules?: Fields }>}
 */
async function checkRubric(statement, file) {
  const name = plain(own(statement, 'rubric'));
  const read = jsonOf(file);
  if ('fault' in read) return { check: unread('rubric', read, `The file of the rubric ${name} ${read.fault}.`) };
  const rules = isObject(read.value) ? read.value : {};
  const logged = own(statement, 'rubric_sha256');
  if (logged === null)
    return { check: unchecked('rubric', `The entry does not say which file the rubric ${name} was.`) };
  return (await isLogged(rules, logged))
    ? { check: passed('rubric', `The rubric ${name} is the one that was logged.`), rules }
    : { check: failed('rubric', `The rubric ${name} differs from the one that was logged.`) };
}

/** Sums, total and tier of a record under a rubric. @param {Fields} record @param {Fields | undefined} rules @returns {Check[]} */
function checkArithmetic(record, rules) {
  if (!rules)
    return [
      unchecked('sums', 'Without the rubric that was logged, nobody can say which criteria count how much.'),
      unchecked('total', 'Without the rubric that was logged, the total cannot be checked.'),
      unchecked('tier', 'Without the rubric that was logged, the tier cannot be checked.'),
    ];
  const { wrong, sum } = sumsOf(record, rules);
  const total = own(record, 'overall_score');
  const tier = listOf(own(rules, 'tiers')).find((one) => numberOf(own(one, 'min')) <= numberOf(total));
  const expected = own(tier, 'name');
  const stated = own(record, 'tier');
  return [
    wrong
      ? failed('sums', wrong)
      : passed('sums', 'Each criterion is within its maximum, and each pillar is the sum of its criteria.'),
    total === sum
      ? passed('total', `The pillars sum to ${total}, which is the score.`)
      : failed('total', `The pillars sum to ${sum}, and the score says ${shown(total)}.`),
    stated === expected && typeof expected === 'string'
      ? passed('tier', `${shown(total)} points are the tier ${shown(expected)}.`)
      : failed('tier', `${shown(total)} points are the tier ${shown(expected)}, and the record says ${shown(stated)}.`),
  ];
}

/** The first sum that is wrong, in words; and the sum of the pillars. @param {Fields} record @param {Fields} rules */
function sumsOf(record, rules) {
  /** @type {string | undefined} */
  let wrong;
  const note = (/** @type {string} */ says) => {
    wrong ??= says;
  };
  const criteria = listOf(own(record, 'criteria'));
  const expected = listOf(own(rules, 'criteria'));
  const pillars = listOf(own(rules, 'pillars'));
  if (!expected.length || !pillars.length) note('The rubric has no criteria.');
  if (criteria.length !== expected.length)
    note(`The record has ${criteria.length} criteria, and the rubric ${expected.length}.`);
  /** @type {Map<unknown, unknown>} */
  const by_id = new Map();
  /** @type {Set<unknown>} */
  const twice = new Set();
  for (const one of criteria) {
    const id = own(one, 'id');
    if (by_id.has(id)) twice.add(id);
    by_id.set(id, one);
  }
  /** @type {Map<unknown, number>} */
  const sums = new Map();
  for (const rule of criteria.length === expected.length ? expected : []) {
    const [id, pillar, max] = [textOf(own(rule, 'id')), own(rule, 'pillar'), numberOf(own(rule, 'max'))];
    const found = by_id.get(id);
    const score = own(found, 'score');
    if (found === undefined || twice.has(id)) note(`The record does not have the criterion ${shown(id)} once.`);
    else if (!isCount(score) || !(score <= max)) note(`${id} has ${shown(score)} points, of ${shown(max)}.`);
    else if (own(found, 'max') !== max || own(found, 'pillar') !== pillar)
      note(`${id} counts for ${shown(pillar)} with at most ${shown(max)} points, and the record says otherwise.`);
    sums.set(pillar, (sums.get(pillar) ?? 0) + (isCount(score) ? score : 0));
  }
  const stated = own(record, 'pillars');
  if (Object.keys(isObject(stated) ? stated : {}).length !== pillars.length)
    note(`The record does not have exactly the ${pillars.length} pillars of the rubric.`);
  let sum = 0;
  for (const rule of pillars) {
    const id = textOf(own(rule, 'id'));
    const pillar = own(stated, id);
    const score = own(pillar, 'score');
    if (score !== sums.get(id)) note(`${id} says ${shown(score)}, and its criteria sum to ${shown(sums.get(id))}.`);
    if (own(pillar, 'max') !== own(rule, 'max'))
      note(`${id} has at most ${shown(own(rule, 'max'))} points, and the record says ${shown(own(pillar, 'max'))}.`);
    sum += isCount(score) ? score : 0;
  }
  return { wrong, sum };
}

/**
 * The sources of an audit against its entry.
 *
 * @param {unknown} statement
 * @param {Found} file `evidence.json`
 * @returns {Promise<Check>}
 */
export async function checkReceipts(statement, file) {
  const logged = own(statement, 'receipts_sha256');
  if (logged === null) return passed('receipts', 'By its entry, this audit has no document of sources.');
  const read = jsonOf(file);
  if ('fault' in read)
    return unread('receipts', read, `The entry names a document of sources (evidence.json), which ${read.fault}.`);
  return (await isLogged(read.value, logged))
    ? passed('receipts', 'The sources (evidence.json) are those that were logged.')
    : failed(
        'receipts',
        'The sources (evidence.json) differ from those that were logged: something in them was changed.',
      );
}

/** @typedef {{ companies: ReadonlyMap<string, unknown>, rankOf: (score: number) => number }} Places */

/**
 * The companies of the index by slug, and the rank of a score among them: 1 plus the number of companies with a higher one.
 * Fictional companies count only while there is no other (decision 105).
 *
 * @param {Found} file
 * @param {number} entries of the log: it lists no more companies
 * @returns {Places | { fault: string }}
 */
export function readPlaces(file, entries) {
  const read = jsonOf(file, Math.min(INDEX_VALUES_MAX, 1_000 + 100 * entries));
  if ('fault' in read) return { fault: `The index ${read.fault}.` };
  const listed = own(read.value, 'audits');
  if (!Array.isArray(listed)) return { fault: 'The index has no list of audits.' };
  if (listed.length > entries)
    return { fault: `The index lists ${listed.length} companies, and the log has ${entries} entries.` };
  /** @type {Map<string, unknown>} */
  const companies = new Map();
  for (const entry of listed) {
    const slug = own(entry, 'slug');
    const score = own(entry, 'overall_score');
    if (typeof slug !== 'string' || !isCount(score))
      return { fault: 'The index lists a company without slug or score.' };
    if (companies.has(slug)) return { fault: `The index lists ${shown(slug)} twice.` };
    companies.set(slug, entry);
  }
  const real = listed.filter((entry) => own(entry, 'fictional') !== true);
  const scores = (real.length ? real : listed)
    .map((entry) => Number(own(entry, 'overall_score')))
    .sort((a, b) => b - a);
  /** @type {Map<number, number>} */
  const ranks = new Map();
  for (const [at, score] of scores.entries()) if (!ranks.has(score)) ranks.set(score, at + 1);
  return {
    companies,
    rankOf(score) {
      // A score that nobody ranked has is that of a fictional company, of which there may be many.
      const known = ranks.get(score);
      if (known !== undefined) return known;
      let [from, to] = [0, scores.length];
      while (from < to) {
        const middle = Math.floor((from + to) / 2);
        if (numberOf(scores[middle]) > score) from = middle + 1;
        else to = middle;
      }
      ranks.set(score, from + 1);
      return from + 1;
    },
  };
}

/**
 * The index, as far as a log of this size may have one, against the record.
 *
 * @param {string} slug
 * @param {unknown} record
 * @param {Head | undefined} head
 * @param {Read} read
 * @returns {Promise<Check[]>}
 */
async function checkIndex(slug, record, head, read) {
  const without = 'Without a size of the log that is believed, nobody can say how long the index may be.';
  if (!head) return [unchecked('index', without), unchecked('rank', without)];
  const found = await fetched(read, INDEX_PATH, indexBytesMax(head.size));
  const not_saved = found !== undefined && 'absent' in found && found.absent === 'not_saved';
  return checkPlace(slug, record, not_saved ? undefined : readPlaces(found, head.size));
}

/**
 * What the index says of a company against its record.
 *
 * @param {string} slug
 * @param {unknown} record
 * @param {Places | { fault: string } | undefined} places
 * @returns {Check[]}
 */
export function checkPlace(slug, record, places) {
  if (!places || record === undefined)
    return [
      unchecked('index', places ? 'Without the record, the index cannot be compared.' : 'The index was not saved.'),
      unchecked('rank', 'Without index and record, the rank cannot be checked.'),
    ];
  const entry = 'fault' in places ? undefined : places.companies.get(slug);
  if ('fault' in places || entry === undefined)
    return [
      failed('index', 'fault' in places ? places.fault : 'The company is not in the index.'),
      unchecked('rank', 'Without its entry in the index, the rank cannot be checked.'),
    ];
  const pillars = isObject(own(record, 'pillars'))
    ? Object.entries(/** @type {Fields} */ (own(record, 'pillars')))
    : [];
  const stated = own(entry, 'pillar_scores');
  const framework = own(record, 'framework');
  const fictional = typeof framework === 'string' && framework.endsWith(' (fictional)');
  /** @type {[string, unknown, unknown][]} */
  const pairs = [
    ...['company', 'overall_score', 'tier'].map(
      (name) => /** @type {[string, unknown, unknown]} */ ([name, own(entry, name), own(record, name)]),
    ),
    ['number of pillars', Object.keys(isObject(stated) ? stated : {}).length, pillars.length],
    ...pillars.map(
      ([id, pillar]) => /** @type {[string, unknown, unknown]} */ ([id, own(stated, id), own(pillar, 'score')]),
    ),
    ['fictional', own(entry, 'fictional') === true, fictional],
  ];
  const other = pairs.find(([, one, another]) => one !== another);
  const rank = own(entry, 'rank');
  const expected = places.rankOf(Number(own(entry, 'overall_score')));
  return [
    other
      ? failed('index', `In the index, ${other[0]} is ${shown(other[1])}, and in the record ${shown(other[2])}.`)
      : passed('index', 'The index says the same of the company as the record.'),
    rank !== expected
      ? failed('rank', `The rank is ${expected} by the scores of the index, and the index says ${shown(rank)}.`)
      : own(record, 'rank') !== rank
        ? failed('rank', `The rank in the index is ${rank}, and the record says ${shown(own(record, 'rank'))}.`)
        : passed('rank', `The rank ${rank} follows from the scores of the index.`),
  ];
}

/** What matters most: unless all of these passed, a score was not checked. @type {readonly CheckId[]} */
const needed = ['signature', 'statement', 'inclusion', 'record', 'rubric', 'sums', 'total', 'tier'];

/**
 * @param {string} slug
 * @param {Check[]} checks
 * @param {unknown} [record]
 * @param {{ past?: boolean, signed_at?: string | undefined }} [of] `past`: whether a past score will do
 * @returns {Report}
 */
function reportOf(slug, checks, record, { past = false, signed_at } = {}) {
  const wrong = checks.some(({ outcome }) => outcome === 'failed');
  const whole = [...needed, ...(past ? [] : ['current'])].every((id) =>
    checks.some((check) => check.id === id && check.outcome === 'passed'),
  );
  const [score, tier, rank, audit_date] = ['overall_score', 'tier', 'rank', 'audit_date'].map((name) =>
    own(record, name),
  );
  return {
    ...{ slug, verdict: wrong ? 'wrong' : whole ? 'sound' : 'unchecked' },
    ...(isCount(score) && { score }),
    ...(typeof tier === 'string' && { tier }),
    ...(isCount(rank) && { rank }),
    ...(typeof audit_date === 'string' && { audit_date }),
    ...(signed_at !== undefined && { signed_at }),
    checks,
  };
}

/**
 * Checks the current score of a company, by documents that anybody may serve.
 * What the place must have and has not is wrong; what was not saved is not checked.
 *
 * @param {string} slug
 * @param {Read} read
 * @param {{ keys?: readonly string[], bundles_max?: number, current?: 'needed' | 'if_known' | 'any' }} [options] `keys`: those that are trusted; without any, those
 *   that are served. `bundles_max`: how many files of 256 entries are read to see that no later entry takes the place of this one.
 *   `current`: whether the score must be shown to be the current one; `if_known`: unless that cannot be known; `any`: a past one will do
 * @returns {Promise<Report>}
 */
export async function verifyScore(slug, read, { keys = [], bundles_max = 20, current = 'needed' } = {}) {
  if (!globalThis.crypto?.subtle)
    return reportOf(slug, [
      unchecked('signature', 'This program has no WebCrypto; a browser offers it to pages over https only.'),
    ]);
  if (!/^[a-z0-9-]{1,64}$/.test(slug))
    return reportOf(slug, [failed('proof', `${shown(slug)} is not the slug of a company.`)]);
  const proof = jsonOf(await fetched(read, proofPath(slug), SMALL_BYTES_MAX));
  const hashes = 'value' in proof ? listOf(own(proof.value, 'inclusion')).map(fromBase64) : [];
  const [statement, at, checkpoint] =
    'value' in proof ? ['statement', 'index', 'checkpoint'].map((name) => own(proof.value, name)) : [];
  const inclusion = hashes.filter((hash) => hash?.byteLength === 32).filter((hash) => hash !== undefined);
  if ('fault' in proof) return reportOf(slug, [failed('proof', `The proof (proof.json) ${proof.fault}.`)]);
  if (!isObject(statement) || !isCount(at) || hashes.length > 64 || inclusion.length !== hashes.length)
    return reportOf(slug, [
      failed(
        'proof',
        'The proof (proof.json) does not have the form of one: statement, index, inclusion and checkpoint.',
      ),
    ]);

  const record = jsonOf(await fetched(read, recordPath(slug), RECORD_BYTES_MAX));
  const rubric = own(statement, 'rubric');
  const known = typeof rubric === 'string' && /^[a-z0-9][a-z0-9.-]{0,31}$/.test(rubric);
  const published = await fetched(read, KEYS_PATH, SMALL_BYTES_MAX);
  const { trust, head, signature } = await checkSignature(checkpoint, keys, published);
  const said = checkStatement(slug, statement, at);
  const entry = entryOf(statement);
  const root = head && entry && (await rootOfInclusion(await leafHash(entry), at, head.size, inclusion));
  const included = head && root ? same(root, head.root) : false;
  /** @type {Check[]} */
  const checks = [
    ...trust,
    signature,
    said,
    !head
      ? unchecked('inclusion', 'Without a checkpoint that is believed, nobody can say whether the entry is in the log.')
      : included
        ? passed(
            'inclusion',
            `Entry ${at} of ${head.size} of the log is this one: its proof leads to the root that was signed.`,
          )
        : failed(
            'inclusion',
            `Entry ${at} and its proof do not lead to the root that was signed: the entry was changed, or the proof is of another entry.`,
          ),
    ...('fault' in record
      ? [failed('record', `The record ${record.fault}.`)]
      : await checkRecord(
          statement,
          at,
          record.value,
          known ? await fetched(read, rubricPath(rubric), SMALL_BYTES_MAX) : undefined,
        )),
    await checkReceipts(
      statement,
      own(statement, 'receipts_sha256') === null
        ? undefined
        : await fetched(read, receiptsPath(slug), RECORD_BYTES_MAX),
    ),
    ...(await checkIndex(slug, 'value' in record ? record.value : undefined, head, read)),
    current === 'any'
      ? unchecked('current', 'Whether another entry took its place since was not asked.')
      : head && included
        ? await checkCurrent(statement, at, head.size, inclusion, read, bundles_max)
        : unchecked('current', 'Without its place in the log, nobody can say what was logged after it.'),
  ];
  return reportOf(slug, checks, 'value' in record ? record.value : undefined, {
    past: current !== 'needed',
    signed_at: head?.signed_at,
  });
}

/** @param {Fields} statement */
function entryOf(statement) {
  try {
    return utf8.encode(canonicalJson(statement));
  } catch {
    return undefined;
  }
}

/** Kinds of entries that say which audit stands, in words; others are about something else. @type {Record<string, string>} */
const aboutAudits = {
  audit: 'the audit',
  replacement: 'an audit in place of another of the same date',
  correction: 'a correction of the name or website',
  name_change: 'the audit under another slug',
  retraction: 'a retraction',
};

/** Whether entries of a kind say which audits are public. @param {unknown} kind @returns {kind is string} */
export const isAboutAudits = (kind) => typeof kind === 'string' && Object.hasOwn(aboutAudits, kind);

/**
 * Whether a later entry takes the place of one: by its index, or as a later or newer word on the same company.
 *
 * @param {unknown} later
 * @param {Fields} statement
 * @param {number} at
 */
function takesPlace(later, statement, at) {
  const kind = own(later, 'kind');
  if (own(later, 'replaces') === at) return true;
  if (!isAboutAudits(kind) || own(later, 'slug') !== own(statement, 'slug')) return false;
  return kind === 'retraction' || textOf(own(later, 'audit_date')) >= textOf(own(statement, 'audit_date'));
}

/** @param {string} slug @param {Fields} statement @param {number} at @returns {Check} */
function checkStatement(slug, statement, at) {
  const [format, kind, about, when, logged] = ['format', 'kind', 'slug', 'at', 'logged'].map((name) =>
    own(statement, name),
  );
  if (format !== 1) return failed('statement', 'The entry has a format that this program does not know.');
  if (about !== slug) return failed('statement', `The proof is of ${shown(about)}, not of ${shown(slug)}.`);
  if (kind === 'retraction') return failed('statement', `Entry ${at} takes the audits of ${shown(slug)} back.`);
  const what = isAboutAudits(kind) ? aboutAudits[kind] : undefined;
  if (what === undefined)
    return failed('statement', `The entry is of a kind that this program does not know: ${shown(kind)}.`);
  const late =
    logged === 'afterwards' ? ' It was logged afterwards, so the log proves nothing about the time before.' : '';
  return passed(
    'statement',
    `Entry ${at} is ${what} of ${plain(own(statement, 'audit_date'))}, published at ${plain(when)}.${late}`,
  );
}

/**
 * @param {unknown} checkpoint
 * @param {readonly string[]} given
 * @param {Found} published
 * @returns {Promise<{ trust: Check[], signature: Check, head?: Head }>}
 */
async function checkSignature(checkpoint, given, published) {
  const document = jsonOf(published);
  const named = 'value' in document ? document.value : undefined;
  const own_keys = given.length === 0;
  const trusted = own_keys
    ? await publishedKeys(named)
    : (await Promise.all(given.map(parseKey))).filter((key) => key !== undefined);
  if (trusted.length < given.length)
    return { trust: [], signature: failed('key', 'That is not the text of a key: NAME+ID+KEY.') };
  if (!trusted.length)
    return {
      trust: [
        failed(
          'key',
          'fault' in document ? `The document of keys ${document.fault}.` : 'The document of keys names none.',
        ),
      ],
      signature: unchecked('signature', 'Without a key, the signature cannot be checked.'),
    };
  const keys = own_keys ? trusted : (await trustedKeys(trusted, named)).keys;
  const opened = await openCheckpoint(checkpoint, keys);
  if ('unable' in opened) return { trust: [], signature: unchecked('signature', opened.unable) };
  if ('fault' in opened) return { trust: [], signature: failed('signature', opened.fault) };
  const { head, signed_by } = opened;
  const signer = signed_by.find(({ name }) => name === head.origin)?.text ?? '';
  const says = own_keys
    ? unchecked(
        'key',
        `The key was taken from where the score is, so it proves nothing about who signed. Compare it with what the operator publishes elsewhere: ${signer}`,
      )
    : passed(
        'key',
        trusted.some(({ text }) => text === signer)
          ? 'The key is one that is trusted.'
          : `The key is ${signer}, to which a key that is trusted handed the log over.`,
      );
  return {
    trust: [says],
    signature: passed(
      'signature',
      `The log ${shown(head.origin)}, of ${head.size} entries, is signed by that key${head.signed_at ? ` at ${head.signed_at}, as it says` : ''}.`,
    ),
    head,
  };
}

/**
 * Reads the entries behind one, which its proof leads to as well, and looks for one that takes its place. Of a log that is not
 * long it reads all: an audit of a later date may have been logged earlier.
 *
 * @param {Fields} statement
 * @param {number} at
 * @param {number} size
 * @param {readonly Uint8Array[]} inclusion
 * @param {Read} read
 * @param {number} bundles_max
 * @returns {Promise<Check>}
 */
async function checkCurrent(statement, at, size, inclusion, read, bundles_max) {
  const last = Math.floor((size - 1) / BUNDLE_WIDTH);
  if (at < size - 1 && last - Math.floor((at + 1) / BUNDLE_WIDTH) >= bundles_max)
    return unchecked(
      'current',
      `${size - at - 1} entries follow it, too many to be read here: whether one takes its place was not checked.`,
    );
  const slug = own(statement, 'slug');
  const whole = last < Math.min(bundles_max, WHOLE_BUNDLES_MAX) ? await readEntries(0, size, slug, read) : undefined;
  // Who has only what belongs to one score has no entries before it.
  const from = whole && !('not_saved' in whole) ? 0 : at + 1;
  const found = from === 0 && whole ? whole : await readEntries(at + 1, size, slug, read);
  if ('not_saved' in found)
    return unchecked(
      'current',
      `The entries that follow it were not saved (${found.not_saved}): whether one takes its place was not checked.`,
    );
  if ('missing' in found) return failed('current', found.missing);
  const { leaves, refused } = found;
  if (!(await leadsTo(leaves, from, at, size, inclusion)))
    return failed('current', 'The entries beside it are not those that were signed: one was changed or left out.');
  if (refused !== undefined) return failed('current', refused);
  // The proof leads to the entries beside it alone.
  if (from === 0) found.about.set(at, statement);
  const about = new Map([...found.about].sort(([one], [other]) => one - other));
  const [later, said] = [...about].find(([place, one]) => place > at && takesPlace(one, statement, at)) ?? [];
  if (later !== undefined)
    return failed(
      'current',
      `Entry ${later} took its place: ${shown(own(said, 'kind'))} of ${shown(own(said, 'slug'))}, ${plain(own(said, 'audit_date') ?? own(said, 'at'))}.`,
    );
  const newer = from === 0 ? newerBefore(about, statement, at) : undefined;
  if (newer !== undefined)
    return failed(
      'current',
      `Entry ${newer} is of a later date (${plain(own(about.get(newer), 'audit_date'))}), and nothing took its place: this audit is a past one.`,
    );
  const follow = size - at - 1;
  const what =
    follow === 0
      ? 'It is the last entry of the log: nothing takes its place.'
      : follow === 1
        ? 'The one entry that follows it does not take its place.'
        : `None of the ${follow} entries that follow it takes its place.`;
  return passed('current', from === 0 || at === 0 ? what : `${what} The ${at} before it were not read.`);
}

/**
 * The first entry before one that says a public audit of a later date, of the same company.
 *
 * @param {ReadonlyMap<number, Fields>} about the entries of the log that may say something of the company, in order
 * @param {Fields} statement
 * @param {number} at
 * @returns {number | undefined} its index
 */
function newerBefore(about, statement, at) {
  const [slug, date] = [own(statement, 'slug'), textOf(own(statement, 'audit_date'))];
  /** @type {Map<unknown, number>} the last entry that takes the place of one, and the last of each date */
  const replaced = new Map();
  /** @type {Map<unknown, number>} */
  const dated = new Map();
  let retracted = -1;
  for (const [place, one] of about) {
    replaced.set(own(one, 'replaces'), place);
    if (!isAboutAudits(own(one, 'kind')) || own(one, 'slug') !== slug) continue;
    if (own(one, 'kind') === 'retraction') retracted = place;
    else dated.set(own(one, 'audit_date'), place);
  }
  for (const [place, one] of about) {
    const of = textOf(own(one, 'audit_date'));
    if (place >= at || own(one, 'slug') !== slug || !isAboutAudits(own(one, 'kind')) || of <= date) continue;
    const after = Math.max(replaced.get(place) ?? -1, dated.get(own(one, 'audit_date')) ?? -1, retracted);
    if (own(one, 'kind') !== 'retraction' && after <= place) return place;
  }
  return undefined;
}

/**
 * The entries of the log from one index up to its end: their hashes, what those say that may be about a company, by index,
 * and the first that is refused. Of the others nothing is kept: there may be a quarter of a million.
 *
 * @param {number} from
 * @param {number} size of the log
 * @param {unknown} slug
 * @param {Read} read
 * @returns {Promise<{ leaves: Uint8Array[], about: Map<number, Fields>, refused: string | undefined } | { missing: string } | { not_saved: string }>}
 */
async function readEntries(from, size, slug, read) {
  /** @type {Uint8Array[]} */
  const leaves = [];
  /** @type {Map<number, Fields>} */
  const about = new Map();
  /** @type {string | undefined} */
  let refused;
  for (let n = Math.floor(from / BUNDLE_WIDTH); from < size && n * BUNDLE_WIDTH < size; n += 1) {
    const width = Math.min(BUNDLE_WIDTH, size - n * BUNDLE_WIDTH);
    const path = bundlePath(n, width);
    const bytes = await fetched(read, path, BUNDLE_BYTES_MAX);
    if (bytes === undefined) return { missing: `The file of entries ${path} is missing.` };
    if (!(bytes instanceof Uint8Array))
      return bytes.absent === 'not_saved'
        ? { not_saved: path }
        : { missing: `The file of entries ${path} has more bytes than any such file.` };
    const found = unbundled(bytes);
    if (found?.length !== width)
      return { missing: `The file of entries ${path} is cut off, or does not have ${width} entries.` };
    const first = Math.max(0, from - n * BUNDLE_WIDTH);
    leaves.push(...(await Promise.all(found.slice(first).map(leafHash))));
    for (let place = first; place < width && refused === undefined; place += 1) {
      const index = n * BUNDLE_WIDTH + place;
      const said = strictJson(found[place], ENTRY_VALUES_MAX);
      // Who reads it in another way may see that it takes the place.
      if ('fault' in said) refused = `Entry ${index} ${said.fault}.`;
      else if (isObject(said.value) && (own(said.value, 'slug') === slug || isCount(own(said.value, 'replaces'))))
        about.set(index, said.value);
    }
  }
  return { leaves, about, refused };
}

/**
 * Whether the entries of a log from one index on are those that the proof of an entry names the hashes of.
 *
 * @param {readonly Uint8Array[]} leaves their hashes
 * @param {number} first index of the first of them: 0, or the one behind the entry
 * @param {number} at index of the entry
 * @param {number} size
 * @param {readonly Uint8Array[]} inclusion
 */
async function leadsTo(leaves, first, at, size, inclusion) {
  let [from, to, level] = [0, size, inclusion.length];
  while (to - from > 1) {
    let left = 1;
    while (left * 2 < to - from) left *= 2;
    const middle = from + left;
    const beside = at < middle ? [middle, to] : [from, middle];
    const expected = inclusion[--level];
    if (!expected) return false;
    const [start = 0, end = 0] = beside;
    if (start >= first && !same(await rootOver(leaves.slice(start - first, end - first)), expected)) return false;
    if (at < middle) to = middle;
    else from = middle;
  }
  return true;
}

/** The address of a file of entries (C2SP tlog-tiles). @param {number} n @param {number} width */
function bundlePath(n, width) {
  const groups = [String(n % 1000).padStart(3, '0')];
  for (let rest = Math.floor(n / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `log/tile/entries/${groups.join('/')}${width < BUNDLE_WIDTH ? `.p/${width}` : ''}`;
}

/**
 * The entries of a file of entries, each behind its length in 16 bits; undefined when it is cut off.
 *
 * @param {Uint8Array} bytes
 */
function unbundled(bytes) {
  /** @type {Uint8Array[]} */
  const entries = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (at + 2 > bytes.byteLength || end > bytes.byteLength) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/**
 * Reads the documents of a service with `fetch`, each within 30 seconds.
 *
 * @param {string} base for example `https://readymark.example`; '' in a browser for the page's own
 * @returns {Read}
 */
export const reading = (base) => async (path, bytes_max) => {
  try {
    const reply = await fetch(`${base}/${path}`, { cache: 'no-cache', signal: AbortSignal.timeout(30_000) });
    const reader = reply.ok ? reply.body?.getReader() : undefined;
    if (!reader) return undefined;
    /** @type {Uint8Array[]} */
    const parts = [];
    for (let length = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return joined(parts);
      length += value.byteLength;
      if (length > bytes_max) {
        await reader.cancel();
        return { absent: 'too_long' };
      }
      parts.push(value);
    }
  } catch {
    return undefined;
  }
};
