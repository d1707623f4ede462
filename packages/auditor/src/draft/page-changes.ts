import { z } from 'zod';

/**
 * What became of a page between two collections, by address and SHA-256. `unseen`: it was seen in one of them and not
 * asked for, or not to be seen, in the other; nothing is said of it.
 */
const pageChanges = ['appeared', 'gone', 'changed', 'unseen'] as const;
export type PageChange = (typeof pageChanges)[number];

const sha256 = z.string().nullable();
const points = z.int().min(0).nullable();

/** A criterion that changed against the last audit of the same company, and the pages that it rests on. */
export const criterionChange = z.object({
  id: z.string(),
  name: z.string(),
  before: points.meta({ description: 'Its score in the last audit; null when that audit did not score it.' }),
  after: points.meta({ description: 'Its score now; null when it is not scored any more.' }),
  pages: z
    .array(z.object({ url: z.string(), change: z.enum(pageChanges), before: sha256, after: sha256 }))
    .meta({ description: 'Pages that it rests on, then or now, and that are not the same.' }),
});
export type CriterionChange = z.infer<typeof criterionChange>;
