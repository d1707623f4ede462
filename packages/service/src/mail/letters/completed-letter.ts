import type { Audit } from '@readymark/rubric/audit/audit';
import { type Body, letter } from './body.ts';
import { companyName, type Letter, type Occasion } from './letter.ts';

type CompletedLetterInput = Occasion & { request_id: string; audit: Audit; rank: number };

/** Delivers the requested audit: score, tier, rank and pillars, the summary, what to do next, and links (decision 28). */
export function completedLetter(completed: CompletedLetterInput): Letter {
  const { request_id, audit, rank, base_url, unsubscribe_url } = completed;
  const company = companyName(audit);
  const slug = encodeURIComponent(audit.slug);
  const body: Body = {
    title: `The audit of ${company} is complete`,
    paragraphs: [
      `Audit request ${request_id} is completed: the audit dated ${audit.audit_date} is published.`,
      audit.executive_summary,
    ].filter(Boolean),
    facts: [
      ['Score', `${audit.overall_score} of 100`],
      ['Tier', audit.tier],
      ['Rank', String(rank)],
      ['Re-audit due', audit.reaudit_due],
    ],
    sections: [
      {
        heading: 'Pillars',
        rows: Object.entries(audit.pillars).map(
          ([id, { name, score, max }]) => [`${id} ${name}`, `${score} of ${max}`] as const,
        ),
      },
      {
        heading: 'What to do next',
        rows: audit.priority_actions.map(
          ({ action, points_gain, effort }) =>
            [`+${points_gain} ${points_gain === 1 ? 'point' : 'points'}, effort ${effort}`, action] as const,
        ),
      },
    ].filter(({ rows }) => rows.length > 0),
    links: [
      ['The audit', `${base_url}/audits/${slug}`],
      ['The record as JSON', `${base_url}/api/audits/${slug}.json`],
    ],
    why: 'You get this mail because an agent requested this audit and gave this address.',
    unsubscribe_url,
  };
  return letter(completed, {
    subject: `Audit of ${company} completed: ${audit.overall_score} (${audit.tier})`,
    body,
  });
}
