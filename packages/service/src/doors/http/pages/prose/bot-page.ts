import { crawlerUserAgent, ROBOTS_TOKEN } from '@readymark/auditor/collect/crawler';
import { defaultBounds } from '@readymark/auditor/collect/guard/exchange/bounds';
import { MAX_NAMES, type RegistryName, registries } from '@readymark/auditor/standards/registries';
import { pathOfStandard } from '@readymark/auditor/standards/standards';
import type { ContentPage } from '../../html/content.ts';
import type { PageInput } from '../page-input.ts';
import { textPage } from './text-page.ts';

const registriesAsked = (names: readonly RegistryName[]): string =>
  `of ${names.map((name) => registries[name].title).join(', ')} the public document of what the site says it published there, at most ${MAX_NAMES} names each, as the robots.txt of the registry allows`;

/** What the crawler says of itself to the owners of sites (decision 92). Its bounds are those that the collector keeps. */
export function botPage({ base_url, crawler, checks, own_pages }: PageInput): ContentPage {
  const bounds = defaultBounds;
  const { contact, interval_ms, evidence_days } = crawler;
  const write = contact.startsWith('mailto:') ? contact.slice('mailto:'.length) : contact;
  return textPage({
    title: 'The crawler of Readymark',
    description: 'What the crawler of Readymark fetches from a site, how often, what is kept, and how to forbid it.',
    intro: [
      'Readymark publishes how ready the offers of companies are for use by AI agents. For an audit it reads public pages of the company’s site. An operator of this service starts every audit: a request for one (/docs) never makes the crawler visit a site by itself.',
      ...(checks ? [checks.visits] : []),
      ...(own_pages ? [own_pages.visits] : []),
    ],
    parts: [
      {
        title: 'How to recognise it',
        text: [
          { code: `User-Agent: ${crawlerUserAgent(base_url)}` },
          `Its name in robots.txt is \`${ROBOTS_TOKEN}\`. It sends no cookie, no referrer and no credentials, and it does not pretend to be a browser.`,
          ...(crawler.signs
            ? [
                `Every request is signed (Web Bot Auth, RFC 9421): \`Signature-Agent\` names this service, and the keys are at ${pathOfStandard('web_bot_auth')}. What is not signed with them is not ours.`,
              ]
            : []),
        ],
      },
      {
        title: 'What it fetches',
        text: [
          [
            'robots.txt, before anything else',
            'the home page, as HTML and as Markdown, and one address that does not exist, to see how the site says so',
            'sitemaps, and documents for programs at their usual addresses: llms.txt, OpenAPI, API catalogs, cards of agents and tool servers, security.txt',
            'up to 40 pages about prices, documentation, terms, support, status, changes and the like',
            'at most two addresses without parameters of an API that the site declares, and the greeting and the list of tools of a tool server',
            ...(crawler.registries.length > 0 ? [registriesAsked(crawler.registries)] : []),
          ],
          'It runs no script and loads no image. It never signs in, registers, fills in a form, buys or calls a tool.',
        ],
      },
      {
        title: 'How much, and how often',
        text: [
          [
            `one request at a time to a host, begun at least ${interval_ms / 1000} s after the one before`,
            `in one audit at most ${bounds.requests} requests to ${bounds.hosts + crawler.registries.length} hosts, ${bounds.audit_bytes / 1e6} MB (${bounds.wire_bytes / 1e6} MB an answer) and ${bounds.audit_ms / 60_000} minutes`,
            `\`Crawl-delay\` is kept, up to ${bounds.crawl_delay_ms / 1000} seconds`,
            `\`Retry-After\` is kept, up to ${bounds.retry_after_ms / 1000} seconds; with a longer one the host is left alone`,
            `a host is left alone after ${bounds.strikes} refusals in a row (429, 503, a page for robots, no answer)`,
          ],
          'For a new audit a site is visited again usually after 180 days, and not twice in 24 hours unless an operator insists.',
        ],
      },
      {
        title: 'How to forbid it',
        text: [
          'In robots.txt, for the whole site or for a part of it. It is read before every audit.',
          { code: `User-agent: ${ROBOTS_TOKEN}\nDisallow: /` },
          `Or write to ${write}: an operator then adds the domain to a list, and neither it nor anything below it is visited again.`,
          'What was forbidden, or answered with a challenge, counts as not observed. It is never scored as if it were absent.',
        ],
      },
      {
        title: 'What is kept',
        text: [
          `The answers, each with its address, its time and its SHA-256, as evidence of what was found: as long as a published audit rests on them. Evidence on which none rests is removed after ${evidence_days} days.`,
          'With an audit only the sources are published: address, time, SHA-256 and the few words that a statement rests on. Whoever runs the site may object or ask for a new audit when something is wrong: /about',
        ],
      },
    ],
  });
}
