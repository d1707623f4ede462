import type { Audit, Finding, PriorityAction } from '@readymark/rubric/audit/audit';
import { type OpenTier, openTierWords } from './basis.ts';

type Summed = {
  company: string;
  score: number;
  total: number;
  tier: string;
  /** Where so much was not observed that no tier can be named. */
  open: OpenTier | undefined;
  /** How many criteria the record has. */
  criteria: number;
  /** The last audit under the same rubric. */
  last: Pick<Audit, 'audit_date' | 'overall_score'> | undefined;
  /** What it does best, and how many points that has; undefined where nothing has points. */
  best: { name: string; score: number; max: number; title: string | undefined } | undefined;
  /** The weakest criterion. */
  gap: Pick<Finding, 'title'> | undefined;
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

/** Whose scores these are, and what the offer does best for an agent; for a site that was mostly not observed, that it was not. */
function reached(input: Summed): string {
  const { company, score, total, tier, open, best, criteria } = input;
  const name = company.replace(/\.$/, '');
  if (open)
    return `Of ${name} ${open.unobserved.length} of ${criteria} criteria could not be observed, so it has no tier, but an interval: ${openTierWords(open)}.`;
  const sum = `${name} has ${score} of ${total} points (${tier})${compared(input)}`;
  if (best === undefined) return `${sum}. No criterion has points that an agent could use today.`;
  return `${sum}. What an agent can use there today: ${best.name} (${best.score} of ${best.max})${best.title === undefined ? '' : `, ${best.title}`}.`;
}

/** What stops an agent first. */
function obstacle({ gap, unobserved, open }: Summed): string {
  const unseen =
    unobserved.length === 0 || open ? '' : `; not everything that decides ${listed(unobserved)} could be observed`;
  if (gap === undefined) return `No criterion stops an agent${unseen}.`;
  return `What stops an agent first: ${gap.title}${unseen}.`;
}

/** What to do first, and what it gains. */
function step({ first }: Summed): string {
  if (first === undefined) return 'No action that gains points is known.';
  const { action, points_gain, effort } = first;
  return `Next step (+${points(points_gain)}, effort ${effort}): ${action.trim().replace(/\.$/, '')}.`;
}

/**
 * Four sentences (decision 61): whose scores these are, which a person replaces by who it is; what an agent can do there
 * today; what stops one first; and one next step with its gain. Of a site that was mostly not observed that is said before all else, and of one of which
 * nothing was observed nothing else.
 */
export const summaryOf = (input: Summed): string =>
  input.open?.unobserved.length === input.criteria
    ? reached(input)
    : [reached(input), obstacle(input), step(input)].join(' ');
