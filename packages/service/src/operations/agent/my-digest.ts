import { totalOf } from '@readymark/rubric/audit/criterion-scores';
import { z } from 'zod';
import type { Listed, PublicAudit, Snapshot } from '../../catalogue/snapshot.ts';
import { correctionText } from '../../domain/audit/correction.ts';
import {
  asOf,
  changesOf,
  digest,
  digestOf,
  movedBetween,
  sinceField,
  type WatchedCompany,
} from '../../domain/digest.ts';
import { replyLines } from '../../domain/replies/reply.ts';
import { type AuditLink, REQUESTS_PAGE } from '../../domain/request/request.ts';
import { type ReplacedAudit, replacedAuditsOf } from '../../store/audits.ts';
import { completedAudits } from '../../store/request-details.ts';
import { auditLinkOf } from '../../store/request-records.ts';
import { type Ended, type EndedRequest, endedRequestsOf } from '../../store/requests.ts';
import type { WatchRow } from '../../store/tables.ts';
import { watchesOf } from '../../store/watches.ts';
import { type Context, untilPublic } from '../context.ts';
import { pastTime } from '../moments/past-time.ts';
import { operation, registrationOf } from '../operation.ts';
import { endedWatches } from './fields/ended-watches.ts';
import { laterPages } from './fields/later-pages.ts';

/**
 * What watched companies gained since watching began, or since a time, and the caller's requests that ended (spec 2.5,
 * decision 23). No record is read: what moved follows from the points kept beside each. Faults: invalid_request.
 */
export const myDigest = operation({
  name: 'my_digest',
  title: 'My digest',
  summary: 'Points gained by the companies you watch since you began or since a time, and your requests that ended.',
  scope: 'audit_requests:read_own',
  faults: ['invalid_request'],
  input: z.object({
    since: sinceField.optional().meta({
      description: 'A date or time (UTC), 7d, or as_of of the last reply. Nothing counts from before you watched.',
      examples: ['2026-11-20'],
    }),
  }),
  output: digest,
  http: [
    {
      method: 'GET',
      id: 'get_my_digest',
      path: '/api/agent/digest',
      status: 200,
      fields: 'query',
      guidance: 'With since only what moved. An empty list without it means that you watch nothing.',
    },
  ],
  tool: {
    guidance:
      'Per company its scores then and now, and the criteria that moved. With since only what moved. Watching nothing: call watch_company first.',
  },
  async handler(ctx, { since: sent }, caller, { head }) {
    const now = ctx.now();
    const since = sent === undefined ? undefined : pastTime(ctx, 'since', sent);
    const registration_id = registrationOf(caller);
    const completed = await endedRequests(ctx, registration_id, { status: 'completed', since }, completedRequest);
    const declined =
      since === undefined
        ? undefined
        : await endedRequests(ctx, registration_id, { status: 'declined', since }, declinedRequest);
    const watches = await watchesOf(ctx.store.db, registration_id);
    const snapshot = ctx.catalogue.current();
    const watched = await watchedCompanies(ctx, snapshot, watches, since);
    const reported = await endedWatches(ctx, registration_id, watches, { since, report: !head });
    const ended_at = [...completed.ended_at, ...(declined?.ended_at ?? [])];
    const times = { now: now.toISOString(), as_of: asOf(now, [snapshot.modified.toISOString(), ...ended_at]) };
    return {
      body:
        declined === undefined
          ? digestOf(times, watched, completed.items, reported)
          : changesOf(times, watched, { completed: completed.items, declined: declined.items }, reported),
      prepared: true,
      further: { completed_requests: completed.further, declined_requests: declined?.further },
    };
  },
});

/** The first page of the caller's requests that ended in a way, newest first; the further ones; and the newest of those times. */
async function endedRequests<Item>(
  ctx: Context,
  registration_id: string,
  ended: Ended,
  itemOf: (request: EndedRequest, audit: AuditLink | undefined) => Item[],
) {
  const { db } = ctx.store;
  async function read(after?: EndedRequest) {
    const rows = await endedRequestsOf(db, registration_id, { ...ended, after, limit: REQUESTS_PAGE });
    const audits = await completedAudits(
      db,
      rows.flatMap(({ audit_id }) => audit_id ?? []),
    );
    await untilPublic(ctx, Math.max(0, ...[...audits.values()].map(({ publication }) => publication)));
    const items = rows.flatMap((row) => {
      const audit = audits.get(row.audit_id ?? '');
      return itemOf(row, audit && auditLinkOf(audit));
    });
    return { rows, items };
  }
  const first = await read();
  const ended_at = first.rows.slice(0, 1).map(({ status_changed_at }) => status_changed_at);
  return { items: first.items, further: laterPages(ctx, first, read), ended_at };
}

