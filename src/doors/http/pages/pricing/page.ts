import type { PageContent } from '../../html/page.ts';
import type { PageInput } from '../page-input.ts';
import { type TextPage, textMarkdown, textPage } from '../text-page.ts';
import { type Plan, plansOf, questions } from './plans.ts';

const priceOf = ({ price, currency, period }: Plan) => `$${price} (${currency}) per ${period}`;

function pricing(input: PageInput): TextPage {
  const plans = plansOf(input);
  return {
    title: 'Pricing and limits',
    description: 'What Readymark costs, which limits apply, and what happens at a limit: free while in beta.',
    intro: ['Everything is free while the leaderboard is in beta. The same as JSON: /pricing.json'],
    parts: [
      {
        title: 'Plans',
        text: [
          {
            head: ['', ...plans.map(({ name }) => name)],
            rows: [
              ['Price', ...plans.map(priceOf)],
              ['Best for', ...plans.map(({ best_for }) => best_for)],
              ['Not for', ...plans.map(({ not_for }) => not_for)],
              ['Includes', ...plans.map(({ includes }) => `${includes.join('; ')}.`)],
              ['At the limit', ...plans.map(({ at_the_limit }) => at_the_limit)],
            ],
          },
        ],
      },
      {
        title: 'Limits of an agent',
        text: [
          {
            head: ['Limit', 'Amount'],
            rows: plans.flatMap(({ limits }) => limits.map(({ what, amount, unit }) => [what, `${amount} ${unit}`])),
          },
          'If a limit is reached, the answer is 429 with the seconds to wait; replies to limited calls say how many are left.',
        ],
      },
      ...questions.map(({ question, answer }) => ({ title: question, text: [answer] })),
    ],
    head: dataScript(input),
  };
}

export const pricingPage = (input: PageInput): PageContent => textPage(pricing(input));

export const pricingMarkdown = (input: PageInput): string => textMarkdown(pricing(input));

/** The plans as schema.org offers, and the questions, in a data block; `<` is escaped, so no text can end it. */
function dataScript(input: PageInput): string {
  const { base_url } = input;
  const graph = [
    {
      '@type': 'Service',
      '@id': `${base_url}/pricing#service`,
      name: 'Readymark',
      description: 'Audits that score how ready a company’s offer is for use by AI agents, published on a leaderboard.',
      url: `${base_url}/`,
      provider: { '@type': 'Organization', name: 'Readymark', url: `${base_url}/` },
      offers: plansOf(input).map((plan) => ({
        '@type': 'Offer',
        name: plan.name,
        description: plan.best_for,
        url: `${base_url}/pricing`,
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
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  return `<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`;
}

/** /pricing.json: the plans for programs. */
export const pricingJson = (input: Pick<PageInput, 'limits'>): object => ({ plans: plansOf(input) });
