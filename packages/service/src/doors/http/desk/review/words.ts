import type { PageChange } from '@readymark/auditor/draft/page-changes';
import type { HumanReason, RungState } from '@readymark/auditor/score/proposal';
import { Fault } from '../../../../domain/fault.ts';

/** Why a person must look at a proposed score, in words (decision 91). */
export const reasonWords: Record<HumanReason, string> = {
  unobserved: 'Not all that decides was seen.',
  lexical: 'It rests on words alone.',
  capped: 'The upper rungs are left to a person.',
  expected: 'Readers gave a point more or less where rungs were like these.',
  conflict: 'Sources contradict each other.',
  injection: 'A page tries to tell the auditor what to score.',
  low_sample: 'A share was taken of fewer than three things.',
  assistant: 'A language model was asked.',
};

/** Whether a rung holds, in words. */
export const rungWords: Record<RungState, string> = {
  true: 'holds',
  likely: 'likely, by words',
  unknown: 'not seen',
  false: 'does not hold',
};

/** What became of a page since the last audit. */
export const pageWords: Record<PageChange, string> = {
  appeared: 'new',
  gone: 'gone',
  changed: 'changed',
  unseen: 'not seen in both',
};

/** Parts of a draft as they are labelled on the page, by the names of the record. */
export const partNames: Readonly<Record<string, string>> = {
  score: 'Score',
  evidence: 'Evidence',
  reason: 'Reason',
  executive_summary: 'Executive summary',
  strongest_signals: 'Strongest signals',
  critical_gaps: 'Critical gaps',
  priority_actions: 'Priority actions',
  title: 'Title',
  detail: 'Detail',
  action: 'Action',
  points_gain: 'Points gained',
  pillar: 'Pillar',
  effort: 'Effort',
};

/** A fault about fields, in the words of the page: `criteria[0].reason` is the reason. */
export function inWords(fault: Fault): Fault {
  const { errors = [] } = fault.details;
  if (errors.length === 0) return fault;
  const said = errors.map(({ field, message }) => `${fieldWords(field)} ${message}`);
  return new Fault(fault.code, `${[...new Set(said)].join('. ').replace(/\.$/, '')}.`, fault.details);
}

/** `priority_actions[0].points_gain` as `Priority actions 1, points gained:`. */
function fieldWords(field: string): string {
  const [first = '', at = '', part = ''] = field.split(/[[\].]+/);
  if (first === 'criteria') return partNames[part] ?? 'Criterion:';
  const name = partNames[first] ?? first;
  if (!/^\d+$/.test(at)) return `${name}:`;
  return `${name} ${Number(at) + 1}${part === '' ? '' : `, ${(partNames[part] ?? part).toLowerCase()}`}:`;
}
