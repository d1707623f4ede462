import { checkpointText, parseCheckpoint, type TreeHead } from '@readymark/tlog/checkpoint';
import { partsOfNote } from '@readymark/tlog/note';
import type { LogCheckpointRow } from '../../store/public-log/rows.ts';

/** A head of which nothing is new is signed again after so long, in milliseconds (decision 164). */
const AGAIN_MS = 86_400_000;

type Signed = Pick<LogCheckpointRow, 'note'>;

const headOf = ({ note }: Signed) => parseCheckpoint(partsOfNote(note)?.text ?? '');

/** Whether a head is due to be signed again: a day after it was, or when it does not say. */
export const isDue = (signed: Signed, now: Date): boolean =>
  now.getTime() - Date.parse(headOf(signed)?.signed_at ?? '1970-01-01') >= AGAIN_MS;

/**
 * The text that is signed of a head. Until it is due, that of a head that was signed stays, also under another key: so what
 * witnesses said of it stays right.
 *
 * @param before the checkpoint before, of any size
 */
export function headText(head: Omit<TreeHead, 'signed_at'>, before: Signed | undefined, at: Date): string {
  const { signed_at, ...same } = (before && headOf(before)) ?? { signed_at: undefined };
  const stays =
    before &&
    signed_at !== undefined &&
    !isDue(before, at) &&
    checkpointText(head) === checkpointText({ ...head, ...same });
  return checkpointText({ ...head, signed_at: stays ? signed_at : at.toISOString() });
}
