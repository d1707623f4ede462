import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import type { KeptDataset } from '../store/datasets.ts';

/**
 * The datasets that pages name, newest first: those that this node noted last, without those that a retraction took back which
 * its snapshot shows. The note is up to ten seconds old, and what was taken back is gone at once (decision 153).
 */
export function listedDatasets({ noted, snapshot }: Pick<PageInput, 'noted' | 'snapshot'>): readonly KeptDataset[] {
  let last = '';
  for (const former of snapshot.former_slugs.values())
    if ('retracted' in former && former.retracted.at > last) last = former.retracted.at;
  return (noted.datasets ?? []).filter(({ published_at }) => published_at >= last);
}
