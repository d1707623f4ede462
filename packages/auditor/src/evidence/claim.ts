import { z } from 'zod';

/**
 * What a quotation is to the claim under which it is put, as a person or a model answers: it says so, it denies it, it
 * speaks of somebody else, or that cannot be decided from its words.
 */
export const claimVerdict = z.enum(['supports', 'negated', 'other_party', 'unclear']);
export type ClaimVerdict = z.infer<typeof claimVerdict>;

/** Longest sentence that can be a claim, and how much of its neighbours is kept, in characters. */
export const CLAIM_MAX = 1_000;
const NEIGHBOUR_MAX = 300;

/**
 * One sentence that a fact of a ladder found, and how rules read it. `proof` may be quoted, `sign` counts and proves nothing by
 * itself, `candidate` does not count until a person ticks it.
 */
export const claim = z.object({
  claim: z.string().meta({ description: 'Its name: the same criterion and sentence have the same.' }),
  types: z.array(z.string()).min(1).meta({ description: 'The facts of the ladder that it is for.' }),
  about: z.string().meta({ description: 'The words of the fact, as the ladder or the language names them.' }),
  counts: z.enum(['proof', 'sign', 'candidate', 'refused']),
  subject: z.enum(['own', 'other', 'customer']).meta({ description: 'Whose offer or duty it states.' }),
  polarity: z.enum(['affirmed', 'denied']),
  modality: z.enum(['is', 'asked', 'advised', 'planned', 'past', 'reserved', 'label', 'code']),
  quantities: z.array(z.string()).meta({ description: 'Its numbers with their units.' }),
  page_kind: z.string().meta({ description: 'What its page is for.' }),
  title: z.string().meta({ description: 'The title of its page.' }),
  quote: z.string().max(CLAIM_MAX),
  before: z.string().max(NEIGHBOUR_MAX),
  next: z.string().max(NEIGHBOUR_MAX),
  url: z.string(),
  sha256: z.string().nullable(),
  witnesses: z.array(z.string()).meta({ description: 'Addresses of other pages that say the same.' }),
  verdict: claimVerdict.nullable(),
});
export type Claim = z.infer<typeof claim>;

/** What was answered about a claim. It is found again by its sentence, so that evidence is scored anew without this one's name. */
export const judgedClaim = claim
  .pick({ claim: true, types: true, quote: true })
  .extend({ criterion: z.string(), verdict: claimVerdict });
export type JudgedClaim = z.infer<typeof judgedClaim>;

/** A neighbour of a claim, at most as long as is kept. */
export const neighbour = (sentence: string): string => sentence.slice(0, NEIGHBOUR_MAX).toWellFormed();
