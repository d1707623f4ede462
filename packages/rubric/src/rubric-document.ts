import { z } from 'zod';
import type { Ladder, Ladders } from './ladder.ts';
import { type Rubric, rubricSchema } from './rubric.ts';

const { version, record_label, staleness_days, pillars, criteria, tiers } = rubricSchema.shape;

/** `/api/rubrics/v1.json`: a rubric as its readers need it, with the ladder of each criterion in words (decision 13). */
export const rubricDocument = z.object({
  version,
  record_label,
  staleness_days,
  publishable: z.boolean(),
  pillars,
  criteria: z.array(
    criteria.element.extend({
      /** From 0; empty without a ladder. */
      rungs: z.array(z.object({ score: z.int(), text: z.string() })),
      question: z.string().nullable(),
      margin: z.string().nullable(),
    }),
  ),
  tiers,
});

/** The address of the document of a rubric. */
export const rubricPath = (version: string) => `/api/rubrics/${version}.json`;

/** What the score 0 says, in every ladder: rungs begin at 1. */
const NOTHING = 'Nothing of what the other scores demand was found.';

/** Every score of a ladder with what it demands, from 0. */
export const rungsOf = ({ rungs }: Ladder): { score: number; text: string }[] => [
  { score: 0, text: NOTHING },
  ...rungs.map(({ score, text }) => ({ score, text })),
];

/** How far a person may differ from the rungs, in words. `max`: the points of the criterion. */
export function marginOf({ judgement: { down, up, from }, cap }: Ladder, max: number): string {
  const ways = [...(down ? [`${down} less`] : []), ...(up ? [`${up} more`] : [])].join(' or ');
  const since = from > 0 ? `, where the score is at least ${from}` : '';
  const margin = ways ? `A person may give ${ways}${since}.` : 'A person gives what the highest rung that holds says.';
  return cap === undefined || cap >= max ? margin : `${margin} More than ${cap} is given by a person only.`;
}

/** A rubric with its ladders in words. A criterion without one has no rungs. */
export function documentOf(
  { version, record_label, staleness_days, pillars, criteria, tiers }: Rubric,
  ladders: Ladders | undefined,
  publishable: boolean,
): z.output<typeof rubricDocument> {
  return {
    version,
    record_label,
    staleness_days,
    publishable,
    pillars,
    criteria: criteria.map((criterion) => {
      const ladder = ladders?.ladders.find(({ id }) => id === criterion.id);
      return {
        ...criterion,
        rungs: ladder ? rungsOf(ladder) : [],
        question: ladder?.question ?? null,
        margin: ladder ? marginOf(ladder, criterion.max) : null,
      };
    }),
    tiers,
  };
}
