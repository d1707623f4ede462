import { type Agreement, agreementOf, type Compared, groupsOf, pairsOf, setsOf } from './agreement.ts';
import { type AbsenceCount, countAbsences } from './false-absences.ts';
import type { MutationFigures } from './mutation-tables.ts';
import type { QuotationFigures } from './precision.ts';

type SetFigures = {
  sites: number;
  /** By `all`, pillar and criterion. */
  agreement: Record<string, Agreement>;
  false_absences: AbsenceCount;
  quotations?: QuotationFigures;
};

type SiteFigures = {
  name: string;
  set: string;
  low: number;
  proposed: number;
  high: number;
  human: number;
  ms: number;
  requests: number;
  /** Requests that were answered 404 or 410. */
  missing: number;
};

/** All figures of a run, for documents: no words of a site, and no quotations. */
type Figures = { sets: Record<string, SetFigures>; sites: SiteFigures[]; mutations: MutationFigures[] };

export function figuresOf(
  sites: readonly Compared[],
  quotations: ReadonlyMap<string, QuotationFigures>,
  mutations: MutationFigures[],
): Figures {
  const sets = [...setsOf(sites)].map(([set, those]): [string, SetFigures] => {
    const groups = groupsOf(those.flatMap(pairsOf));
    const quoted = quotations.get(set);
    return [
      set,
      {
        sites: those.length,
        agreement: Object.fromEntries([...groups].map(([name, pairs]) => [name, agreementOf(pairs)])),
        false_absences: countAbsences(those),
        ...(quoted && { quotations: quoted }),
      },
    ];
  });
  return { sets: Object.fromEntries(sets), sites: sites.map(siteFigures), mutations };
}

function siteFigures(site: Compared): SiteFigures {
  const pairs = pairsOf(site);
  const sum = (of: 'low' | 'proposed' | 'high' | 'human') => pairs.reduce((total, pair) => total + pair[of], 0);
  const { name, set, ms, requests, missing } = site;
  const sums = { low: sum('low'), proposed: sum('proposed'), high: sum('high'), human: sum('human') };
  return { name, set, ...sums, ms, requests, missing };
}
