import type { Context } from '../../../operations/context.ts';
import { ABOUT_S, briefOf, isOpen } from '../domain/preview.ts';
import { beginPreview } from './begin-preview.ts';
import { countPreview } from './client-previews.ts';
import { shown } from './shown.ts';

/** The preview of a site in brief, for callers without a key; begins one where there is none. Throws the Faults of `beginPreview`. */
export async function previewOf(ctx: Context, website: string, client: string) {
  const { row } = await beginPreview(ctx, website, {
    registration_id: null,
    before_begun: () => countPreview(ctx, client),
  });
  const next = isOpen(row.status) && { next: `Call again with this website in ${ABOUT_S} seconds.` };
  return { ...briefOf(shown(ctx, row)), ...next };
}
