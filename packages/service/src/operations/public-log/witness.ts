import { FetchFailure } from '@readymark/auditor/collect/guard/failure';
import { openGivenAddress } from '@readymark/auditor/collect/guard/given-address';
import { AHEAD_MS, cosignaturesFor } from '@readymark/tlog/cosignature';
import type { VerifierKey } from '@readymark/tlog/note';
import { version } from '../../settings.ts';
import type { Context } from '../context.ts';

/** A checkpoint to be cosigned: its size, and the note with the signature of the log. */
type Asked = {
  size: number;
  note: string /** In milliseconds since 1970, as is `at` of an answer. */;
  signed_at: number;
};

/**
 * What a witness answered: its cosignature; or why there is none, in words of ours. `size`: how many entries it cosigned, as it
 * says. `differs`: it cosigned another tree of this size.
 */
type Answered = { line: string; at: number } | { why: string; size?: number; differs?: true };

const openGuarded: NonNullable<Context['openAddress']> = (url) => openGivenAddress(url, `readymark/${version}`, bounds);

/** A witness answers at once or later: nobody waits for it. */
const bounds = { connect_ms: 5_000, headers_ms: 10_000, idle_ms: 5_000, request_ms: 15_000 };
const ANSWER_BYTES = 65_536;

/** How much older than the checkpoint its cosignature may be. */
const BEHIND_MS = 86_400_000;

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness, `add-checkpoint`; decision 149). It may say once that it is at another size
 * than we know.
 *
 * @param from the size that it cosigned last, as far as is known
 * @param proofFrom the proof of consistency from a size
 */
export async function askWitness(
  witness: { key: VerifierKey; url: string },
  { size, note, signed_at }: Asked,
  { openAddress = openGuarded, from, proofFrom, now, signal }: Asking,
): Promise<Answered> {
  const address = openAddress(witness.url);
  async function attempt(old: number): Promise<Answered> {
    const proof = (await proofFrom(old)).map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
    const body = `old ${old}\n${proof.join('')}\n${note}`;
    const given = await address.ask({ method: 'POST', path: 'add-checkpoint', body, most_bytes: ANSWER_BYTES, signal });
    const text = given.body && Buffer.from(given.body).toString();
    if (given.status === 200) return cosignatureIn(text ?? '');
    if (given.status !== 409) return { why: refusals[given.status] ?? `it answers with status ${given.status}` };
    const known = /^text\/x\.tlog\.size\b/i.test(given.header('content-type'))
      ? /^(0|[1-9]\d{0,15})\n$/.exec(text ?? '')?.[1]
      : undefined;
    if (known === undefined)
      return { why: 'it cosigned another tree of this size: this log and the one it knows differ', differs: true };
    return { why: 'it says another size than it said before', size: Number(known) };
  }
  function cosignatureIn(text: string): Answered {
    const found = cosignaturesFor(note, text, [witness.key]);
    if (!found) return { why: 'its answer has other lines than signatures' };
    const [cosignature] = found.valid;
    if (!cosignature || found.wrong.length)
      return { why: 'its answer has no cosignature that is right for this checkpoint' };
    const { at, line } = cosignature;
    if (at > now + AHEAD_MS || at < signed_at - BEHIND_MS)
      return { why: 'the time of its cosignature is far from ours: one of the clocks is wrong' };
    return { line, at };
  }
  try {
    const first = await attempt(from);
    const known = 'why' in first ? first.size : undefined;
    if (known === undefined || known === from) return first;
    if (known > size)
      return {
        why: `it cosigned ${known} entries, and there are ${size}: this database is not the newest, or was not then`,
        size: known,
      };
    return await attempt(known);
  } catch (error) {
    if (error instanceof FetchFailure) return { why: `it cannot be reached: ${error.message}` };
    throw error;
  } finally {
    await address.close();
  }
}

type Asking = {
  openAddress: Context['openAddress'];
  from: number;
  proofFrom(size: number): Promise<readonly Uint8Array[]>;
  now: number;
  signal: AbortSignal | undefined;
};

/** What its refusals mean, as C2SP tlog-witness says. */
const refusals: Readonly<Record<number, string>> = {
  400: 'it does not understand the request',
  403: 'it does not trust the key that signs this log',
  404: 'it does not know this log, or its address is another',
  422: 'it does not accept the proof that this log continues what it cosigned',
};
