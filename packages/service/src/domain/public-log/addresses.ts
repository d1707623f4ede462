import { TILE_WIDTH, tilePath } from '@readymark/tlog/tiles';

/** Where the service serves its public log (decision 141). */
export const LOG_FOLDER = '/log/';

/** The path of the proof of a company's current audit. */
export const proofPath = (slug: string): string => `/api/audits/${slug}/proof.json`;

/** The address of the file that has an entry, in a log of some size; undefined where the log is not that long yet. */
export function entryAddress(index: number, size: number): string | undefined {
  if (index >= size) return undefined;
  const n = Math.floor(index / TILE_WIDTH);
  return LOG_FOLDER + tilePath({ level: 'entries', n, width: Math.min(TILE_WIDTH, size - n * TILE_WIDTH) });
}
