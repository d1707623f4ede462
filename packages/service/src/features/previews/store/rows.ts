/** The preview of a host (decision 180). Rows are deleted after a time. */
export type PreviewRow = {
  /** Without `www.` where that is no name of its own. */
  host: string;
  /** The address that is visited. */
  website: string;
  rubric: string;
  status: string;
  asked_at: string;
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
  /** The audit of the site that cites documents which were others then, and their addresses as JSON; null without any. */
  changed_audit_id: string | null;
  changed_urls: string | null;
};

/** A preview that was begun within the last hour: the limits count them. */
type PreviewAskRow = {
  ask_id: string;
  /** What all hosts have in common that may be the same owner's. */
  owner: string;
  /** The registration that asked; null for a person. */
  asked_by: string | null;
  asked_at: string;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    previews: PreviewRow;
    preview_asks: PreviewAskRow;
  }
}
