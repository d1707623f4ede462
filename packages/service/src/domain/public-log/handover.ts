import { checkpointText, parseCheckpoint, type TreeHead } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey, type SigningKey, signNote, type VerifierKey } from '@readymark/tlog/note';
import { handoverLine } from '@readymark/verify';
import { z } from 'zod';

const KEYS_MAX = 1_000;

const document = z.looseObject({
  keys: z.array(z.looseObject({ key: z.string().max(500), handover: z.string().max(100_000).nullish() })).max(KEYS_MAX),
});

/** A key that a log names, and the note that it signed together with the one before it. */
type NamedKey = { key: VerifierKey; handover: string | undefined };

/** The keys that a document names; undefined where it is none. Those that are no keys of this kind are left out. */
export function namedKeys(bytes: Uint8Array | undefined): NamedKey[] | undefined {
  try {
    const read = document.safeParse(JSON.parse(Buffer.from(bytes ?? []).toString()));
    return read.data?.keys.flatMap(({ key: text, handover }) => {
      const key = parseVerifierKey(text);
      return key ? [{ key, handover: handover ?? undefined }] : [];
    });
  } catch {
    return undefined;
  }
}

/** A head of the log in which one key names the next, as both sign it (decision 143). */
export const handoverNote = (head: TreeHead, from: SigningKey, to: SigningKey): string =>
  signNote(`${checkpointText(head)}${handoverLine(to.verifier.text)}\n`, [from, to]);

/** One key takes over from another: both signed this head of the log, in this note, which names the other. */
export type Handover = { from: VerifierKey; to: VerifierKey; head: TreeHead; note: string };

/**
 * The handovers that lead from a key that is trusted to others of its log, in order (decision 143). Each is shown by a checkpoint that
 * names the next key and that both signed.
 */
export function handoversFrom(trusted: VerifierKey, named: readonly NamedKey[]): Handover[] {
  const found: Handover[] = [];
  const left = new Set(named.filter(({ key }) => key.text !== trusted.text && key.name === trusted.name));
  for (let from = trusted; ; ) {
    const next = [...left].find(({ key, handover }) => handoverHead(from, key, handover));
    const head = next && handoverHead(from, next.key, next.handover);
    if (!next?.handover || !head) return found;
    left.delete(next);
    found.push({ from, to: next.key, head, note: next.handover });
    from = next.key;
  }
}

function handoverHead(from: VerifierKey, to: VerifierKey, note: string | undefined): TreeHead | undefined {
  if (note === undefined) return undefined;
  const opened = openNote(note, [from, to]);
  if ('fault' in opened || opened.signed_by.length !== 2) return undefined;
  const head = parseCheckpoint(opened.text);
  const named = opened.text.split('\n').includes(handoverLine(to.text));
  return named && head?.origin === from.name ? head : undefined;
}
