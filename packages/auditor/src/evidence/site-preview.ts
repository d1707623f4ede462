import { z } from 'zod';
import { evidenceItem } from './evidence.ts';

/** Whether a criterion is of the pillar that a preview gives an interval and a sum for: the others are about what pages say. */
export const isReadable = ({ id }: { id: string }): boolean => id.startsWith('P1-');

const points = z.int().min(0);
const { url, status, problem, detail, accept, fetched_at, sha256 } = evidenceItem.shape;

/** Whether a document was found: `unknown` where an answer was kept from us, or nothing was asked. */
const documentStates = ['there', 'absent', 'unknown'] as const;
export type DocumentState = (typeof documentStates)[number];

/**
 * What a preview says of a site (decision 180): intervals, never a score. `low` is what surely holds by what was seen, `high` what an
 * audit may find on pages that a preview does not read.
 */
const sitePreview = z.object({
  criteria: z.array(
    z.object({
      id: z.string(),
      low: points,
      high: points,
      evidence: z.string().meta({ description: 'A sentence of found facts.' }),
      next: z
        .object({ score: points, text: z.string() })
        .nullable()
        .meta({ description: 'The first rung that does not surely hold.' }),
    }),
  ),
  documents: z.array(
    z.object({
      name: z.string(),
      criterion: z.string().nullable().meta({ description: 'That it counts most for; null where none asks for it.' }),
      state: z.enum(documentStates),
      url: z.string().meta({ description: 'Where it was found, or looked for first.' }),
    }),
  ),
  requests: z
    .array(z.object({ url, accept, status, problem, detail, sha256, page: z.boolean(), at: fetched_at.unwrap() }))
    .meta({ description: 'Each request that was made, in order.' }),
});
export type SitePreview = z.infer<typeof sitePreview>;
