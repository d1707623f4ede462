import type { Audit } from '@readymark/rubric/audit/audit';
import type { Rubric } from '@readymark/rubric/rubric';
import { type Body, type Fact, letter } from '../../../mail/letters/body.ts';
import { companyName, type Letter, type Occasion } from '../../../mail/letters/letter.ts';

/** Letters to companies that hold their domain (decision 182). `own_url` is where their page is opened. */
type ToCompany = Occasion & { audit: Audit; own_url: string };

const links = ({ audit, base_url, own_url }: ToCompany): Fact[] => [
  ['Your page', own_url],
  ['The audit', `${base_url}/audits/${encodeURIComponent(audit.slug)}`],
];

const why = (company: string) => `You get this mail because this address was confirmed for letters to ${company}.`;

/** A score that becomes stale soon. @param days at most until then */
export function dueLetter(of: ToCompany & { days: number }): Letter {
  const { audit, days, unsubscribe_url } = of;
  const company = companyName(audit);
  const body: Body = {
    title: `The score of ${company} becomes stale in ${days} days`,
    paragraphs: [
      `The audit of ${audit.audit_date} counts as current until ${audit.reaudit_due}. After that day your page says that the score is stale, and so does every reply to an agent.`,
      'Ask for a re-audit on your page. It is free, and the score may rise or fall. There you can also have the audit drafted in private first, to see what to fix.',
    ],
    facts: [
      ['Score', `${audit.overall_score} of 100, ${audit.tier}`],
      ['Current until', audit.reaudit_due],
    ],
    sections: [],
    links: links(of),
    why: why(company),
    unsubscribe_url,
  };
  return letter(of, { subject: `${company}: the score becomes stale on ${audit.reaudit_due}`, body });
}

/** Another rubric is used for the next audit: what differs, and what stays. */
export function rubricLetter(of: ToCompany & { before: Rubric; after: Rubric }): Letter {
  const { audit, before, after, base_url, unsubscribe_url } = of;
  const company = companyName(audit);
  const maxima = new Map(before.criteria.map(({ id, max }) => [id, max]));
  const kept = new Set(after.criteria.map(({ id }) => id));
  const changed: Fact[] = [
    ...after.criteria.flatMap(({ id, name, max }): Fact[] => {
      const was = maxima.get(id);
      if (was === max) return [];
      return [[`${id} ${name}`, was === undefined ? `new, ${max} points at most` : `${was} → ${max} points at most`]];
    }),
    ...before.criteria.flatMap(({ id, name }): Fact[] => (kept.has(id) ? [] : [[`${id} ${name}`, 'no longer scored']])),
  ];
  const body: Body = {
    title: `The next audit of ${company} is made by rubric ${after.version}`,
    paragraphs: [
      `The published score was made by rubric ${before.version}, and stays as it is until there is a new audit. That one will be made by rubric ${after.version}, so it may differ even if your site stays the same.`,
      ...(changed.length
        ? []
        : ['The criteria and their points are the same; what is asked for each of them may not be.']),
    ],
    facts: [['Score', `${audit.overall_score} of 100, ${audit.tier}`]],
    sections: changed.length ? [{ heading: 'What differs', rows: changed }] : [],
    links: [...links(of), ['The rubric', `${base_url}/rubric`]],
    why: why(company),
    unsubscribe_url,
  };
  return letter(of, { subject: `${company}: the next audit is made by rubric ${after.version}`, body });
}
