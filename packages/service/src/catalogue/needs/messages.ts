/** What the serving thread and the one that answers needs say to each other. An offer is named by a number that is never used again. */

/** Companies that fit, best first, by their places on the board. */
export type Answer = { places: Int32Array; scores: Float64Array };

/** What of an audit says that a company fits, and its worst gap. */
export type Said = { match: string; blocking_gap: string | null };

/** A record as it is stored (record-store/packed-record.ts). */
export type StoredRecord = { packed: Uint8Array; size: number };

/** Each with the number of the call, which is 0 where nothing is answered. */
export type ToThread = { call: number } & (
  | /** Offers that are on the board, and what the records are called from which they are read. */
  { kind: 'know'; numbers: Uint32Array; keys: readonly string[] }
  /** The records of offers that are not known. */
  | { kind: 'read'; numbers: Uint32Array; records: readonly StoredRecord[] }
  /** The offers of the board by place; all others are forgotten where `forget` is said. */
  | { kind: 'board'; numbers: Uint32Array; forget: boolean }
  | { kind: 'find'; text: string; near: boolean }
  | { kind: 'quote'; text: string; records: readonly StoredRecord[] }
);

export type FromThread = { call: number } & (
  | { unknown: Uint32Array }
  | { read: number }
  | Answer
  | { said: readonly Said[] }
);

/** Where offers are kept for the next start, and what they must have been made with. */
export type OffersFile = { path: string; key: string };
