import {
  type Agreement,
  agreementOf,
  type Compared,
  groupsOf,
  isInside,
  off,
  type Pair,
  pairsOf,
  setsOf,
} from './agreement.ts';

export const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(100 * share)} %`);
const points = (value: number | null) => (value === null ? '–' : value.toFixed(2));

/** Per criterion and site: low/proposed/high against the person; `=` exact, `~` one off, `!` more, `x` outside the interval. */
export function criterionTable(sites: readonly Compared[]): string {
  const ids = [...new Set(sites.flatMap(({ proposals }) => proposals.map(({ id }) => id)))];
  const rows = ids.map((id) => {
    const pairs = sites.map((site) => pairsOf(site).find((pair) => pair.id === id));
    return [id, ...pairs.map((pair) => (pair ? cell(pair) : '–'))];
  });
  return table(['criterion', ...sites.map(({ name }) => name.slice(0, 14))], rows);
}

function cell(pair: Pair): string {
  const mark = off(pair) === 0 ? '=' : Math.abs(off(pair)) === 1 ? '~' : '!';
  return `${pair.low} ${pair.proposed} ${pair.high} | ${pair.human} ${mark}${isInside(pair) ? ' ' : 'x'}`;
}

/** Agreement as the cells of a row, and their names. */
export const figureHead = ['scores', '±1', 'exact', 'kappa', 'bias', 'inside', 'width'];
export const figureCells = ({ scores, within_one, exact, kappa, bias, inside, width }: Agreement) => [
  String(scores),
  ...[percent(within_one), percent(exact), points(kappa), points(bias), percent(inside), points(width)],
];

/** Per set: how near the proposals are to people, for all criteria, each pillar and each criterion; single scores of fit only. */
export const agreementTable = (sites: readonly Compared[]): string =>
  [...setsOf(sites)]
    .map(([set, those]) => {
      const may_tell = those.every((site) => site.set !== 'check');
      const rows = [...groupsOf(those.flatMap(pairsOf))].map(([name, pairs]) => [
        name,
        ...figureCells(agreementOf(pairs)),
        may_tell && name.includes('-') ? confusions(pairs) : '',
      ]);
      const head = [`${set} (${those.length})`, ...figureHead];
      return table([...head, may_tell ? 'human→proposed' : ''], rows);
    })
    .join('');

/** How often each score was proposed where a person gave which. */
function confusions(pairs: readonly Pair[]): string {
  const counted = Map.groupBy(pairs, ({ proposed, human }) => `${human}→${proposed}`);
  return [...counted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, same]) => (same.length > 1 ? `${key} ×${same.length}` : key))
    .join('  ');
}

/** Per site: sums of low, proposed, high and of the person, and which share of its requests found nothing there. */
export function siteTable(sites: readonly Compared[]): string {
  const rows = sites.map((site) => {
    const pairs = pairsOf(site);
    const sum = (value: (pair: Pair) => number) => pairs.reduce((total, pair) => total + value(pair), 0);
    const { within_one, exact, inside } = agreementOf(pairs);
    return [
      site.name,
      site.set,
      `${sum(({ low }) => low)} ${sum(({ proposed }) => proposed)} ${sum(({ high }) => high)}`,
      String(sum(({ human }) => human)),
      String(sum(off)),
      ...[within_one, exact, inside].map(percent),
      String(site.proposals.filter(({ needs_human }) => needs_human.length > 0).length),
      String(site.requests),
      percent(site.requests === 0 ? null : site.missing / site.requests),
      site.seconds === undefined ? '–' : `${site.seconds.toFixed(0)} s`,
      `${site.ms} ms`,
    ];
  });
  const head = ['site', 'set', 'low prop high', 'human', 'off', '±1', 'exact', 'inside'];
  return table([...head, 'to person', 'requests', '404', 'audit', 'scored'], rows);
}

/** Lines of cells under a head, in columns; blank lines around. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `\n${[line(head), ...rows.map(line)].join('\n')}\n`;
}
