import { isFetched } from '@readymark/auditor/evidence/evidence';
import type { SitePreview } from '@readymark/auditor/evidence/site-preview';
import type { Context } from '../../../operations/context.ts';

/** Documents for machines whose answer differs from the one that the current audit of a company cites. */
export function changedSince(ctx: Context, slug: string, requests: SitePreview['requests']): string[] {
  const sources =
    ctx.catalogue
      .current()
      .receipts(slug)
      ?.criteria.flatMap((one) => one.sources) ?? [];
  const cited = new Map(
    sources.filter(isFetched).flatMap(({ url, sha256 }) => (sha256 === null ? [] : [[url, sha256]])),
  );
  return requests.flatMap(({ url, sha256, page, status }) => {
    const before = cited.get(url);
    return before !== undefined && !page && status === 200 && sha256 !== null && sha256 !== before ? [url] : [];
  });
}
