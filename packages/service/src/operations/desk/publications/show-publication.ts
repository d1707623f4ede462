import { overallScore, tierField } from '@readymark/rubric/audit/audit';
import { day, timestamp, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { Fault } from '../../../domain/fault.ts';
import { rankAmong, type ScoreCounts } from '../../../domain/leaderboard.ts';
import { noticeKinds, noticeStatuses } from '../../../domain/notice.ts';
import { publicationKinds } from '../../../domain/publication.ts';
import { findWholeJob } from '../../../store/auditing/audit-jobs.ts';
import { type CurrentAudit, currentAuditsOf } from '../../../store/audits.ts';
import { auditById } from '../../../store/desk-audits.ts';
import { scoreCounts } from '../../../store/kept/current-companies.ts';
import { latestPublication } from '../../../store/publications.ts';
import {
  auditBefore,
  auditsIn,
  type ContainedAudit,
  findPublication,
  isFanoutOpenFor,
  lettersAbout,
  publisherOf,
  requestsAnsweredBy,
} from '../../../store/publishing/publication-contents.ts';
import { publishedDraft, publishedDraftOf } from '../../auditing/published-draft.ts';
import { reviewedDraft } from '../../auditing/reviewed-draft.ts';
import type { Context } from '../../context.ts';
import { deskOperation } from '../../desk-operation.ts';
import { stillWaiting, waitingFor } from '../requests/waiting-requests.ts';

/** Audits and requests that one reply names. */
const NAMED_MAX = 100;

/** The clocks of two nodes differ by less. */
const CLOCKS_MS = 3_600_000;

const count = z.int().min(0);

const contained = z.object({
  slug: z.string(),
  company: z.string(),
  audit_date: day,
  overall_score: overallScore,
  tier: tierField,
  fictional: z.boolean(),
  rank: count.nullable().describe('Now; null when this is not the current audit of its company'),
  replaced_at: timestamp.nullable().describe('When it was replaced, or its company retracted; null while it is public'),
  before: z
    .object({ audit_date: day, overall_score: overallScore })
    .nullable()
    .describe('The audit that it came after; of the same date where it corrected that one'),
  job_id: z.string().nullable().describe('The audit job that it rests on; null for one written by hand'),
});

/**
 * What a publication contained, who is notified of it, which requests it answered, and whether it can be corrected (decision
 * 131). Faults: not_found.
 */
export const showPublication = deskOperation({
  name: 'show_publication',
  title: 'Show a publication',
  summary: 'Shows what a publication contained and what became of its letters.',
  path: 'GET /api/desk/publications/{publication}',
  guidance:
    'Names its audits with their ranks now, the letters by status, the requests that it answered and those that still wait, and until when its draft can be opened for a correction.',
  faults: ['not_found'],
  // In a path it is a text.
  input: z.object({ publication: z.coerce.number().pipe(wholeNumber(1, 2 ** 31 - 1)) }),
  output: z.object({
    publication: count,
    kind: z.enum(publicationKinds),
    at: timestamp,
    operator: z.string().nullable().describe('Who published it; null where that is not recorded'),
    audits: z.array(contained).describe(`Its audits, ${NAMED_MAX} at most`),
    more: z.boolean().describe('Whether there are more audits'),
    letters: z.object({
      writing: z.boolean().describe('Whether letters to watchers are still being written'),
      watchers: z
        .array(z.object({ kind: z.enum(noticeKinds), status: z.enum(noticeStatuses), count }))
        .describe('Letters to watchers by kind and status'),
    }),
    completed: z
      .array(
        z.object({
          request_id: z.string(),
          company: z.string(),
          letter: z.enum(noticeStatuses).nullable().describe('Status of its letter; null where there was no address'),
        }),
      )
      .describe(`Requests that these audits answered, ${NAMED_MAX} at most`),
    waiting: z.array(waitingFor).describe('Requests that still wait for the websites of these audits, 100 at most'),
    draft: publishedDraft.nullable().describe('Of a single audit: its draft, and whether that can be corrected'),
  }),
  async handler(ctx, { publication }) {
    const { db } = ctx.store;
    const found = await findPublication(db, publication);
    if (!found) throw new Fault('not_found', 'There is no publication with this number.');
    const { at } = found;
    const rows = await auditsIn(db, publication, NAMED_MAX + 1);
    const audits = rows.slice(0, NAMED_MAX);
    const ids = audits.map(({ audit_id }) => audit_id);
    const open = audits.filter(({ replaced_at }) => replaced_at === null);
    const slugs = [...new Set(audits.map(({ slug }) => slug))];
    const places = { current: await currentAuditsOf(db, slugs), scores: await scoresNow(ctx) };
    const since = new Date(Date.parse(at) - CLOCKS_MS).toISOString();
    return {
      ...{ publication, at, kind: found.kind as (typeof publicationKinds)[number] },
      operator: await publisherOf(db, found),
      audits: await Promise.all(audits.map((row) => shown(ctx, row, publication, places))),
      more: rows.length > NAMED_MAX,
      letters: { writing: await isFanoutOpenFor(db, slugs, ids), watchers: await lettersAbout(db, ids) },
      completed: await requestsAnsweredBy(db, ids, since, NAMED_MAX),
      waiting: await waitingForThese(ctx, open),
      draft: audits[0] && audits.length === 1 ? await draftOf(ctx, audits[0]) : null,
    };
  },
});

/** Companies per score as everything that is published leaves them: from the snapshot while that has all of it. */
async function scoresNow({ store: { db }, catalogue }: Context): Promise<ScoreCounts> {
  const snapshot = catalogue.current();
  return snapshot.version === (await latestPublication(db)) ? snapshot.scores : scoreCounts(db);
}

type Places = { current: ReadonlyMap<string, CurrentAudit>; scores: ScoreCounts };

async function shown({ store }: Context, row: ContainedAudit, publication: number, { current, scores }: Places) {
  const { audit_id, slug, company, audit_date, overall_score, tier, fictional, replaced_at, job_id } = row;
  const before = await auditBefore(store.db, slug, publication);
  return {
    ...{ slug, company, audit_date, overall_score, tier, fictional: fictional === 1, replaced_at, job_id },
    rank: current.get(slug)?.audit_id === audit_id ? rankAmong(scores, overall_score) : null,
    before: before ? { audit_date: before.audit_date, overall_score: before.overall_score } : null,
  };
}

async function waitingForThese(ctx: Context, audits: readonly ContainedAudit[]) {
  const records = await Promise.all(audits.map(({ audit_id }) => auditById(ctx.store.db, audit_id)));
  const known = records.flatMap((record) => record ?? []);
  return known.length ? stillWaiting(ctx, known, { completed: [], published: true }) : [];
}

/** Of an audit from a draft that is still kept. */
async function draftOf({ store: { db }, now }: Context, { job_id }: ContainedAudit) {
  const job = job_id === null ? undefined : await findWholeJob(db, job_id);
  if (!job || job.draft === null || job.aged_out_at !== null) return null;
  return publishedDraftOf(db, job, reviewedDraft(job).hash, now());
}
