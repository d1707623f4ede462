import type { Audit, PillarScore, PriorityAction } from '@readymark/rubric/audit/audit';

type Summed = {
  company: string;
  score: number;
  total: number;
  tier: string;
  pillars: readonly PillarScore[];
  /** The last audit under the same rubric. */
  last: Pick<Audit, 'audit_date' | 'overall_score'> | undefined;
  first: PriorityAction | undefined;
  /** Names of criteria of which something that decides was not seen. */
  unobserved: readonly string[];
};

const points = (count: number) => `${count} ${count === 1 ? 'point' : 'points'}`;

function listed(names: readonly string[]): string {
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function compared({ score, last }: Summed): string {
  if (last === undefined) return '';
  const by = score - last.overall_score;
  if (by === 0) return `, as on ${last.audit_date}`;
  return `, ${Math.abs(by)} ${by > 0 ? 'more' : 'fewer'} than on ${last.audit_date}`;
}

function bySharesOfPoints(pillars: readonly PillarScore[]): string {
  const sorted = pillars.toSorted((a, b) => b.score / b.max - a.score / a.max);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return '';
  const shown = ({ name, score, max }: PillarScore) => `${name} (${score} of ${max})`;
  if (first.score / first.max === last.score / last.max) return 'Every pillar has the same share of its points.';
  return `${shown(first)} has the largest share of its points and ${shown(last)} the smallest.`;
}

function nextStep({ first, unobserved }: Summed): string {
  const unseen = unobserved.length === 0 ? '' : `not everything that decides ${listed(unobserved)} could be observed`;
  const step =
    first === undefined
      ? 'no action that gains points is known'
      : `the first action, which gains ${points(first.points_gain)}, is: ${first.action.trim().replace(/\.$/, '')}`;
  const text = unseen === '' ? step : `${step}; ${unseen}`;
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

/**
 * Three sentences without judgement of our own: the score and its tier, the pillars by share of their points, the first
 * action; with what could not be observed.
 */
export function summaryOf(input: Summed): string {
  const { company, score, total, tier, pillars } = input;
  return [
    `${company.replace(/\.$/, '')} has ${score} of ${total} points (${tier})${compared(input)}.`,
    bySharesOfPoints(pillars),
    nextStep(input),
  ].join(' ');
}
