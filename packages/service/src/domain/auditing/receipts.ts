import { isFetched } from '@readymark/auditor/evidence/evidence';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { type Audit, audit } from '@readymark/rubric/audit/audit';
import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { type Revision, reviewsOf, writtenCriteria } from './review.ts';

/**
 * What a published audit rests on, in public (decision 90). `score` is as published; `low`, `proposed` and `high` are what
 * the auditing agent said, null where it has no ladder; `reviewed`: a person changed or confirmed it; `evidence`: that of the
 * record, where a person who gave another score than the proposed one wrote it (decision 170). Agents read the schema, so it
 * says little more than names.
 */
const { company, slug, audit_date, rubric_version } = audit.shape;
const points = z.int().min(0);
const said = points.nullable();

const receiptCriterion = z.object({
  id: z.string(),
  score: points,
  proposed: said,
  low: said,
  high: said,
  reviewed: z.boolean(),
  evidence: z.string().optional(),
  sources: z.array(
    z.union([
      z.object({
        ...{ url: z.string(), fetched_at: timestamp, status: z.int().nullable(), sha256: z.string().nullable() },
        excerpt: z.string(),
      }),
      z.object({ url: z.string(), not_fetched: z.string() }),
    ]),
  ),
});
export type ReceiptCriterion = z.infer<typeof receiptCriterion>;

/**
 * `/api/audits/{slug}/evidence.json`. `reviewed_by`: 2, where a second person scored it too, blind (decision 124). `rights`: whose the
 * excerpts are (decision 172); audits from before it was written do not have it, because the log has their hash.
 */
export const receipts = z.object({
  ...{ company, slug, audit_date, rubric_version, reviewed_by: z.int().optional(), rights: z.string().optional() },
  criteria: z.array(receiptCriterion),
});

export type Receipts = z.infer<typeof receipts>;

/** Sources that one criterion names. */
const SOURCES_MAX = 12;
const EXCERPT_MAX = 400;

/** Characters that hide text or turn its direction, and controls. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Words of a page as they may be shown anywhere: well-formed, on one line, and nothing in them that cannot be seen. */
const shownExcerpt = (text: string) =>
  text.toWellFormed().replace(invisible, ' ').replace(/\s+/g, ' ').trim().slice(0, EXCERPT_MAX).toWellFormed();

/** The receipts of a record that was published from a draft. Previews, which the record does not have, are left out. */
export function receiptsOf(
  record: Pick<Audit, 'criteria'>,
  proposals: readonly CriterionProposal[],
  revisions: readonly Revision[],
): ReceiptCriterion[] {
  const reviewed = reviewsOf(revisions);
  const written = writtenCriteria(record, proposals, revisions);
  return record.criteria.map(({ id, score, evidence }) => {
    const proposal = proposals.find((one) => one.id === id);
    const sources = (proposal?.sources ?? [])
      .filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url))
      .slice(0, SOURCES_MAX)
      .map((source) => {
        const url = new URL(source.url).href;
        if (!isFetched(source)) return { url, not_fetched: shownExcerpt(source.not_fetched) };
        const { fetched_at, status, sha256, excerpt } = source;
        return { url, fetched_at, status, sha256, excerpt: shownExcerpt(excerpt) };
      });
    const { proposed = null, low = null, high = null } = proposal ?? {};
    const moved = proposed !== null && reviewed.has(id) && score !== proposed;
    const said = { ...(moved && written.has(id) && { evidence }) };
    return { id, score, proposed, low, high, reviewed: reviewed.has(id), ...said, sources };
  });
}

/** What a person changed of what was proposed; `evidence` is null where the sentence is the machine's. */
export const changedCriteria = (criteria: readonly ReceiptCriterion[]) =>
  criteria.flatMap(({ id, proposed: from, score: to, reviewed, evidence = null }) =>
    from !== null && reviewed && from !== to ? [{ id, from, to, evidence }] : [],
  );

/** Whose the words are that evidence quotes. Each audit keeps the text that it was published with. */
const RIGHTS = 'Excerpts belong to the authors of the pages; no licence of ours covers them: /terms#quotations';

/** Receipts as an audit keeps them. */
export const storedReceipts = (criteria: readonly ReceiptCriterion[]): string =>
  JSON.stringify({ rights: RIGHTS, criteria });

/** The criteria of stored receipts; those of old audits are nothing else. */
export function receiptCriteria(stored: string): ReceiptCriterion[] {
  const read: ReceiptCriterion[] | { criteria: ReceiptCriterion[] } = JSON.parse(stored);
  return Array.isArray(read) ? read : read.criteria;
}

/**
 * The document of an audit's receipts, as JSON.
 *
 * @param stored what the audit keeps of them
 */
export function receiptsJson(
  {
    company,
    slug,
    audit_date,
    rubric_version,
    reviewed_by,
  }: Pick<Audit, 'company' | 'slug' | 'audit_date' | 'rubric_version'> & { reviewed_by: number | null },
  stored: string,
): string {
  const head = { company, slug, audit_date, rubric_version, ...(reviewed_by !== null && { reviewed_by }) };
  const rest = stored.startsWith('[') ? `"criteria":${stored}}` : stored.slice(1);
  return `${JSON.stringify(head).slice(0, -1)},${rest}`;
}
