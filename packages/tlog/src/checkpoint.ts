import type { Hash } from './tree.ts';

/**
 * The head of the log at one size, which is signed as a note (C2SP tlog-checkpoint; decision 141). `signed_at`: when it was signed,
 * ISO 8601, in a line of extension (decision 164).
 */
export type TreeHead = { origin: string; size: number; root: Hash; signed_at?: string };

/** The text of a checkpoint, before its signatures. */
export const checkpointText = ({ origin, size, root, signed_at }: TreeHead): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n${signed_at === undefined ? '' : `signed-at ${signed_at}\n`}`;

const signedAtLine = /^signed-at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** The head that a checkpoint's text says; undefined when it is none. Other lines of extensions are ignored. */
export function parseCheckpoint(text: string): TreeHead | undefined {
  const [, origin = '', digits = '', encoded = ''] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  const root = Buffer.from(encoded, 'base64');
  const size = Number(digits);
  if (origin === '' || root.toString('base64') !== encoded || !Number.isSafeInteger(size)) return undefined;
  const signed_at = text
    .split('\n')
    .slice(3)
    .map((line) => signedAtLine.exec(line)?.[1])
    .find((time) => time !== undefined);
  return { origin, size, root, ...(signed_at !== undefined && !Number.isNaN(Date.parse(signed_at)) && { signed_at }) };
}