const completedRequest = (
  { request_id, company, status_changed_at: completed_at }: EndedRequest,
  audit: AuditLink | undefined,
) => (audit ? [{ request_id, company, completed_at, audit }] : []);

const declinedRequest = ({ request_id, company, status_changed_at: declined_at, declined_reason }: EndedRequest) => [
  { request_id, company, declined_at, declined_reason },
];

/** A watched company on the leaderboard, and from when its changes count. Its audits are made anew each time. */
type Watched = { watch: WatchRow; listed: Listed; rank: number; audits(): readonly PublicAudit[]; since: string };

async function watchedCompanies(
  ctx: Context,
  snapshot: Snapshot,
  watches: readonly WatchRow[],
  since: string | undefined,
): Promise<WatchedCompany[]> {
  const all = watches.flatMap((watch): Watched[] => {
    const listed = snapshot.listed(watch.slug);
    if (!listed) return [];
    const { watching_since } = watch;
    const from = since === undefined || since < watching_since ? watching_since : since;
    const audits = () => snapshot.publicAuditsOf(listed);
    return [{ watch, listed, rank: snapshot.rankOf(listed), audits, since: from }];
  });
  const changed = all.filter(hasChanged).map(({ watch }) => watch.slug);
  const replaced = changed.length ? await replacedAuditsOf(ctx.store.db, changed) : new Map<string, ReplacedAudit[]>();
  return all.map((company) => ({
    ...compared(ctx, company, replaced.get(company.watch.slug) ?? []),
    corrections: snapshot
      .corrections(company.watch.slug)
      .filter(({ at, criteria }) => at > company.since && criteria.length > 0)
      .map(correctionText),
    replies: snapshot
      .replies(company.watch.slug)
      .flatMap((reply) => replyLines(reply, company.since))
      .sort((a, b) => (a.at < b.at ? 1 : -1))
      .map(({ line }) => line),
  }));
}

/** Whether the digest compares with the audit that was current when watching began, and not with that of a later time. */
const fromBeginning = ({ watch, since }: Watched) => since === watch.watching_since;

/** Whether an audit was published since: the newest one is always the current one (decision 10). */
const hasChanged = (company: Watched) =>
  fromBeginning(company)
    ? company.listed.audit_id !== company.watch.audit_id_then
    : (company.audits().at(-1)?.published_at ?? '') > company.since;

/** @param replaced the replaced audits of a company that has changed */
function compared(ctx: Context, company: Watched, replaced: readonly ReplacedAudit[]): WatchedCompany {
  const { watch, listed, rank, since } = company;
  const audits = hasChanged(company) ? company.audits() : [];
  const now = audits.at(-1);
  const then = now && auditThen(company, audits, replaced);
  const reaudits = then ? audits.filter(({ audit_date }) => audit_date > then.audit_date) : [];
  const { overall_score: score_now, tier: tier_now } = listed;
  const score_of_then = now ? then && totalOf(then) : score_now;
  return {
    since,
    slug: watch.slug,
    company: listed.company,
    watching_since: watch.watching_since,
    score_then: fromBeginning(company) ? watch.score_then : (score_of_then ?? watch.score_then),
    score_now,
    tier_then: watch.tier_then,
    tier_now,
    rank,
    reaudits: reaudits.length,
    reaudit_due: listed.reaudit_due,
    last_reaudit: reaudits.at(-1)?.audit_date ?? null,
    moved: then && now ? movedBetween(then, now, ctx.rubrics) : [],
    ...(listed.fictional && { fictional: true as const }),
  };
}

/** The audit to compare with: the one that was current when watching began, or at the later time. */
function auditThen(
  company: Watched,
  audits: readonly PublicAudit[],
  replaced: readonly ReplacedAudit[],
): PublicAudit | undefined {
  const { watch, since } = company;
  const first = [...audits, ...replaced].find(({ audit_id }) => audit_id === watch.audit_id_then);
  if (fromBeginning(company)) return first;
  const current_then = [
    ...audits.filter(({ published_at }) => published_at <= since),
    ...replaced.filter(({ published_at, replaced_at }) => published_at <= since && replaced_at > since),
  ].sort((a, b) => (a.audit_date < b.audit_date ? -1 : 1));
  return current_then.at(-1) ?? first;
}
