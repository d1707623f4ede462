import { type Audit, isFictional } from '@readymark/rubric/audit/audit';
import type { BusinessKind } from '@readymark/rubric/ladder';
import { auditColumns, type PublishedAudit } from '../domain/audit/published.ts';
import { type ReceiptCriterion, storedReceipts } from '../domain/auditing/receipts.ts';
import { rankAmong, type ScoreCounts, withoutOne } from '../domain/leaderboard.ts';
import { snapshotOf } from './build-snapshot.ts';
import { emptyIndex } from './families/index-document.ts';
import { type RubricSource, rubricVersion } from './families/rubric-documents.ts';
import { openDocumentCache } from './families/snapshot-documents.ts';
import { emptyLeaderboard } from './leaderboard.ts';
import { LeaderboardBuilder } from './leaderboard-builder.ts';
import { openRecordStore } from './record-store/record-store.ts';
import type { ShownReplies } from './replies/shown-replies.ts';
import type { Snapshot } from './snapshot.ts';
import { openTimeSlicer } from './time-slicer.ts';

/** Where an audit would be: its rank, and what ranks and counts would go by with it. */
type RankedPlace = { rank: number; ranked: number; scores: ScoreCounts };

/**
 * The place that an audit would take among all that is published. Real companies are ranked without fictional ones, which
 * leave when it comes, or stay beside it without a rank of their own (decision 105).
 */
export function placeOf(current: Snapshot, { slug, overall_score, ...audit }: Audit): RankedPlace {
  const fictional = isFictional(audit);
  const first = current.groups[0]?.companies[0];
  const all_fictional = first?.fictional === true && current.ranked === current.count;
  const any_real = current.ranked > 0 && !all_fictional;
  const counted = fictional || any_real;
  const own = current.entry(slug);
  const is_ranked = own !== undefined && (any_real ? !own.fictional : counted);
  const others = counted ? withoutOne(current.scores, is_ranked ? own.overall_score : undefined) : new Map();
  const joins = !(fictional && any_real);
  const scores = joins ? new Map(others).set(overall_score, (others.get(overall_score) ?? 0) + 1) : others;
  const ranked = (counted ? current.ranked - (is_ranked ? 1 : 0) : 0) + (joins ? 1 : 0);
  return { rank: rankAmong(others, overall_score), ranked, scores };
}

/** What the company says already, which stays where it is. */
function repliesIn(current: Snapshot, slug: string): ShownReplies {
  const replies = current.replies(slug);
  const changed_at = current.modified.toISOString();
  return {
    companies: new Map(replies.length ? [[slug, { replies, changed_at }]] : []),
    outcome_days: current.outcome_days,
    decided: current.disputes_decided,
  };
}

/** Ids of what is not published. */
const NOT_PUBLISHED = 'preview';

/**
 * A snapshot with an audit that is not published: of its company alone, with the audits that are public, with
 * the rank that it would take among all others (decision 131). It costs as much as the company has audits, however long
 * the leaderboard is; whoever needs other companies asks the current snapshot.
 *
 * @param criteria what the audit rests on
 */
export async function previewOf(
  current: Snapshot,
  audit: Audit,
  criteria: readonly ReceiptCriterion[],
  {
    rubrics,
    now,
    reviewed_by = null,
    business = null,
  }: { rubrics: RubricSource; now(): Date; reviewed_by?: number | null; business?: BusinessKind | null },
): Promise<Snapshot> {
  const { slug, audit_date } = audit;
  const at = now();
  const records = openRecordStore(undefined);
  const slicer = openTimeSlicer();
  const row = (one: Audit, of: Pick<PublishedAudit, 'audit_id' | 'published_at' | 'receipts'>): PublishedAudit => ({
    ...auditColumns(one, rubrics.rubrics),
    ...{ reviewed_by, business },
    ...of,
    // An earlier record has the slug of its time (decision 101).
    slug,
    publication: 0,
    record: JSON.stringify(one),
  });
  const audits = current.publicAudits(slug).filter((one) => one.audit_date < audit_date);
  const earlier = audits.flatMap(({ audit_id, audit_date: date, published_at }) => {
    const record = current.audit(slug, date);
    return record ? [row(record, { audit_id, published_at, receipts: null })] : [];
  });
  const receipts = storedReceipts(criteria);
  const builder = new LeaderboardBuilder(emptyLeaderboard, records);
  const own = row(audit, { audit_id: NOT_PUBLISHED, published_at: at.toISOString(), receipts });
  await builder.add([...earlier, own], slicer);
  const leaderboard = await builder.finish(slicer);
  return snapshotOf({
    version: current.version,
    modified: at,
    leaderboard,
    place: { ...placeOf(current, audit), spread: current.spread },
    former: current.former_slugs,
    replies: repliesIn(current, slug),
    corrections: new Map([[slug, current.corrections(slug)]]),
    index: emptyIndex(at, rubricVersion(leaderboard, rubrics)),
    records,
    cache: openDocumentCache(),
    rubrics,
    now,
  });
}
