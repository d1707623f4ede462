import { criterionScores } from '@readymark/rubric/audit/criterion-scores';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import type { Correction } from '../../../domain/audit/correction.ts';
import type { PastBoard } from './past-board.ts';

/** What moved on the leaderboard between the ends of two days (decision 151). */
export type Moved = {
  from: string;
  to: string;
  /** Companies at both ends. */
  count: { before: number; after: number };
  /** How many companies that are at both ends have more, fewer or as many points, by another audit; and crossed into a higher or a lower tier. */
  totals: { up: number; down: number; same: number; tier_up: number; tier_down: number };
  /** Those of them with another score or other points, the largest difference first. */
  moved: readonly CompanyMove[];
  /** Companies that were not there at the first end, best first. */
  entered: readonly { slug: string; entry: Entry }[];
  /** Companies that were retracted between both ends, in the order of that. */
  gone: readonly Gone[];
  /** Companies of either day that were retracted after the second end; they are in nothing above. */
  retracted_since: number;
  /** Audits that were corrected between both ends, newest first, under the slugs that their companies have now. */
  corrected: readonly Correction[];
};

/** A company at both ends. `slug` is the one that it has now. */
export type CompanyMove = {
  slug: string;
  before: Entry;
  after: Entry;
  points: number;
  /** Criteria with other points, in the order of the rubric; none where the rubrics differ. */
  criteria: readonly { id: string; before: number; after: number }[];
};

/** A retraction: when (ISO 8601), and why; null where the slug was listed again since. */
export type Gone = { slug: string; at: string; reason: string | null };

/** A company that both boards have. */
type Pair = Pick<CompanyMove, 'slug' | 'before' | 'after'>;

/** The companies of two boards: those in both with other audits, and those only in the later one. */
export function pairsOf(from: PastBoard, to: PastBoard): { pairs: Pair[]; entered: Moved['entered'] } {
  const old = new Map(from.snapshot.companies.map((company) => [from.present(company.slug), company]));
  const pairs: Pair[] = [];
  const entered: { slug: string; entry: Entry }[] = [];
  for (const company of to.snapshot.companies) {
    const slug = to.present(company.slug);
    const before = old.get(slug);
    if (!before) entered.push({ slug, entry: to.snapshot.entryOf(company) });
    else if (before.audit_id !== company.audit_id)
      pairs.push({ slug, before: from.snapshot.entryOf(before), after: to.snapshot.entryOf(company) });
  }
  return { pairs, entered };
}

/**
 * @param points the points of criteria by the ids of audits, as they are stored beside their records
 * @param place the place of a tier, the best first
 */
export async function movedBetween(
  boards: { from: PastBoard; to: PastBoard; gone: readonly Gone[]; corrected: readonly Correction[] },
  { pairs, entered }: ReturnType<typeof pairsOf>,
  points: ReadonlyMap<string, string>,
  place: (tier: string) => number,
): Promise<Moved> {
  const { from, to, gone, corrected } = boards;
  const slicer = openTimeSlicer();
  const all: CompanyMove[] = [];
  for (const pair of pairs) {
    const by = pair.after.overall_score - pair.before.overall_score;
    all.push({ ...pair, points: by, criteria: criteriaBetween(pair, points) });
    await slicer();
  }
  const tier = ({ before, after }: CompanyMove) => Math.sign(place(before.tier) - place(after.tier));
  const many = (matches: (move: CompanyMove) => boolean) => all.filter(matches).length;
  const moved = all
    .filter(({ points: by, criteria }) => by !== 0 || criteria.length > 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || a.after.rank - b.after.rank);
  return {
    ...{ from: from.day, to: to.day, count: { before: from.snapshot.count, after: to.snapshot.count } },
    totals: {
      up: many(({ points: by }) => by > 0),
      down: many(({ points: by }) => by < 0),
      same: many(({ points: by }) => by === 0),
      tier_up: many((move) => tier(move) > 0),
      tier_down: many((move) => tier(move) < 0),
    },
    ...{ moved, entered, gone, corrected, retracted_since: to.retracted_since },
  };
}

function criteriaBetween({ before, after }: Pair, points: ReadonlyMap<string, string>): CompanyMove['criteria'] {
  if (before.rubric !== after.rubric) return [];
  const [old, now] = [before, after].map(({ audit_id }) => criterionScores(points.get(audit_id) ?? '{}'));
  if (!old || !now) return [];
  return now.criterion_ids.flatMap((id, at) => {
    const was = old.criterion_scores.charCodeAt(old.criterion_ids.indexOf(id));
    const is = now.criterion_scores.charCodeAt(at);
    return Number.isNaN(was) || was === is ? [] : [{ id, before: was, after: is }];
  });
}
