import type { CriterionProposal } from '../../src/score/proposal.ts';

/** Proposals for one site beside the scores that a person gave. */
export type Compared = {
  name: string;
  /** Time of a processor that reading and scoring took. */
  ms: number;
  requests: number;
  /** Of the whole audit; undefined when its evidence was there before. */
  seconds: number | undefined;
  proposals: readonly CriterionProposal[];
  human: ReadonlyMap<string, number>;
};

type Pair = CriterionProposal & { human: number };

const pairsOf = ({ proposals, human }: Compared): Pair[] =>
  proposals.flatMap((proposal) => {
    const score = human.get(proposal.id);
    return score === undefined ? [] : [{ ...proposal, human: score }];
  });

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);
const inside = ({ low, high, human }: Pair) => low <= human && human <= high;
const off = ({ proposed, human }: Pair) => proposed - human;
const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? '–' : (numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toFixed(2);

/** Per criterion and site: low/proposed/high against the person; `=` exact, `~` one off, `!` more, `x` outside the interval. */
export function criterionTable(sites: readonly Compared[]): string {
  const ids = [...new Set(sites.flatMap(({ proposals }) => proposals.map(({ id }) => id)))];
  const head = ['criterion', ...sites.map(({ name }) => name.slice(0, 14)), '±1', 'exact', 'inside'];
  const rows = ids.map((id) => {
    const pairs = sites.map((site) => pairsOf(site).find((pair) => pair.id === id));
    const known = pairs.filter((pair) => pair !== undefined);
    return [id, ...pairs.map((pair) => (pair ? cell(pair) : '–')), ...shares(known)];
  });
  return table(head, rows);
}

function cell(pair: Pair): string {
  const mark = off(pair) === 0 ? '=' : Math.abs(off(pair)) === 1 ? '~' : '!';
  return `${pair.low} ${pair.proposed} ${pair.high} | ${pair.human} ${mark}${inside(pair) ? ' ' : 'x'}`;
}

const shares = (pairs: readonly Pair[]) => [
  percent(pairs.filter((pair) => Math.abs(off(pair)) <= 1).length, pairs.length),
  percent(pairs.filter((pair) => off(pair) === 0).length, pairs.length),
  percent(pairs.filter(inside).length, pairs.length),
];

/** Per ladder: how often each score was proposed where a person gave which. */
export function ladderTable(sites: readonly Compared[]): string {
  const pairs = sites.flatMap(pairsOf);
  const ids = [...new Set(pairs.map(({ id }) => id))];
  const rows = ids.map((id) => {
    const own = pairs.filter((pair) => pair.id === id);
    const counts = new Map<string, number>();
    for (const { proposed, human } of own)
      counts.set(`${human}→${proposed}`, (counts.get(`${human}→${proposed}`) ?? 0) + 1);
    const confusion = [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => (count > 1 ? `${key} ×${count}` : key));
    return [
      id,
      mean(own.map(off)),
      mean(own.map((pair) => Math.abs(off(pair)))),
      mean(own.map(({ low, high }) => high - low)),
      confusion.join('  '),
    ];
  });
  return table(['ladder', 'bias', 'error', 'width', 'human→proposed'], rows);
}

/** Per site: sums of low, proposed, high and of the person. */
export function siteTable(sites: readonly Compared[]): string {
  const rows = sites.map((site) => {
    const pairs = pairsOf(site);
    const sum = (value: (pair: Pair) => number) => pairs.reduce((total, pair) => total + value(pair), 0);
    return [
      site.name,
      `${sum(({ low }) => low)} ${sum(({ proposed }) => proposed)} ${sum(({ high }) => high)}`,
      String(sum(({ human }) => human)),
      String(sum(off)),
      ...shares(pairs),
      String(pairs.filter(({ needs_human }) => needs_human.length > 0).length),
      String(site.requests),
      site.seconds === undefined ? '–' : `${site.seconds.toFixed(0)} s`,
      `${site.ms} ms`,
    ];
  });
  return table(
    ['site', 'low prop high', 'human', 'off', '±1', 'exact', 'inside', 'to person', 'requests', 'audit', 'scored'],
    rows,
  );
}

export function totals(sites: readonly Compared[]): string {
  const pairs = sites.flatMap(pairsOf);
  const [one = '', exact = '', within = ''] = shares(pairs);
  const worst = Math.max(0, ...sites.map((site) => Math.abs(pairsOf(site).reduce((sum, pair) => sum + off(pair), 0))));
  return [
    `${pairs.length} scores: within ±1 ${one} (aim 95 %), exact ${exact} (aim 60 %), human inside ${within} (aim 95 %)`,
    `mean error ${mean(pairs.map((pair) => Math.abs(off(pair))))}, mean width ${mean(pairs.map(({ low, high }) => high - low))}, overall off by at most ${worst} (aim 6)`,
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `\n${[line(head), ...rows.map(line)].join('\n')}\n`;
}
