import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Signed notes with Ed25519 (C2SP signed-note; decision 141), and their keys as text, as Go's `sumdb/note` writes them. */

/** Who a signature is from: name of the key, and the first four bytes of a hash of name and key. */
type KeyIdentity = { name: string; id: Buffer };

/** A key that checks signatures. `text` is `NAME+ID+KEY`, which clients are configured with. */
export type VerifierKey = KeyIdentity & { text: string; key: KeyObject };

/** A key that signs. `secret` is the text of its file; it never leaves that. */
export type SigningKey = KeyIdentity & { secret: string; verifier: VerifierKey; key: KeyObject };

/** Kinds of signatures: plain Ed25519, and that of a witness with its time (C2SP tlog-cosignature). */
type KeyKind = 1 | 4;
const ED25519 = 1;
export const COSIGNATURE = 4;
const SECRET_PREFIX = 'PRIVATE+KEY+';
/** What DER (PKCS #8 and SPKI, RFC 8410) writes before the 32 bytes of a key. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** A name of a key: no white space, no plus. */
const isName = (name: string) => /^[^\s+\p{C}]{1,300}$/u.test(name);

const keyId = (name: string, kind: KeyKind, public_key: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Uint8Array.of(kind)).update(public_key).digest().subarray(0, 4);

function verifierOf(name: string, kind: KeyKind, public_key: Uint8Array): VerifierKey {
  const id = keyId(name, kind, public_key);
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, public_key]), format: 'der', type: 'spki' });
  return { name, id, key, text: `${name}+${id.toString('hex')}+${encode(kind, public_key)}` };
}

const encode = (kind: KeyKind, key: Uint8Array) => Buffer.concat([Uint8Array.of(kind), key]).toString('base64');

/** Strict: text that another writer would write in another way is none. */
function decode(text: string, kind: KeyKind): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  const right = bytes.toString('base64') === text && bytes.byteLength === 33 && bytes[0] === kind;
  return right ? bytes.subarray(1) : undefined;
}

/** The parts of `NAME+ID+KEY`. */
function partsOf(text: string, kind: KeyKind): { name: string; id: string; key: Buffer } | undefined {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
  const key = decode(encoded, kind);
  return key && isName(name) ? { name, id, key } : undefined;
}

/** A verifier key from its text; undefined when it is none, or not of this kind. @param kind by default that of a log */
export function parseVerifierKey(text: string, kind: KeyKind = ED25519): VerifierKey | undefined {
  const parts = partsOf(text, kind);
  const verifier = parts && verifierOf(parts.name, kind, parts.key);
  return verifier?.text === text ? verifier : undefined;
}

/** A signing key from 32 random bytes. @throws RangeError for a name that a note cannot have */
export function signingKey(name: string, seed: Uint8Array): SigningKey {
  if (!isName(name)) throw new RangeError('the name of a key has no white space and no plus');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  const public_key = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.byteLength);
  const verifier = verifierOf(name, ED25519, public_key);
  const { id } = verifier;
  return { name, id, verifier, key, secret: `${SECRET_PREFIX}${name}+${id.toString('hex')}+${encode(ED25519, seed)}` };
}

/** A signing key from the text of its file; undefined when it is none. */
export function parseSigningKey(text: string): SigningKey | undefined {
  const parts = text.startsWith(SECRET_PREFIX) ? partsOf(text.slice(SECRET_PREFIX.length), ED25519) : undefined;
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

/** A line of a signature. `line` ends with a newline. */
type Signature = { name: string; id: Buffer; bytes: Buffer; line: string };

/** The text of a note and its signatures, none of them checked; undefined where it is no note. */
export function partsOfNote(note: string): { text: string; signatures: Signature[] } | undefined {
  const end = note.lastIndexOf('\n\n') + 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes have no control characters but the newline
  if (end === 0 || !note.endsWith('\n') || !note.isWellFormed() || /[\x00-\x09\x0b-\x1f]/.test(note)) return undefined;
  const signatures = signaturesOf(note.slice(end + 1));
  return signatures && { text: note.slice(0, end), signatures };
}

/** The signatures of lines that each end with a newline; undefined where one is none. */
export function signaturesOf(text: string): Signature[] | undefined {
  const lines = text.slice(0, -1).split('\n');
  if (!text.endsWith('\n') || lines.length > SIGNATURES_MAX) return undefined;
  const signatures: Signature[] = [];
  for (const line of lines) {
    const [, name = '', encoded = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.byteLength < 5 || bytes.toString('base64') !== encoded) return undefined;
    signatures.push({ name, id: bytes.subarray(0, 4), bytes: bytes.subarray(4), line: `${line}\n` });
  }
  return signatures;
}

/** The key among these whose name and id a signature has. */
export const keyOfSignature = ({ name, id }: Signature, keys: readonly VerifierKey[]): VerifierKey | undefined =>
  keys.find((key) => key.name === name && key.id.equals(id));

/** Why a note is not what it should be; `unsigned`: no signature is by one of the keys. */
type NoteFault = 'malformed' | 'unsigned' | 'bad_signature';

/** The text of a note and the keys that signed it, or why it must not be believed. Signatures by other keys are ignored. */
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): { text: string; signed_by: VerifierKey[] } | { fault: NoteFault } {
  const parts = partsOfNote(note);
  if (!parts) return { fault: 'malformed' };
  const { text, signatures } = parts;
  const signed_by: VerifierKey[] = [];
  for (const signature of signatures) {
    const known = keyOfSignature(signature, keys);
    if (!known || signed_by.includes(known)) continue;
    if (!verify(null, Buffer.from(text), known.key, signature.bytes)) return { fault: 'bad_signature' };
    signed_by.push(known);
  }
  return signed_by.length ? { text, signed_by } : { fault: 'unsigned' };
}
