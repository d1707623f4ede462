import type { Check } from '@readymark/verify';
import { type Line, line, type Output } from '../output.ts';
import type { Witnessed } from './demanded-witnesses.ts';

/** Prints a report on a score; its last line names the score. @returns the exit code */
export function printVerdict(
  output: Output,
  report: Witnessed,
  { own_key, now }: { own_key: boolean; now: Date },
): number {
  const { slug, verdict, checks, score, tier, audit_date, signed_at } = report;
  const { green, red, yellow, dim } = output.colour;
  const marks: Record<Check['outcome'], Line> = {
    passed: green('right      '),
    failed: red('wrong      '),
    not_checked: dim('not checked'),
  };
  const outcomeOf = (id: string) => checks.find((check) => check.id === id)?.outcome;
  const rank = outcomeOf('rank') === 'passed' ? report.rank : undefined;
  const of = score === undefined ? '' : `${score} of 100`;
  const said = [of, tier, rank === undefined ? 'rank not checked' : `rank ${rank}`, `audit of ${audit_date}`].join(
    ', ',
  );
  const age =
    signed_at === undefined
      ? 'and its log does not say when its head was signed'
      : `and the head of its log was signed ${ago(now.getTime() - Date.parse(signed_at))} (${signed_at})`;
  const past = outcomeOf('current') === 'passed' ? '' : ' Whether another took its place since is not known.';
  const facts = { score, tier, rank, audit_date, signed_at };
  output.result({ slug, verdict, sound: verdict === 'sound', own_key, ...facts, checks }, () => [
    ...checks.map(({ outcome, says }) => line`${marks[outcome]}  ${says}`),
    verdict === 'sound'
      ? line`${green('sound')}  The score of ${slug} is ${said}, as it was logged, ${age}.${past}`
      : verdict === 'wrong'
        ? line`${red('wrong')}  The score of ${slug} cannot be believed as it is${of ? `: its record says ${said}` : ''}.`
        : line`${yellow('not checked')}  Nothing is wrong with the score of ${slug}, ${said}, but what matters most could not be checked.`,
  ]);
  return verdict === 'sound' ? 0 : 1;
}

const units: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago something was, in words. @param ms negative for what is ahead of our clock */
export function ago(ms: number): string {
  if (ms < -60_000) return 'later than the clock here says it is';
  const [name, length] = units.find(([, length]) => ms >= length) ?? ['minute', 60_000];
  const count = Math.floor(ms / length);
  return ms < 60_000 ? 'less than a minute ago' : `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
