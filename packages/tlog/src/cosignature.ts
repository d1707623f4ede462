import { verify } from 'node:crypto';
import { COSIGNATURE, keyOfSignature, parseVerifierKey, partsOfNote, signaturesOf, type VerifierKey } from './note.ts';

/**
 * What a witness says of a checkpoint: that it is consistent with all that it saw of this log, and the newest of it at a time
 * (C2SP tlog-cosignature with Ed25519; decision 149). It is among the signatures of the checkpoint.
 */
export type Cosignature = {
  witness: VerifierKey;
  /** In milliseconds since 1970. */
  at: number;
  /** Its line in the note, with the newline. */
  line: string;
};

/** The key of a witness, from `NAME+ID+KEY`; undefined where it is none. */
export const parseWitnessKey = (text: string): VerifierKey | undefined => parseVerifierKey(text, COSIGNATURE);

/** Before the signature. */
const TIMESTAMP_BYTES = 8;

/** Whether a witness signed this: its statement names the time and the whole text of the checkpoint. */
function cosigned(text: string, witness: VerifierKey, bytes: Buffer): number | undefined {
  if (bytes.byteLength !== TIMESTAMP_BYTES + 64) return undefined;
  const seconds = bytes.readBigUInt64BE();
  const at = Number(seconds) * 1_000;
  // The time of a checkpoint is never zero, and what does not fit into a date is none.
  if (seconds === 0n || at > 8.64e15) return undefined;
  const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
  return verify(null, message, witness.key, bytes.subarray(TIMESTAMP_BYTES)) ? at : undefined;
}

/** The cosignatures by these witnesses, and the witnesses under whose name there is a wrong one. Others are ignored. */
type Cosignatures = { valid: Cosignature[]; wrong: VerifierKey[] };

/** @param text of the checkpoint; @param signatures in it */
function cosignaturesIn(
  text: string,
  signatures: NonNullable<ReturnType<typeof signaturesOf>>,
  witnesses: readonly VerifierKey[],
): Cosignatures {
  const valid: Cosignature[] = [];
  const wrong: VerifierKey[] = [];
  for (const signature of signatures) {
    const witness = keyOfSignature(signature, witnesses);
    if (!witness) continue;
    const at = cosigned(text, witness, signature.bytes);
    if (at === undefined) wrong.push(witness);
    else valid.push({ witness, at, line: signature.line });
  }
  return { valid, wrong };
}

/** The cosignatures in a checkpoint. */
export function cosignaturesOf(note: string, witnesses: readonly VerifierKey[]): Cosignatures {
  const parts = partsOfNote(note);
  return parts ? cosignaturesIn(parts.text, parts.signatures, witnesses) : { valid: [], wrong: [] };
}

/** The cosignatures in the answer of a witness to a checkpoint; undefined where it has other lines. */
export function cosignaturesFor(
  note: string,
  answer: string,
  witnesses: readonly VerifierKey[],
): Cosignatures | undefined {
  const parts = partsOfNote(note);
  const signatures = signaturesOf(answer);
  return parts && signatures && cosignaturesIn(parts.text, signatures, witnesses);
}

/** How far the clock of a witness may be ahead of ours, in milliseconds. */
export const AHEAD_MS = 600_000;

/** Which cosignatures a checkpoint must have: of these witnesses, as many and such that `isMet`. */
export type Demanded = { witnesses: readonly VerifierKey[]; isMet(by: ReadonlySet<VerifierKey>): boolean };

/** Those of all of these witnesses. */
export const allOf = (witnesses: readonly VerifierKey[]): Demanded => ({
  witnesses,
  isMet: (by) => witnesses.every((witness) => by.has(witness)),
});

/**
 * The right cosignatures in a checkpoint, where they are those that are demanded; or which is missing or wrong, as a sentence without
 * its end.
 *
 * @param now milliseconds since 1970
 */
export function demandCosignatures(
  note: string,
  { witnesses, isMet }: Demanded,
  now: number,
): { valid: Cosignature[] } | { problem: string } {
  const { valid, wrong } = cosignaturesOf(note, witnesses);
  const right = valid.filter(({ witness, at }) => !wrong.includes(witness) && at <= now + AHEAD_MS);
  if (isMet(new Set(right.map(({ witness }) => witness)))) return { valid: right };
  const problems = witnesses.flatMap((witness) => {
    const { name } = witness;
    if (wrong.includes(witness)) return [`the cosignature of ${name} is wrong`];
    const found = valid.find((one) => one.witness === witness);
    if (!found) return [`the checkpoint is not cosigned by ${name}`];
    return right.includes(found) ? [] : [`the cosignature of ${name} is of a time that has not come`];
  });
  const [first = 'the quorum of the policy is not met', ...others] = problems;
  return { problem: others.length ? `${first} (and ${others.length} more like it)` : first };
}
