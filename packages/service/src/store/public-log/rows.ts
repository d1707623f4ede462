/** Rows of the tables of the public log. Hashes of the tree are base64. */

/** An entry (decision 140). `audit_id` is set where it publishes an audit, `reply_id` where it publishes a reply; `slug` is that of the statement. Never changed or deleted. */
export type LogEntryRow = {
  entry_index: number;
  publication: number;
  audit_id: string | null;
  reply_id: string | null;
  slug: string;
  leaf_hash: string;
  /** The statement: canonical JSON. */
  entry: string;
};

/** A tile with all of its 256 hashes, one after another, and the hash of the complete tree over them. Never changed. */
type LogTileRow = { tile_level: number; tile_index: number; root: string; hashes: string };

/** One row: how many entries there are, the last publication that is logged, and all that appending needs of the tree. */
type LogStateRow = { name: string; size: number; publication: number; frontier: string };

/** A head of the log that was signed. `publication` is the last one whose entries it covers. */
export type LogCheckpointRow = { size: number; publication: number; root: string; note: string; signed_at: string };

/**
 * A key that signs or signed the log. One has no end. `handover` is the checkpoint that names this key and
 * that it and the one before it signed; null for the first key of a log.
 */
export type LogKeyRow = { verifier_key: string; from_at: string; until_at: string | null; handover: string | null };

/**
 * A witness of the log (decision 149), by the text of its key. `size`: as many entries as it cosigned last, as far as is known. After a
 * failure `failure` says why, and it is asked again at `due_at`.
 */
export type LogWitnessRow = {
  witness: string;
  size: number;
  failures: number;
  due_at: string | null;
  failure: string | null;
  lease_by: string | null;
  lease_until: string | null;
};

/** A cosignature of the checkpoint of some size, which was verified; `line` is that of the note, with its newline. */
export type LogCosignatureRow = {
  size: number;
  witness: string;
  line: string;
  cosigned_at: string;
  stored_at: string;
};

declare module '../tables.ts' {
  interface Tables {
    log_entries: LogEntryRow;
    log_tiles: LogTileRow;
    log_state: LogStateRow;
    log_checkpoints: LogCheckpointRow;
    log_keys: LogKeyRow;
    log_witnesses: LogWitnessRow;
    log_cosignatures: LogCosignatureRow;
  }
}
