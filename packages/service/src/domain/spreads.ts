import type { BusinessKind } from '@readymark/rubric/ladder';
import { medianOf, type ScoreCounts } from './leaderboard.ts';

/** Companies whose points can be compared: under one rubric, all of them or those of one kind of business. */
type Group = { rubric: string; fictional: boolean; business: BusinessKind | 'all' };

/** How points are spread over a group: how many companies have each score, overall and by pillar. */
export type Spread = Group & {
  companies: number;
  scores: ScoreCounts;
  pillars: ReadonlyMap<string, ScoreCounts>;
};

/** By `spreadKey`. */
export type Spreads = ReadonlyMap<string, Spread>;

export const spreadKey = ({ rubric, fictional, business }: Group): string => `${rubric} ${fictional} ${business}`;

/** What of a company is counted. */
type Counted = Pick<Group, 'rubric' | 'fictional'> & {
  business: BusinessKind | undefined;
  overall_score: number;
  pillar_scores: Record<string, number>;
};

type OwnSpread = Omit<Spread, 'scores' | 'pillars'> & {
  scores: Map<number, number>;
  pillars: Map<string, Map<number, number>>;
};

/** Counts companies in and out of copies; the spreads that it begins with are not changed. A company costs a few additions. */
export function openSpreads(base: Spreads) {
  const spreads = new Map(base);
  const own = new Map<string, OwnSpread>();
  const ownOf = (group: Group): OwnSpread => {
    const key = spreadKey(group);
    const known = own.get(key);
    if (known) return known;
    const { companies = 0, scores, pillars = [] } = spreads.get(key) ?? {};
    const copies = [...pillars].map(([id, counts]) => [id, new Map(counts)] as const);
    const copy = { ...group, companies, scores: new Map(scores), pillars: new Map(copies) };
    own.set(key, copy);
    spreads.set(key, copy);
    return copy;
  };
  return {
    /** Counts a company in, or out. */
    count({ rubric, fictional, business, overall_score, pillar_scores }: Counted, by: 1 | -1): void {
      for (const of of business ? (['all', business] as const) : (['all'] as const)) {
        const spread = ownOf({ rubric, fictional, business: of });
        spread.companies += by;
        add(spread.scores, overall_score, by);
        for (const id in pillar_scores) {
          const counts = spread.pillars.get(id) ?? new Map<number, number>();
          spread.pillars.set(id, counts);
          add(counts, pillar_scores[id] as number, by);
        }
      }
    },
    /** The spreads after all changes; a group without companies has none. */
    finish: (): Spreads => new Map([...spreads].filter(([, { companies }]) => companies > 0)),
  };
}

function add(counts: Map<number, number>, score: number, by: 1 | -1): void {
  const companies = (counts.get(score) ?? 0) + by;
  if (companies > 0) counts.set(score, companies);
  else counts.delete(score);
}

/** The median of each pillar. */
export const pillarMedians = ({ pillars }: Spread): ReadonlyMap<string, number> =>
  new Map([...pillars].map(([id, counts]) => [id, medianOf(counts)]));
