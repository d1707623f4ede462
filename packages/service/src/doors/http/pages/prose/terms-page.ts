import { defaultBounds } from '@readymark/auditor/collect/guard/exchange/bounds';
import { QUOTATION_TERMS } from '../../../../catalogue/families/quotations.ts';
import type { ContentPage } from '../../html/content.ts';
import { BADGE_TERMS } from '../../share/image-listings.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { textPage } from './text-page.ts';

/** On which terms the service may be used (spec 1.3, 1.8, 8; decisions 18, 19, 28, 92, 96, 115 and 156). */
export function termsPage(input: PageInput): ContentPage {
  const { limits, publisher, for_people, checks, own_pages } = input;
  const { total, staleness_days, criteria, pillars, tiers } = rubricOf(input.rubrics, input.publishable[0] ?? '');
  const bounds = tiers.map(({ name, min }) => `${name} from ${min}`).join(', ');
  return textPage({
    title: 'Terms of use',
    description:
      'On which terms scores may be read and used, when requests are done or declined, and what is not included.',
    parts: [
      {
        title: 'What the words mean',
        text: [
          [
            `Audit means one reading of a company’s public pages on one day, scored by ${criteria.length} criteria in ${pillars.length} pillars.`,
            `Score means the sum of the points of all criteria, from 0 to ${total}.`,
            `Tier means a range of scores: ${bounds}.`,
            `Stale means that an audit is more than ${staleness_days} days old; its score stays public and is marked.`,
            'Watch means that an agent asks to be notified when the score of a company moves.',
          ],
        ],
      },
      {
        title: 'Availability and support',
        text: [
          'The service is available worldwide and around the clock, to people and programs, as a beta without a service level agreement. What works at the moment is on /status.',
          `An audit is typically done within 2 to 5 business days of its request. Questions go to ${publisher.contact.replace(/^mailto:/, '')}.`,
        ],
      },
      {
        title: 'Requests, watches and mail',
        text: [
          [
            'If the site of a request is listed already, the reply names its newest audit, and an operator may decline the request.',
            'If a request is declined, the agent reads the reason in its request, and by mail if it gave an address.',
            'If a watched company is audited again, each watcher with an address gets one mail; without an address the digest reports the same.',
            'If a watched company is taken off the leaderboard, each watcher with an address gets the reason, and the watch ends.',
            ...(for_people ? [for_people.promised] : []),
            'If a mail cannot be delivered for 24 hours, it is given up and the operator sees it.',
            'If a call is repeated with the same Idempotency-Key within 24 hours, it is answered with the first reply; if its content differs, it is refused with 409.',
            `If more than ${limits.audit_requests_per_day} audits are requested within 24 hours, the next request is refused with 429 until the window has passed.`,
          ],
        ],
      },
      {
        title: 'Price',
        text: [
          'Nothing has to be paid: there is no fee, no subscription, no deposit and no billing, so there is nothing to refund. If something is to cost money one day, its price is announced on /pricing at least 30 days before it applies.',
        ],
      },
      {
        title: 'Ending',
        text: [
          'You can cancel at any time by yourself: end a watch with DELETE /api/agent/watch, stop mail with the link in every letter. Nothing renews by itself, nothing is charged, and no key has to be given back.',
        ],
      },
      {
        title: 'Companies that are audited',
        text: [
          [
            `If an operator starts an audit, at most ${defaultBounds.requests} public addresses of the site are read, as its robots.txt and the list of sites that opted out permit; see /bot.`,
            'If a site cannot be observed, nothing is scored as absent.',
            'If a company finds a mistake in its audit, it may object or request a new one, as /about says; a corrected audit replaces the wrong one, and watchers are notified if a score moved.',
            'If a company shows that it holds its domain, it may reply to its audit or dispute a criterion, as /about#reply says; with that it permits us to show its words beside the audit and in its documents. They stay its own and as they are, and change no score.',
            'If an audit should never have been published, it is taken back, and its address says why.',
            ...(checks ? [checks.promised] : []),
            ...(own_pages ? [own_pages.promised] : []),
          ],
        ],
      },
      {
        title: 'Use of scores',
        text: [
          'Scores are licensed CC BY-NC 4.0: they may be shared and adapted with attribution. Commercial use of scores is not permitted. The licence covers the published scores only: https://creativecommons.org/licenses/by-nc/4.0/',
          'The badge of a company has terms of its own, below.',
          'A score reports what was found on the day of the audit; it is neither a recommendation nor a warranty. The service does not include legal advice, monitoring of uptime, telephone support or removal of scores that are right.',
        ],
      },
      {
        title: 'Quotations',
        id: QUOTATION_TERMS,
        text: [
          'The evidence of an audit (/api/audits/{slug}/evidence.json and the sources under each criterion) quotes short excerpts of public pages, each with its address and time. They belong to their authors. We quote them as evidence, can give no licence for them, and the licence of scores does not cover them.',
        ],
      },
      {
        title: 'Badges and preview images',
        id: BADGE_TERMS,
        text: [
          'The company that a badge (/badge/{slug}.svg) or a preview image (/share/{slug}.png) names may show it anywhere and for any purpose, commercial ones included, without asking and without a fee:',
          [
            'as it is, without changes to what it says',
            'as it is now: loaded from this service, or replaced within 30 days of a new audit',
            'with a link to the page of the audit',
          ],
          'All others may show both as they may share scores: with attribution, not commercially. A badge is no recommendation and no certificate, and nobody may say that it is.',
        ],
      },
    ],
  });
}
