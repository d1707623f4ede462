import { type Compared, setsOf } from './agreement.ts';
import { countAbsences, falseAbsences } from './false-absences.ts';
import type { QuotationFigures, WrongQuotation } from './precision.ts';
import { percent, table } from './tables.ts';

/** Per set: quotations in sentences and sources against their labels, recall, and a judge where there is one. */
export function quotationTable(figures: ReadonlyMap<string, QuotationFigures>): string {
  const rows = [...figures].flatMap(([set, { sentences, sources, recall, judged }]) => [
    ...[sentences, sources].map((counted, at) => [
      set,
      at === 0 ? 'in sentences' : 'in sources',
      ...[counted.quotations, counted.labelled, counted.right, counted.wrong].map(String),
      percent(counted.precision),
      '',
    ]),
    [set, 'labels of support', '', String(recall.labels), String(recall.quoted), '', '', percent(recall.recall)],
    ...(judged
      ? [[set, 'judge', '', String(judged.labels), '', '', percent(judged.precision), percent(judged.recall)]]
      : []),
  ]);
  return table(['quotations', 'where', 'n', 'labelled', 'right', 'wrong', 'precision', 'recall'], rows);
}

export const wrongQuotations = (wrong: readonly WrongQuotation[]): string =>
  wrong.map(({ site, criterion, where, quote }) => `  ${site} ${criterion} ${where}: "${quote}"`).join('\n');

/** How many sentences of each set deny what a person found, and those of the sites that may be looked at. */
export function absenceList(sites: readonly Compared[], may_be_looked_at: (site: Compared) => boolean): string {
  const counts = [...setsOf(sites)].map(([set, those]) => {
    const { sentences, below } = countAbsences(those);
    return `${set} ${sentences} (${below} with a proposal below the person)`;
  });
  const lines = sites
    .filter(may_be_looked_at)
    .flatMap((site) =>
      falseAbsences(site).map(
        ({ criterion, sentence, below }) => `  ${site.name} ${criterion}${below ? ' <' : ''}: ${sentence}`,
      ),
    );
  return [`False absences: ${counts.join(', ')}`, ...lines].join('\n');
}
