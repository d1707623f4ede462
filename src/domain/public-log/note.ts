import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Signed notes with Ed25519 (C2SP signed-note; decision 141), and their keys as text, as Go's `sumdb/note` writes them. */

/** Who a signature is from: name of the key, and the first four bytes of a hash of name and key. */
type KeyIdentity = { name: string; id: Buffer };

/** A key that checks signatures. `text` is `NAME+ID+KEY`, which clients are configured with. */
type VerifierKey = KeyIdentity & { text: string; key: KeyObject };

/** A key that signs. `secret` is the text of its file; it never leaves that. */
export type SigningKey = KeyIdentity & { secret: string; verifier: VerifierKey; key: KeyObject };

/** The kind of signature: plain Ed25519. */
const ED25519 = Uint8Array.of(1);
const SECRET_PREFIX = 'PRIVATE+KEY+';
/** What DER (PKCS #8 and SPKI, RFC 8410) writes before the 32 bytes of a key. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** A name of a key: no white space, no plus. */
const isName = (name: string) => /^[^\s+\p{C}]{1,300}$/u.test(name);

const keyId = (name: string, public_key: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ED25519).update(public_key).digest().subarray(0, 4);

function verifierOf(name: string, public_key: Uint8Array): VerifierKey {
  const id = keyId(name, public_key);
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, public_key]), format: 'der', type: 'spki' });
  return { name, id, key, text: `${name}+${id.toString('hex')}+${encode(public_key)}` };
}

const encode = (key: Uint8Array) => Buffer.concat([ED25519, key]).toString('base64');

/** Strict: text that another writer would write in another way is none. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text && bytes.byteLength === 33 && bytes[0] === 1 ? bytes.subarray(1) : undefined;
}

/** The parts of `NAME+ID+KEY`. */
function partsOf(text: string): { name: string; id: string; key: Buffer } | undefined {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
  const key = decode(encoded);
  return key && isName(name) ? { name, id, key } : undefined;
}

/** A verifier key from its text; undefined when it is none, or not of this kind. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const parts = partsOf(text);
  const verifier = parts && verifierOf(parts.name, parts.key);
  return verifier?.text === text ? verifier : undefined;
}

/** A signing key from 32 random bytes. @throws RangeError for a name that a note cannot have */
export function signingKey(name: string, seed: Uint8Array): SigningKey {
  if (!isName(name)) throw new RangeError('the name of a key has no white space and no plus');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  const public_key = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.byteLength);
  const verifier = verifierOf(name, public_key);
  const { id } = verifier;
  return { name, id, verifier, key, secret: `${SECRET_PREFIX}${name}+${id.toString('hex')}+${encode(seed)}` };
}

/** A signing key from the text of its file; undefined when it is none. */
export function parseSigningKey(text: string): SigningKey | undefined {
  const parts = text.startsWith(SECRET_PREFIX) ? partsOf(text.slice(SECRET_PREFIX.length)) : undefined;
  const key = parts && signingKey(parts.name, parts.key);
  return key?.secret === text ? key : undefined;
}

/** The signature of a text by a key, as a line of a note. */
function signatureLine(text: string, { name, id, key }: SigningKey): string {
  return `— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64')}\n`;
}

/** A note: the text, which ends with a newline, an empty line, and a signature by each key. */
export const signNote = (text: string, keys: readonly SigningKey[]): string =>
  `${text}\n${keys.map((key) => signatureLine(text, key)).join('')}`;

/** Signatures read of one note. */
const SIGNATURES_MAX = 100;

/** Why a note is not what it should be; `unsigned`: no signature is by one of the keys. */
type NoteFault = 'malformed' | 'unsigned' | 'bad_signature';

/** The text of a note and the keys that signed it, or why it must not be believed. Signatures by other keys are ignored. */
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): { text: string; signed_by: VerifierKey[] } | { fault: NoteFault } {
  const end = note.lastIndexOf('\n\n') + 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes have no control characters but the newline
  if (end === 0 || !note.endsWith('\n') || !note.isWellFormed() || /[\x00-\x09\x0b-\x1f]/.test(note))
    return { fault: 'malformed' };
  const text = note.slice(0, end);
  const lines = note.slice(end + 1, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return { fault: 'malformed' };
  const signed_by: VerifierKey[] = [];
  for (const line of lines) {
    const [, name = '', encoded = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.byteLength < 5 || bytes.toString('base64') !== encoded) return { fault: 'malformed' };
    const known = keys.find((key) => key.name === name && key.id.equals(bytes.subarray(0, 4)));
    if (!known || signed_by.includes(known)) continue;
    if (!verify(null, Buffer.from(text), known.key, bytes.subarray(4))) return { fault: 'bad_signature' };
    signed_by.push(known);
  }
  return signed_by.length ? { text, signed_by } : { fault: 'unsigned' };
}
