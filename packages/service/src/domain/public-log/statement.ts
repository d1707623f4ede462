import type { Rubric } from '@readymark/rubric/rubric';
import { canonicalJson } from '@readymark/verify';
import { receiptsJson } from '../auditing/receipts.ts';
import { canonicalHash } from '../canonical-json.ts';
import type { ReplyKind, ReplyOutcome, TokenPlace } from '../replies/reply.ts';

/**
 * What an entry of the public log is about (decision 140). `audit`: the first of its date. `replacement`: another of the same
 * date took its place. `correction`: the same audit, with the right name or website of its company. `name_change`: the
 * same audit, under another slug. `retraction`: all audits of the company were taken back. About what a company says, and
 * not about which audits are public (decision 156): `reply`, its `outcome`, and the `removal` of its text.
 */
export type StatementKind = 'audit' | 'replacement' | 'correction' | 'name_change' | 'retraction' | ReplyStatementKind;

const aboutReplies = ['reply', 'outcome', 'removal'] as const;
export type ReplyStatementKind = (typeof aboutReplies)[number];

/** Whether a statement is about what a company says. */
export const isAboutReply = ({ kind }: Pick<Statement, 'kind'>): boolean => aboutReplies.some((one) => one === kind);

/** What a company says, in a statement (decision 156). */
type ReplyStatement = {
  reply_id: string;
  kind: ReplyKind;
  /** Null: about the whole audit. */
  criterion: string | null;
  /** With a salt: `textHash`. */
  text_sha256: string;
  proof: TokenPlace;
  proven_at: string;
  /** Null but for kind `outcome`. */
  outcome: ReplyOutcome | null;
  /** Index of the entry that it is about: of kind `reply` that of the audit, else that of the reply. */
  about: number;
  /** Index of the entry of the audit that corrected; else null. */
  corrected_by: number | null;
};

/**
 * An entry of the public log (decision 140), as canonical JSON. Hashes are SHA-256 in hex. Of a retraction everything about
 * an audit is null but `replaces`; of what is about a reply, everything but `audit_date`.
 */
export type Statement = {
  /** Format of the statement. */
  format: 1;
  kind: StatementKind;
  slug: string;
  audit_date: string | null;
  publication: number;
  /** When it was published, ISO 8601. */
  at: string;
  /** Of the record without its rank, as canonical JSON. */
  record_sha256: string | null;
  /** Format of the stored record (decision 45). */
  record_format: number | null;
  /** Version of the rubric. */
  rubric: string | null;
  /** Of the rubric's file, as canonical JSON. */
  rubric_sha256: string | null;
  /** Of the document of its receipts, as canonical JSON; null for an audit without. */
  receipts_sha256: string | null;
  /** Index of the entry whose place it takes; of a retraction that of the last audit. Null for an audit that replaces none. */
  replaces: number | null;
  /** `afterwards`: it was published before there was a log, or by a version that had none. */
  logged: 'at_publication' | 'afterwards';
  /** Absent but in what is about a reply. */
  reply?: ReplyStatement;
};

const rubricHashes = new WeakMap<Rubric, string>();

/** The hash of a rubric's file, which every publication says again. */
function rubricHash(rubric: Rubric): string {
  const known = rubricHashes.get(rubric) ?? canonicalHash(rubric);
  rubricHashes.set(rubric, known);
  return known;
}

/** What a statement says of an audit. `rubric` is undefined where its file is not known any more. */
export function auditStatement(
  audit: {
    record: string;
    record_format: number;
    receipts: string | null;
    reviewed_by: number | null;
    rubric: string;
  },
  rubric: Rubric | undefined,
): Pick<
  Statement,
  'slug' | 'audit_date' | 'record_sha256' | 'record_format' | 'rubric' | 'rubric_sha256' | 'receipts_sha256'
> {
  const record = JSON.parse(audit.record) as {
    company: string;
    slug: string;
    audit_date: string;
    rubric_version: string;
  };
  const { receipts, reviewed_by } = audit;
  return {
    slug: record.slug,
    audit_date: record.audit_date,
    record_sha256: canonicalHash(record),
    record_format: audit.record_format,
    rubric: audit.rubric,
    rubric_sha256: rubric === undefined ? null : rubricHash(rubric),
    receipts_sha256:
      receipts === null ? null : canonicalHash(JSON.parse(receiptsJson({ ...record, reviewed_by }, receipts))),
  };
}

/** The statement as the bytes of its entry. */
export const entryText = (statement: Statement): string => canonicalJson(statement);
