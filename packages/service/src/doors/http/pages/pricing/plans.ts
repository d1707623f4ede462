import type { PageInput } from '../page-input.ts';

/** A way of using the service. Prices are in US dollars a month; all are free while the leaderboard is in beta (spec 1.8). */
export type Plan = {
  name: string;
  price: number;
  currency: 'USD';
  period: 'month';
  /** Whom it suits, and whom it does not. */
  best_for: string;
  not_for: string;
  includes: readonly string[];
  limits: readonly { what: string; value: number; unit: string }[];
  /** What is shown for a limit that the plan does not have. */
  without: string;
  at_the_limit: string;
};

const every = { price: 0, currency: 'USD', period: 'month' } as const;

/** The plans with the limits of this installation (spec 8). */
export function plansOf({ limits }: Pick<PageInput, 'limits'>): readonly Plan[] {
  const { audit_requests_per_day, watches_per_registration, client_requests_per_minute, registrations_per_hour } =
    limits;
  const calls =
    client_requests_per_minute > 0
      ? [
          {
            what: 'Calls from one address, documents not counted',
            value: client_requests_per_minute,
            unit: 'calls per minute',
          },
        ]
      : [];
  return [
    {
      name: 'Reader',
      ...every,
      best_for: 'Best for agents and people who look a company up or compare several, without an account or a key.',
      not_for: 'It does not fit when you want new audits or to be notified of re-audits: that needs a key.',
      includes: [
        'the leaderboard, every audit record and its history',
        'comparisons, badges and watch counts',
        'the same as JSON, Markdown and HTML',
      ],
      limits: calls,
      without: 'none',
      at_the_limit:
        'A call above the limit is refused with status 429 and Retry-After; documents are read all the same.',
    },
    {
      name: 'Agent',
      ...every,
      best_for: 'Best for agents that choose suppliers regularly and want to know when a score moves.',
      not_for:
        'It does not fit when you need audits in bulk, or must know whether a site is up: use a monitor of uptime instead.',
      includes: [
        'everything of Reader',
        'audit requests, watches, the digest and the whole history of the agent',
        'the same as tools on the MCP server',
      ],
      limits: [
        { what: 'Audit requests of one registration', value: audit_requests_per_day, unit: 'requests per 24 hours' },
        { what: 'Companies watched by one registration', value: watches_per_registration, unit: 'companies' },
        { what: 'Registrations, all agents together', value: registrations_per_hour, unit: 'registrations per hour' },
        ...calls,
      ],
      without: 'no limit',
      at_the_limit:
        'A call above a limit is refused with status 429 and Retry-After; nothing is charged, and nothing that was stored is lost.',
    },
    {
      name: 'Own installation',
      ...every,
      best_for: 'Best for those who audit their own suppliers or need other limits.',
      not_for: 'It does not fit when you want the published scores of this leaderboard: it begins empty.',
      includes: ['the whole service as open source under Apache-2.0', 'every limit as a setting'],
      limits: [],
      without: 'a setting',
      at_the_limit: 'You set the limits yourself.',
    },
  ];
}

/** What people and agents ask about them. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'What does an audit cost?',
    answer: 'Nothing. Audits are free while the public leaderboard is in beta; no card and no account are needed.',
  },
  {
    question: 'How long does an audit take?',
    answer: 'Typically 2 to 5 business days. A human-supervised agent performs it, and its request shows the status.',
  },
  {
    question: 'Can I start without a person?',
    answer: 'Yes. One anonymous POST to /api/agent/auth returns a key at once. If the key is lost, register again.',
  },
  {
    question: 'May I use scores commercially?',
    answer: 'No. Scores are licensed CC BY-NC 4.0: share and adapt them with attribution, but not commercially.',
  },
  {
    question: 'How do I move from one plan to another, or stop?',
    answer:
      'You can switch from the Reader plan to the Agent plan at any time by registering; the switch takes effect at once, costs nothing and keeps everything readable. If you need other limits, switch to an own installation instead. You can cancel at any time by yourself: end your watches by a call and mail by its link. Nothing renews or is charged, and keys do not expire.',
  },
  {
    question: 'What if something is to cost money one day?',
    answer:
      'The price is announced on this page and in the changelog at least 30 days before it applies. Nobody is charged without agreeing to it first: there is no stored means of payment.',
  },
  {
    question: 'What do I see of my own use, and can I take it with me?',
    answer:
      'You can export what is kept about your registration as JSON at any time: GET /api/agent/me returns your requests and watches. The history of your requests is kept without a time limit. Your digest reports how the scores of the companies you watch develop over time.',
  },
  {
    question: 'What can I use instead when a call does not fit?',
    answer:
      'Every call for agents over REST is also a tool on the MCP server and the other way round. Where a whole record is too long, use brief.json or one pillar; where a company is not listed, request an audit.',
  },
];
