import type { Hash } from './tree.ts';

/** The head of the log at one size, which is signed as a note (C2SP tlog-checkpoint; decision 141). */
export type TreeHead = { origin: string; size: number; root: Hash };

/** The text of a checkpoint, before its signatures. */
export const checkpointText = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

/** The head that a checkpoint's text says; undefined when it is none. Lines of extensions are ignored. */
export function parseCheckpoint(text: string): TreeHead | undefined {
  const [, origin = '', digits = '', encoded = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  const root = Buffer.from(encoded, 'base64');
  const size = Number(digits);
  if (origin === '' || root.toString('base64') !== encoded || !Number.isSafeInteger(size)) return undefined;
  return { origin, size, root };
}
