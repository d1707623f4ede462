import type { ReadItem, Site } from '../../read/site.ts';
import { hasAny } from './folded.ts';
import { parts, sentence, typed } from './offer.ts';
import { textsOf } from './texts.ts';

/** The same parts in one document made for machines: what one of them says at most. */
export function inOneDocument(site: Site): { count: number; item: ReadItem | undefined } {
  const documents = textsOf(site).filter(
    ({ page, role }) => page?.format !== 'html' && (role === 'agent' || role === 'pricing' || role === 'home'),
  );
  const best = documents
    .map((text) => ({
      item: text.item,
      count: parts.filter((part) =>
        part.name === 'terms of buying'
          ? sentence([text], part.name, (_, folded) => hasAny(folded, ['cancel*', 'refund*', 'terms']), true)
          : part.find([text], site),
      ).length,
    }))
    .sort((a, b) => b.count - a.count)[0];
  const data = textsOf(site).filter(({ page }) => page?.data.length);
  const properties = [
    ['description'],
    ['audience'],
    ['hasOfferCatalog', 'itemOffered', 'featureList', 'hasMenu'],
    ['price', 'priceSpecification', 'lowPrice', 'priceRange'],
    ['potentialAction', 'acceptsReservations'],
    ['openingHours', 'openingHoursSpecification', 'areaServed', 'availability'],
    ['contactPoint', 'telephone', 'email'],
    ['termsOfService', 'hasMerchantReturnPolicy'],
  ];
  const typedCount = properties.filter((names) => typed(data, names)).length;
  return typedCount > (best?.count ?? 0)
    ? { count: typedCount, item: data[0]?.item }
    : { count: best?.count ?? 0, item: best?.item };
}
