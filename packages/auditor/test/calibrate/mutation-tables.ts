import { type Agreement, agreementOf, type Compared, pairsOf } from './agreement.ts';
import { type AbsenceCount, countAbsences } from './false-absences.ts';
import type { Label } from './labels.ts';
import { movedUnder, type Scored, signed, sumOf } from './mutations/law.ts';
import { mutations } from './mutations/mutations.ts';
import { compareQuotations, type QuotationFigures, type QuotedSite } from './precision.ts';
import { figureCells, figureHead, percent, table } from './tables.ts';

type ScoredSite = Compared & QuotedSite;

/** The proposals for a site, and for its copy that a mutation changed. */
export type MutatedSite = {
  mutation: string;
  before: ScoredSite;
  after: ScoredSite;
  /** Whether the criteria may be named that moved: of a site that is kept for checking only sums are shown. */
  may_be_looked_at: boolean;
};

/** @throws Error where there is no such mutation */
export function lawOf(name: string) {
  const mutation = Object.hasOwn(mutations, name) ? mutations[name] : undefined;
  if (!mutation) throw new Error(`there is no mutation ${name}; there are ${Object.keys(mutations).join(', ')}`);
  return mutation.law;
}

const movedOf = ({ mutation, before, after }: MutatedSite) =>
  movedUnder(lawOf(mutation), before.proposals, after.proposals);

/** Per mutation and site: total (low) before and after, criteria that moved, and what of the law is broken. */
export function mutationTable(mutated: readonly MutatedSite[]): string {
  const rows = mutated.map((one) => {
    const { total, low, criteria, faults } = movedOf(one);
    const listed = criteria.map(({ id, from, to }) => `${id} ${from}→${to}`).join(', ');
    const sums = (of: readonly Scored[]) => `${sumOf(of, 'proposed')} (${sumOf(of, 'low')})`;
    return [
      one.mutation,
      one.before.name,
      sums(one.before.proposals),
      sums(one.after.proposals),
      signed(total),
      signed(low),
      faults.length === 0 ? 'kept' : `broken: ${faults.length}`,
      one.may_be_looked_at ? listed || '–' : `${criteria.length} criteria`,
    ];
  });
  return table(['mutation', 'site', 'before', 'after', 'total', 'low', 'law', 'moved'], rows);
}

/** What a mutation does to all sites together. */
export type MutationFigures = {
  mutation: string;
  sites: number;
  /** How many of them break its law. */
  broken: number;
  /** The largest move of a site in all, in what is sure, and of one criterion, with its sign, in points. */
  total: number;
  low: number;
  criterion: number;
  /** With the person who audited the site before it was changed. */
  agreement: Agreement;
  false_absences: AbsenceCount;
  quotations: QuotationFigures;
};

const largest = (values: readonly number[]) =>
  values.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0);

export const mutationFigures = (mutated: readonly MutatedSite[], labels: readonly Label[]): MutationFigures[] =>
  [...Map.groupBy(mutated, ({ mutation }) => mutation)].map(([mutation, those]) => {
    const moved = those.map(movedOf);
    const after = those.map((one) => one.after);
    return {
      mutation,
      sites: those.length,
      broken: moved.filter(({ faults }) => faults.length > 0).length,
      total: largest(moved.map(({ total }) => total)),
      low: largest(moved.map(({ low }) => low)),
      criterion: largest(moved.flatMap(({ criteria }) => criteria.map(({ from, to }) => to - from))),
      agreement: agreementOf(after.flatMap(pairsOf)),
      false_absences: countAbsences(after),
      quotations: compareQuotations(after, labels).figures,
    };
  });

/** Per mutation: the worst of its sites against its law, and how near people and labels the changed sites are. */
export function mutationFiguresTable(all: readonly MutationFigures[]): string {
  const laws = all.map(({ mutation, sites, broken, total, low, criterion }) => [
    ...[mutation, String(sites), String(broken), ...[total, low, criterion].map(signed)],
    Object.entries(lawOf(mutation))
      .map(([part, points]) => `${part} ${points}`)
      .join(', '),
  ]);
  const nearness = all.map(({ mutation, agreement, false_absences, quotations: { sentences, sources, recall } }) => [
    ...[mutation, ...figureCells(agreement), String(false_absences.sentences)],
    ...[sentences.precision, sources.precision, recall.recall].map(percent),
  ]);
  return (
    table(['mutation', 'sites', 'broken', 'worst total', 'worst low', 'worst criterion', 'law'], laws) +
    table(['mutation', ...figureHead, 'absences', 'sentences right', 'sources right', 'recall'], nearness)
  );
}
