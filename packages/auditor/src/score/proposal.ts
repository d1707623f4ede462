import { businessKinds, snippetNames } from '@readymark/rubric/ladder';
import { z } from 'zod';
import { claim } from '../evidence/claim.ts';
import { evidenceSource } from '../evidence/evidence.ts';
import { humanReasons } from './human-reasons.ts';

export type HumanReason = (typeof humanReasons)[number];

/** Whether a rung holds: surely, on words alone, possibly (what decides was not seen), or not. */
const rungStates = ['true', 'likely', 'unknown', 'false'] as const;
export type RungState = (typeof rungStates)[number];

const points = z.int().min(0);

/** What a site's own facts give to the actions of one criterion. Texts of snippets say in capitals what was not read. */
export const advice = z.object({
  business: z.enum(businessKinds).meta({ description: 'Actions are chosen for it.' }),
  because: z.string().meta({ description: 'What on the site says that it is of this kind.' }),
  snippets: z.array(
    z.object({
      name: z.enum(snippetNames),
      title: z.string(),
      place: z.string().meta({ description: 'Where it is to be pasted.' }),
      text: z.string(),
    }),
  ),
});
export type Advice = z.infer<typeof advice>;

/** What the scorer proposes for one criterion (decision 91), and why a person must look at it. */
export const criterionProposal = z.object({
  id: z.string(),
  low: points.meta({ description: 'The highest rung that surely holds.' }),
  proposed: points.meta({ description: 'The highest rung that holds by what was seen.' }),
  high: points.meta({ description: 'The highest rung that may hold.' }),
  needs_human: z.array(z.enum(humanReasons)),
  evidence: z.string().meta({ description: 'A sentence of found facts.' }),
  sources: z.array(evidenceSource).min(1),
  rungs: z.array(z.object({ score: points, state: z.enum(rungStates), text: z.string() })),
  /** None in proposals that were made before claims were kept. */
  claims: z.array(claim).optional(),
  doubt: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'Points that rest on words alone, less where two pages or one that binds say it.' }),
  /** None in proposals that were made before there was advice. */
  advice: advice.optional(),
});
export type CriterionProposal = z.infer<typeof criterionProposal>;
