import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const labelled = z.object({
  site: z.string().optional(),
  url: z.string(),
  quote: z.string(),
  criterion: z.string(),
  supports: z.boolean(),
});

/** What a careful reader says of a quotation: whether it supports the criterion. */
export type Label = { site: string; url: string; quote: string; criterion: string; supports: boolean };

/**
 * Labelled quotations of a folder: every JSON file is a list; those of `SITE.claims.json` are of that site.
 *
 * @returns none where the folder is missing
 * @throws ZodError where a file is no such list
 */
export function readLabels(folder: string): Label[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      z
        .array(labelled)
        .parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
        .map((label) => ({ ...label, site: label.site ?? name.replace(/\.claims\.json$/, '') })),
    );
}
