/**
 * Every blob that there may be (decision 206), written before its bytes are. `held_until`: null while rows name it (those with a column
 * `blob`); else when it is looked at, and removed where none does: a time, or '' for at once. `ending` is 1 while its bytes are being removed.
 */
type BlobRow = { sha256: string; bytes: number; held_until: string | null; ending: number };

declare module '../tables.ts' {
  interface Tables {
    blobs: BlobRow;
  }
}
