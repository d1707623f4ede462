/** A form that somebody sent (decision 116). Rows are deleted after a time, addresses when they are confirmed or expire. */
export type FormSubmissionRow = {
  submission_id: string;
  token_hash: string;
  purpose: string;
  /** Null until the form is processed. */
  registration_id: string | null;
  /** The company of a watch. */
  slug: string | null;
  /** The address that is to be confirmed; null when it was, or never will be. */
  email: string | null;
  /** Of the address that a letter was written to, with a secret, to count letters. */
  email_hash: string | null;
  created_at: string;
  confirmed_at: string | null;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    form_submissions: FormSubmissionRow;
  }
}
