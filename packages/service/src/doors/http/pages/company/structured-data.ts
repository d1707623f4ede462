import { isFictional } from '@readymark/rubric/audit/audit';
import { day } from '../../html/format.ts';
import { fictionalWord } from '../../html/marks.ts';
import type { PageContent } from '../../html/page.ts';
import { dataBlock, publisherId } from '../../html/structured-data.ts';
import { companyImage } from '../../share/image-listings.ts';
import type { PageInput } from '../page-input.ts';
import type { CompanyView } from './view.ts';

/**
 * The image that previews of links to this page show. Its address changes with the score, because whoever shows previews
 * keeps images for long.
 */
export function companyPreview({ record }: CompanyView): NonNullable<PageContent['image']> {
  const { slug, company, overall_score, tier, audit_date } = record;
  return {
    path: `${companyImage(slug)}?v=${audit_date}-${overall_score}`,
    alt: `${company}${fictionalWord(isFictional(record))}: ${overall_score} points, ${tier}, audited on ${day(audit_date)}`,
  };
}

/**
 * The company as schema.org `Organization`, and its audit as a `Review` of it with a `Rating`; nothing of a fictional one,
 * because readers of such data do not see that it is (decision 105).
 */
export function companyData({ base_url }: PageInput, { record, rubric }: CompanyView): string {
  const { slug, company, website, overall_score, tier, audit_date, executive_summary } = record;
  if (isFictional(record)) return '';
  const address = `${base_url}/audits/${slug}`;
  const organization = { '@id': `${address}#company` };
  const publisher = { '@id': publisherId(base_url) };
  return dataBlock({
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: company,
        ...(/^https?:\/\//i.test(website) && { url: website }),
      },
      {
        '@type': 'Review',
        '@id': `${address}#review`,
        url: address,
        name: `Agent readiness of ${company}`,
        itemReviewed: organization,
        author: { ...publisher, '@type': 'Organization', name: 'Readymark', url: `${base_url}/` },
        publisher,
        datePublished: audit_date,
        inLanguage: 'en',
        ...(executive_summary && { reviewBody: executive_summary }),
        reviewAspect: 'readiness for use by AI agents',
        reviewRating: {
          '@type': 'Rating',
          ratingValue: overall_score,
          bestRating: rubric.total,
          worstRating: 0,
          ratingExplanation: tier,
        },
        isBasedOn: `${base_url}/api/audits/${slug}.json`,
        license: 'https://creativecommons.org/licenses/by-nc/4.0/',
      },
    ],
  });
}
