import { type Audit, audit, isFictional, overallScore, tierField } from '@readymark/rubric/audit/audit';
import { auditChanges } from '@readymark/rubric/audit/changes';
import { lacksEvidence } from '@readymark/rubric/audit/draft';
import { day, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { placeOf } from '../../../catalogue/preview.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { changedCriteria, receiptsOf } from '../../../domain/auditing/receipts.ts';
import { contradictedCriteria, olderTexts } from '../../../domain/auditing/review.ts';
import { FICTIONAL_REASON, formerSlug } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { noticeKinds } from '../../../domain/notice.ts';
import { answers } from '../../../domain/request/match.ts';
import { isWaiting, type RequestStatus, statusField } from '../../../domain/request/request.ts';
import { entriesOf } from '../../../store/auditing/draft-entries.ts';
import { currentAuditsOf } from '../../../store/audits.ts';
import { fictionalSlugs, isRealListed } from '../../../store/companies/fictional.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import { auditById } from '../../../store/desk-audits.ts';
import { requestersOf, watchersOf } from '../../../store/publishing/publication-contents.ts';
import { findRequest } from '../../../store/requests.ts';
import { refuseBlind } from '../../auditing/draft-rules.ts';
import { publishedDraft, publishedDraftOf } from '../../auditing/published-draft.ts';
import { reviewedDraft } from '../../auditing/reviewed-draft.ts';
import { wholeJobAt } from '../../auditing/shown-job.ts';
import { noteView } from '../../auditing/visits.ts';
import type { Context } from '../../context.ts';
import { deskOperation } from '../../desk-operation.ts';
import { stillWaiting } from '../requests/waiting-requests.ts';
import { publish } from './publish.ts';
import { publishableAudits } from './publishable.ts';

const count = z.int().min(0);
const auditBefore = z.object({ audit_date: day, overall_score: overallScore, tier: tierField, rank: count.nullable() });

/**
 * Everything that publishing the draft of a job would do, and what keeps it from that (decision 131): a dry run with the
 * choices that it needs, and who would be notified. Faults: not_found; conflict, when there is no draft.
 */
export const checkPublication = deskOperation({
  name: 'check_publication',
  title: 'Check a publication',
  summary: 'Says what publishing the draft of an audit would do, and what keeps it from that.',
  path: 'GET /api/desk/audit-jobs/{job_id}/publication',
  guidance:
    'Nothing is published. Names what must still be done, the choices that publishing needs (replace, reinstate, keep_examples), the rank, who would be notified, and which requests wait for it.',
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: z.object({
    job_id: z.string(),
    version: count,
    hash: z.string().describe('SHA-256 of the record as canonical JSON; send it to publish exactly this record'),
    record: audit,
    rank: count.describe('The rank that it would take'),
    ranked: count.describe('Companies that would be ranked'),
    before: auditBefore.nullable().describe('The current audit of the company; null for a new company'),
    open: z.array(z.string()).describe('Criteria that a person must still change or confirm'),
    contradicted: z.array(z.string()).describe('Those of them whose evidence says otherwise than their score'),
    changed: z
      .array(z.object({ id: z.string(), from: count, to: count, evidence: z.string().nullable() }))
      .describe('What a person changed of what was proposed; evidence is null where it is not written by a person'),
    older_texts: z
      .array(z.object({ name: z.string(), criteria: z.array(z.string()) }))
      .describe('Texts that a person wrote before criteria changed that they name'),
    unsaved: z.array(z.string()).describe('Fields in which you have typed what is not saved'),
    issues: z
      .array(z.object({ field: z.string().describe('Path in the record, or empty'), message: z.string() }))
      .describe('What else keeps it from being published'),
    replaces: z.boolean().describe('Whether an audit of the same date must be replaced (replace)'),
    retracted: z
      .object({ at: timestamp, reason: z.string() })
      .nullable()
      .describe('Why the company was retracted: it must be reinstated (reinstate)'),
    fictional: z.object({
      leave: z.array(z.string()).describe('Fictional companies that leave, unless they are kept (keep_examples)'),
      beside_real: z
        .boolean()
        .describe('Whether this is a fictional company, and real ones are listed (keep_examples)'),
    }),
    notified: z.object({
      letter: z.enum(noticeKinds).nullable().describe('The letter to watchers; null where there is none'),
      watchers: count,
      with_address: count.nullable().describe('Watchers with an address; null where there are too many to count'),
    }),
    requests: z
      .array(
        z.object({
          request_id: z.string(),
          status: statusField,
          company: z.string(),
          website: z.string(),
          submitted_at: timestamp,
          letter: z.boolean().describe('Whether an address is on file to send the audit to'),
          matches: z
            .boolean()
            .describe('Whether its site or company name is that of the audit (else despite_mismatch)'),
        }),
      )
      .describe('Requests that wait for this site, 100 at most, and the one that the audit was started for'),
    evidence: z.object({
      collected_at: timestamp.nullable(),
      kept_until: timestamp.nullable().describe('When draft and evidence are removed, unless it is published'),
    }),
    published: publishedDraft.nullable().describe('What was last published from this draft'),
  }),
  async handler(ctx, { job_id }, { operator }) {
    const { db } = ctx.store;
    const job = await wholeJobAt(db, job_id);
    await refuseBlind(ctx, db, job, operator);
    const { record, hash, open, proposals, revisions } = reviewedDraft(job);
    await noteView(ctx, job_id, operator);
    const { slug, audit_date } = record;
    const snapshot = ctx.catalogue.current();
    const { rank, ranked } = placeOf(snapshot, record);
    const current = (await currentAuditsOf(db, [slug])).get(slug);
    const last = current && (await auditById(db, current.audit_id));
    const shown = snapshot.entry(slug);
    const before = last && {
      ...{ audit_date: last.audit_date, overall_score: last.overall_score, tier: last.tier },
      rank: shown && shown.audit_id === current.audit_id ? shown.rank : null,
    };
    const replaces = last?.audit_date === audit_date;
    const former = formerSlug(await formerSlugsNow(db), slug);
    const gone = former && 'retracted' in former ? former.retracted : undefined;
    const retracted = gone && gone.reason !== FICTIONAL_REASON ? gone : null;
    const fictional = await besideOthers(ctx, record);
    const published = await publishedDraftOf(db, job, hash, ctx.now());
    const choices = { replace: replaces, reinstate: retracted !== null, keep_examples: fictional.beside_real };
    // What only an unfinished draft is refused for is in `open`; the rest shows without it.
    const rests_on = open.length ? { drafts: [], hashes: [] } : { drafts: [job_id], hashes: [hash] };
    const order = { operator, ...choices, ...rests_on };
    const issues = published?.same ? [] : await refusals(ctx, asWritten(record), order);
    const started = job.request_id === null ? undefined : await findRequest(db, job.request_id);
    const { kept_until, collected_at } = keptUntil(ctx, job);
    return {
      ...{ job_id, version: job.version, hash, record, rank, ranked, before: before ?? null, open, issues },
      contradicted: contradictedCriteria(record, proposals, revisions),
      changed: changedCriteria(receiptsOf(record, proposals, revisions)),
      older_texts: olderTexts(record, revisions),
      ...{ replaces, retracted, fictional, published },
      unsaved: (await entriesOf(db, { job_id, operator })).map(({ field }) => field),
      notified: { letter: letterAfter(last, record), ...(await watchersOf(db, slug)) },
      requests: await waitingFor(ctx, record, started),
      evidence: { collected_at, kept_until: published ? null : kept_until },
    };
  },
});

/** A record without what `open` names already: a dry run would refuse each criterion without evidence once more. */
const asWritten = (record: Audit): Audit => ({
  ...record,
  criteria: record.criteria.map((one) => (lacksEvidence(one) ? { ...one, evidence: 'It is open.' } : one)),
});

/** What a dry run refuses; nothing where it would be published. */
async function refusals(ctx: Context, record: Audit, order: Choices) {
  try {
    await publish(ctx, publishableAudits(ctx, [record]), {
      ...order,
      ...{ completes: [], despite_mismatch: false, dry_run: true },
    });
    return [];
  } catch (error) {
    if (!(error instanceof Fault) || (error.code !== 'invalid_request' && error.code !== 'conflict')) throw error;
    const { errors } = error.details;
    return (errors ?? [{ field: '', message: error.message }]).map(({ field, message }) => ({
      field: field.replace(/^audits\[0\]\.?|^drafts\[0\]$/, ''),
      message,
    }));
  }
}

type Choices = Pick<
  Parameters<typeof publish>[2],
  'operator' | 'replace' | 'reinstate' | 'keep_examples' | 'drafts' | 'hashes'
>;

/** Fictional companies and this one (decision 105). */
async function besideOthers({ store: { db } }: Context, record: Audit) {
  const fictional = isFictional(record);
  return { leave: fictional ? [] : await fictionalSlugs(db), beside_real: fictional && (await isRealListed(db)) };
}

/** The letter that watchers get (decision 28): of a correction only when a score moved. */
function letterAfter(last: Audit | undefined, record: Audit) {
  if (!last) return null;
  if (last.audit_date !== record.audit_date) return 'reaudit' as const;
  return auditChanges(last, record).criteria.length ? ('correction' as const) : null;
}

async function waitingFor(
  ctx: Context,
  record: Audit,
  started: { request_id: string; status: string; company: string; website: string } | undefined,
) {
  const waiting = await stillWaiting(ctx, [record], { completed: [], published: false });
  const found = waiting.flatMap(({ requests }) => requests);
  const status = started?.status as RequestStatus;
  if (started && isWaiting(status) && !found.some(({ request_id }) => request_id === started.request_id)) {
    const { request_id, company, website } = started;
    found.unshift({ request_id, status, company, website });
  }
  const ids = found.map(({ request_id }) => request_id);
  const requesters = await requestersOf(ctx.store.db, ids);
  return found.flatMap((request) => {
    const of = requesters.get(request.request_id);
    return of ? [{ ...request, ...of, matches: answers(record, request) }] : [];
  });
}

const DAY_MS = 86_400_000;

function keptUntil(
  { settings }: Context,
  { finished_at, bundle }: { finished_at: string | null; bundle: string | null },
) {
  const collected_at = bundle === null ? null : (JSON.parse(bundle) as { finished_at: string }).finished_at;
  const kept_until =
    finished_at === null ? null : new Date(Date.parse(finished_at) + settings.EVIDENCE_DAYS * DAY_MS).toISOString();
  return { collected_at, kept_until };
}
