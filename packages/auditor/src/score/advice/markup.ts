import type { BusinessKind } from '@readymark/rubric/ladder';
import { jsonLd } from './format.ts';
import type { Known } from './known.ts';

/** A text to be pasted into the site. `place` says where. */
export type MadeSnippet = { title: string; place: string; text: string };

const CONTEXT = 'https://schema.org';

const ofOrganisation: Readonly<Record<BusinessKind, string>> = {
  trade: 'LocalBusiness',
  shop: 'OnlineStore',
  stay: 'LocalBusiness',
  saas: 'Organization',
  api: 'Organization',
  content: 'Organization',
  public: 'GovernmentOrganization',
  other: 'Organization',
};

const ofOffer: Readonly<Record<BusinessKind, string>> = {
  trade: 'Service',
  shop: 'Product',
  stay: 'Product',
  saas: 'SoftwareApplication',
  api: 'WebAPI',
  content: 'Product',
  public: 'GovernmentService',
  other: 'Service',
};

const visited = (kind: BusinessKind) => kind === 'trade' || kind === 'stay' || kind === 'shop';

const organisationId = ({ url }: Known) => `${url}#organisation`;

/** The company as JSON-LD. What was not read is a placeholder in capitals, or left out where it need not be there. */
export function organisation(known: Known, kind: BusinessKind): MadeSnippet {
  const { name, url, description, telephone, email, profiles, address, hours } = known;
  const premises = {
    telephone: telephone ?? 'TELEPHONE NUMBER WITH COUNTRY CODE',
    address: address
      ? { '@type': 'PostalAddress', ...address }
      : {
          '@type': 'PostalAddress',
          streetAddress: 'STREET AND NUMBER',
          addressLocality: 'TOWN',
          addressCountry: 'COUNTRY CODE',
        },
    openingHours: hours.length > 0 ? hours : 'OPENING HOURS SUCH AS Mo-Fr 09:00-18:00',
  };
  const value = {
    '@context': CONTEXT,
    '@type': ofOrganisation[kind],
    '@id': organisationId(known),
    name: name ?? 'NAME OF THE COMPANY',
    url,
    description: description ?? 'WHAT YOU OFFER AND TO WHOM, IN ONE SENTENCE',
    ...(visited(kind) ? premises : telephone !== undefined && { telephone }),
    ...(email !== undefined && { email }),
    sameAs: profiles.length > 0 ? profiles : ['ADDRESS OF A PROFILE OF THE COMPANY'],
  };
  return { title: 'The company as JSON-LD', place: 'in the head of every page', text: jsonLd(value) };
}

const UNITS: Readonly<Record<string, string>> = {
  ...{ month: 'MONTH', year: 'YEAR', week: 'WEEK', day: 'DAY', night: 'NIGHT', hour: 'HOUR' },
  ...{ user: 'USER', seat: 'SEAT', person: 'PERSON' },
};

function offer({ name, amount, currency, period }: Known['prices'][number], kind: BusinessKind) {
  const priced = { price: amount, priceCurrency: currency ?? 'CURRENCY CODE SUCH AS EUR' };
  const unit = UNITS[period];
  return {
    '@type': 'Offer',
    name,
    ...priced,
    ...(unit !== undefined && {
      priceSpecification: { '@type': 'UnitPriceSpecification', ...priced, unitText: unit },
    }),
    itemOffered: { '@type': ofOffer[kind], name },
  };
}

/** The prices that were read as an OfferCatalog; one offer to be filled in where none was. */
export function offers(known: Known, kind: BusinessKind): MadeSnippet {
  const empty = {
    '@type': 'Offer',
    name: 'WHAT IS OFFERED',
    price: 'AMOUNT',
    priceCurrency: 'CURRENCY CODE SUCH AS EUR',
    itemOffered: { '@type': ofOffer[kind], name: 'WHAT IS OFFERED' },
  };
  const catalog = {
    '@context': CONTEXT,
    '@type': 'OfferCatalog',
    name: known.name === undefined ? 'NAME OF THE OFFER' : `Prices of ${known.name}`,
    url: known.pages.find(({ role }) => role === 'pricing')?.url ?? known.url,
    provider: { '@id': organisationId(known) },
    itemListElement: known.prices.length > 0 ? known.prices.map((one) => offer(one, kind)) : [empty],
  };
  return { title: 'The prices as JSON-LD', place: 'in the page that shows the prices', text: jsonLd(catalog) };
}

/** Questions with their answers as FAQPage: the site's own, else one to be filled in. */
export function faq({ questions }: Known): MadeSnippet {
  const asked =
    questions.length > 0
      ? questions
      : [{ question: 'A QUESTION THAT CUSTOMERS ASK', answer: 'ITS ANSWER, WITH NUMBERS' }];
  const value = {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: asked.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  return { title: 'Questions and answers as FAQPage', place: 'in the page that answers them', text: jsonLd(value) };
}
