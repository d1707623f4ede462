import type { TimeSlicer } from '../time-slicer.ts';
import type { CompanyRow } from './company-row.ts';

/**
 * The sum of the hashes of all index entries, as a number of 256 bits in words of 32. The order of a leaderboard and all
 * ranks follow from the entries, so what is written from the same entries is the same, and has the same sum, in whichever
 * order they were published. An immutable value.
 */
export type EntrySum = Uint32Array;

export const emptySum: EntrySum = new Uint32Array(8);

/** The sum after companies were removed and added. */
export async function changedSum(
  sum: EntrySum,
  change: { removed: Iterable<CompanyRow>; added: Iterable<CompanyRow> },
  slicer: TimeSlicer,
): Promise<EntrySum> {
  const after = sum.slice();
  for (const [companies, sign] of [
    [change.removed, -1],
    [change.added, 1],
  ] as const)
    for (const company of companies) {
      const digest = company.entryDigest();
      let carry = 0;
      for (let word = 0; word < after.length; word++) {
        const total = (after[word] as number) + sign * digest.readUInt32LE(4 * word) + carry;
        after[word] = total;
        carry = Math.floor(total / 0x1_0000_0000);
      }
      const turn = slicer();
      if (turn) await turn;
    }
  return after;
}
