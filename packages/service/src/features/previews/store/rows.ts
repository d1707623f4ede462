/** The preview of a host (decision 180). Rows are deleted after a time. */
export type PreviewRow = {
  /** Without `www.` where that is no name of its own. */
  host: string;
  /** The address that is visited. */
  website: string;
  /** What all hosts have in common that may be the same owner's. */
  owner: string;
  rubric: string;
  status: string;
  asked_at: string;
  /** The registration that asked, until an hour has passed; null for a person. */
  asked_by: string | null;
  finished_at: string | null;
  attempts: number;
  lease_by: string | null;
  lease_until: string | null;
  /** JSON, while it is under way. */
  progress: string | null;
  /** Why there is no result. */
  reason: string | null;
  /** JSON: `SitePreview`. */
  result: string | null;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    previews: PreviewRow;
  }
}
