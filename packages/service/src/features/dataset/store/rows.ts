import type { KeptBytes } from '../../../store/blobs/kept-bytes.ts';

/** Rows of the tables of datasets (decision 153). */

/**
 * A dataset of a publication: `making`, or `ready` with its `contents` (JSON of its key, its counts and its files). Nothing of it
 * changes once it is ready.
 */
type DatasetRow = {
  publication: number;
  published_at: string;
  status: string;
  contents: string | null;
  made_at: string | null;
  lease_by: string | null;
  lease_until: string | null;
};

/** A piece of a file: all but the last of a file have the same length. `file` is `{publication}/{name}`. */
type DatasetPieceRow = KeptBytes & { file: string; piece: number };

declare module '../../../store/tables.ts' {
  interface Tables {
    datasets: DatasetRow;
    dataset_pieces: DatasetPieceRow;
  }
}
