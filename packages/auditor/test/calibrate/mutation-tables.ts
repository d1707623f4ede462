import { type Moved, movedUnder, type Scored, signed, sumOf } from './mutations/law.ts';
import { mutations } from './mutations/mutations.ts';
import { table } from './tables.ts';

/** The scores of a site, and of its copy that a mutation changed. */
export type MutatedScores = {
  mutation: string;
  site: string;
  /** Whether the criteria may be named that moved: of a site that is kept for checking only sums are shown. */
  may_be_looked_at: boolean;
  before: readonly Scored[];
  after: readonly Scored[];
};

/** @throws Error where there is no such mutation */
export function lawOf(name: string) {
  const mutation = Object.hasOwn(mutations, name) ? mutations[name] : undefined;
  if (!mutation) throw new Error(`there is no mutation ${name}; there are ${Object.keys(mutations).join(', ')}`);
  return mutation.law;
}

const movedOf = ({ mutation, before, after }: MutatedScores): Moved => movedUnder(lawOf(mutation), before, after);

/** Per mutation and site: total (low) before and after, criteria that moved, and what of the law is broken. */
export function mutationTable(scores: readonly MutatedScores[]): string {
  const rows = scores.map((one) => {
    const { total, low, criteria, faults } = movedOf(one);
    const listed = criteria.map(({ id, from, to }) => `${id} ${from}→${to}`).join(', ');
    const sums = (of: readonly Scored[]) => `${sumOf(of, 'proposed')} (${sumOf(of, 'low')})`;
    return [
      one.mutation,
      one.site,
      sums(one.before),
      sums(one.after),
      signed(total),
      signed(low),
      faults.length === 0 ? 'kept' : `broken: ${faults.length}`,
      one.may_be_looked_at ? listed || '–' : `${criteria.length} criteria`,
    ];
  });
  return table(['mutation', 'site', 'before', 'after', 'total', 'low', 'law', 'moved'], rows);
}

export type WorstOfMutation = {
  mutation: string;
  sites: number;
  broken: number;
  /** The largest of each, with its sign, in points. */
  total: number;
  low: number;
  criterion: number;
};

/** Per mutation: how many sites break its law, and the largest moves. */
export const worstOfMutations = (scores: readonly MutatedScores[]): WorstOfMutation[] =>
  [...Map.groupBy(scores, ({ mutation }) => mutation)].map(([mutation, those]) => {
    const moved = those.map(movedOf);
    const largest = (values: readonly number[]) =>
      values.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0);
    return {
      mutation,
      sites: those.length,
      broken: moved.filter(({ faults }) => faults.length > 0).length,
      total: largest(moved.map(({ total }) => total)),
      low: largest(moved.map(({ low }) => low)),
      criterion: largest(moved.flatMap(({ criteria }) => criteria.map(({ from, to }) => to - from))),
    };
  });

export const worstTable = (worst: readonly WorstOfMutation[]): string =>
  table(
    ['mutation', 'sites', 'broken', 'worst total', 'worst low', 'worst criterion', 'law'],
    worst.map(({ mutation, sites, broken, total, low, criterion }) => [
      ...[mutation, String(sites), String(broken), signed(total), signed(low), signed(criterion)],
      Object.entries(lawOf(mutation))
        .map(([part, points]) => `${part} ${points}`)
        .join(', '),
    ]),
  );
