import type { Audit } from '@readymark/rubric/audit/audit';
import { exampleAudit, v1 } from '../../../rubric/test/example-audit.ts';

/**
 * Synthetic companies in any number, for tests of pages and lists: the same in every run, as long and varied as real
 * ones.
 */

/** A repeatable pseudo-random sequence of numbers from 0 to 1. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const starts = [
  'Quill',
  'Bram',
  'Ox',
  'Vel',
  'Tarn',
  'Ponder',
  'Mire',
  'Salt',
  'Kest',
  'Hollow',
  'Fen',
  'Juni',
  'Lark',
  'Dov',
  'Ember',
];
const ends = [
  'stack',
  'ledger',
  'works',
  'post',
  'grid',
  'form',
  'cast',
  'metric',
  'desk',
  'flow',
  'yard',
  'pilot',
  'beam',
  'harbor',
];
const evidence =
  'The home page carries JSON-LD with Organization and Offer, and pricing.md repeats the amounts with their billing periods. The quota of the free plan is only shown in an image; no external validator was run.';

/** One company's audit. `at` is its number, `ready` (0 to 1) its approximate quality. */
export function madeCompany(at: number, audit_date = '2026-11-02', ready?: number): Audit {
  const next = numbers(at * 7919 + Number(audit_date.replaceAll('-', '')));
  const level = ready ?? 0.08 + 0.9 * numbers(at * 31)() ** 1.3;
  const scores = Object.fromEntries(
    v1.criteria.map(({ id, max }) => [id, Math.max(0, Math.min(max, Math.round(max * level + (next() - 0.5) * 3)))]),
  );
  const name = `${starts[at % starts.length]}${ends[Math.floor(at / starts.length) % ends.length]}`;
  const round = Math.floor(at / (starts.length * ends.length));
  const company = round ? `${name} ${round + 1}` : name;
  const audit = exampleAudit({ slug: company.toLowerCase().replaceAll(' ', '-'), company, audit_date, scores });
  for (const criterion of audit.criteria) criterion.evidence = evidence.slice(0, 60 + Math.floor(next() * 140));
  const room = (pillar: string) => (audit.pillars[pillar]?.max ?? 0) - (audit.pillars[pillar]?.score ?? 0);
  const gain = (pillar: string, most: number) => Math.min(most, room(pillar));
  audit.priority_actions = [
    {
      action: 'Publish llms.txt with link lists and keep a Markdown twin of the pricing page',
      points_gain: gain('P1', 4),
      pillar: 'P1',
      effort: 'Low',
    },
    {
      action: 'State quotas, rate limits and what happens beyond them as numbers',
      points_gain: gain('P2', 3),
      pillar: 'P2',
      effort: 'Low',
    },
    {
      action: 'Open a status history and link it from the API reference',
      points_gain: gain('P3', 4),
      pillar: 'P3',
      effort: 'Med',
    },
    {
      action: 'Let an agent upgrade, renew and cancel through the API',
      points_gain: gain('P5', 5),
      pillar: 'P5',
      effort: 'High',
    },
  ];
  audit.strongest_signals = [
    {
      title: 'Prices are readable without a browser',
      detail: 'pricing.md lists every plan with amount, unit and billing period.',
    },
    {
      title: 'Limits are stated as numbers',
      detail: 'Quotas, rate limits and the reply beyond them are listed in one table.',
    },
  ];
  audit.critical_gaps = [
    {
      title: 'Nothing shows how the service performed',
      detail: 'No status history, service level or reference is linked.',
    },
    {
      title: 'No log of what an agent did',
      detail: 'Events can be exported, but not the actions of a token or member.',
    },
  ];
  audit.executive_summary = `${company} describes its offer well for readers, and less well for those who act: prices, plans and quotas are text, while renewal and permissions need a person. Two small documents would lift it most.`;
  return audit;
}

/** An audit with text that tries to break the page around it; all of it passes the checks of publishing. */
export function hostileCompany(): Audit {
  const audit = madeCompany(3, '2026-11-03');
  const script = '</script><script>document.title = "broken"</script><img src=x onerror="document.title=\'broken\'">';
  audit.slug = 'hostile-but-valid';
  audit.source_file = `hostile-but-valid_${audit.audit_date}.audit.json`;
  audit.company = '<b>Ünï & “Sons”</b> 株式会社 شركة 👩‍🚀 -- `x` [y](javascript:alert(1)) | * _z_';
  audit.website = 'https://hostile.example/?a=1&b="<script>';
  audit.website = new URL(audit.website).href;
  audit.executive_summary = `${script} ${'W'.repeat(2000)} \u202eright to left override\u202c and \u2067isolate never closed`;
  for (const [at, criterion] of audit.criteria.entries()) {
    criterion.evidence = [
      script,
      'A'.repeat(9_900),
      'هذا نص من اليمين إلى اليسار مع words inside و 123.',
      '\u202e\u202e\u202eunclosed',
      '👩‍👩‍👧‍👦'.repeat(120),
      '',
    ].at(at % 6) as string;
  }
  audit.critical_gaps = [
    {
      title: `# Heading ${script}`,
      detail: `| cell | cell |\n\n## Forged\n\n- [link](https://x.example) ${'-'.repeat(300)}`,
    },
  ];
  audit.priority_actions = audit.priority_actions.map((action) => ({
    ...action,
    action: `${script} ${action.action}`,
  }));
  return audit;
}
