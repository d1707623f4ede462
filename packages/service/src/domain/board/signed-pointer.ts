import { createHash } from 'node:crypto';
import { openNote, parseVerifierKey, type SigningKey, signNote } from '@readymark/tlog/note';
import type { BoardPointer } from './board.ts';

/**
 * The text of a pointer, which the key of the public log signs as a note. Its first line is no origin of a log and its second no number,
 * so that nobody can take it for a checkpoint.
 */
function pointerText(origin: string, pointer: Omit<BoardPointer, 'signature'>): string {
  const { publication, stamp, program, contents, contents_bytes, checkpoint, keys } = pointer;
  const lines = [
    `${origin}/board`,
    `publication ${publication}`,
    `stamp ${stamp}`,
    `program ${program}`,
    `contents ${contents} ${contents_bytes}`,
    `checkpoint ${hashOf(checkpoint)}`,
    `keys ${hashOf(keys)}`,
  ];
  return `${lines.join('\n')}\n`;
}

export function signPointer(pointer: Omit<BoardPointer, 'signature'>, key: SigningKey): BoardPointer {
  const text = pointerText(key.name, pointer);
  return { ...pointer, signature: signNote(text, [key]).slice(text.length + 1) };
}

/** Whether a pointer is signed by one of these keys of a log, which are texts. */
export function isSigned(pointer: BoardPointer, origin: string, keys: readonly string[]): boolean {
  const known = keys.flatMap((text) => parseVerifierKey(text) ?? []).filter(({ name }) => name === origin);
  return 'signed_by' in openNote(`${pointerText(origin, pointer)}\n${pointer.signature}`, known);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
