import type { DiscoveryDocument } from '../../discovery/document-table.ts';
import { not_a_page } from '../../discovery/listing.ts';
import type { ContentPage } from '../../html/content.ts';
import { dataBlock } from '../../html/structured-data.ts';
import { callerLimits, type PageInput } from '../page-input.ts';
import { textPage } from '../prose/text-page.ts';
import { type Plan, plansOf, questions } from './plans.ts';

const priceOf = ({ price, currency, period }: Plan) => `${price} ${currency} per ${period}`;

export function pricingPage(input: PageInput): ContentPage {
  const plans = plansOf(input);
  return textPage({
    title: 'Pricing and limits',
    description: 'What Readymark costs, which limits apply, and what happens at a limit: free while in beta.',
    intro: [
      'Readymark publishes audits that score how ready a company’s offer is for use by AI agents. It is for agents that choose between companies, for people who look at them, and for companies that are scored.',
      `Everything is free while the leaderboard is in beta. It is available worldwide and around the clock. To begin, read the leaderboard, or register as /auth.md says. Questions: ${input.publisher.contact.replace(/^mailto:/, '')}. Terms: /terms. The same as JSON: /pricing.json`,
    ],
    parts: [
      { title: 'Plans compared', text: [comparison(plans)] },
      ...plans.map((plan) => ({
        title: `${plan.name}: ${priceOf(plan)}`,
        text: [
          `${plan.best_for} ${plan.not_for}`,
          `Included: ${plan.includes.join('; ')}.`,
          plan.limits.map(({ what, value, unit }) => `${what}: ${value} ${unit}`),
          plan.at_the_limit,
        ].filter((block) => block.length > 0),
      })),
      ...questions.map(({ question, answer }) => ({ title: question, text: [answer] })),
    ],
    head: dataScript(input),
  });
}

/** Every limit of any plan, side by side. */
function comparison(plans: readonly Plan[]) {
  const limits = new Set(plans.flatMap(({ limits: own }) => own.map(({ what }) => what)));
  const of = (plan: Plan, what: string) => {
    const found = plan.limits.find((limit) => limit.what === what);
    return found ? `${found.value} ${found.unit}` : plan.without;
  };
  return {
    head: ['Plan', ...plans.map(({ name }) => name)],
    rows: [
      ['Price', ...plans.map(priceOf)],
      ...[...limits].map((what) => [what, ...plans.map((plan) => of(plan, what))]),
    ],
  };
}

/** The plans as schema.org offers, and the questions. */
function dataScript(input: PageInput): string {
  const { base_url } = input;
  const plans = plansOf(input);
  const planId = ({ name }: Plan) => `${base_url}/pricing#${name.toLowerCase().replaceAll(' ', '-')}`;
  const graph = [
    {
      '@type': 'Service',
      '@id': `${base_url}/pricing#service`,
      name: 'Readymark',
      description: 'Audits that score how ready a company’s offer is for use by AI agents, published on a leaderboard.',
      url: `${base_url}/`,
      areaServed: 'Worldwide',
      provider: { '@type': 'Organization', name: 'Readymark', url: `${base_url}/` },
      offers: plans.map((plan) => ({
        '@type': 'Offer',
        name: plan.name,
        description: plan.best_for,
        url: `${base_url}/pricing`,
        availability: 'https://schema.org/InStock',
        eligibleRegion: { '@type': 'Place', name: 'Worldwide' },
        // Which other plans may be taken in its place, for programs.
        itemOffered: {
          '@type': 'Service',
          '@id': planId(plan),
          name: plan.name,
          isSimilarTo: plans.filter((other) => other !== plan).map((other) => ({ '@id': planId(other) })),
        },
        price: plan.price,
        priceCurrency: plan.currency,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: plan.price,
          priceCurrency: plan.currency,
          unitText: plan.period,
        },
      })),
    },
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
  return dataBlock({ '@graph': graph });
}

/** The plans for programs. */
export const pricingDocument: DiscoveryDocument = {
  path: '/pricing.json',
  title: 'Pricing as JSON',
  content_type: 'application/json; charset=utf-8',
  content: ({ settings }) => JSON.stringify({ plans: plansOf({ limits: callerLimits(settings) }) }),
  ...not_a_page,
  exported: true,
  llms: '/pricing names it',
};
