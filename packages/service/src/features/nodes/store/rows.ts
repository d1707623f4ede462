/** A process that serves, as it wrote itself down last (decision 168). */
export type NodeRow = {
  node_id: string;
  /** Host and port, for operators alone. */
  name: string;
  /** Of the software. */
  version: string;
  started_at: string;
  seen_at: string;
  /** The newest publication that it shows. */
  publication: number;
  /** How far its clock is ahead of that of the database, in milliseconds; 0 on SQLite, which has none. */
  clock_ms: number;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    nodes: NodeRow;
  }
}
