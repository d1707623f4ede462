import type { Audit } from '../domain/audit/audit.ts';
import type { AuditChanges, ScoreChange } from '../domain/audit/changes.ts';
import { type Body, type Fact, htmlOf, textOf } from './body.ts';
import { type Letter, letter, type Occasion, oneLine } from './letter.ts';

type ReauditLetterInput = Occasion & {
  before: Audit;
  after: Audit;
  rank_before: number;
  rank_after: number;
  /** From `before` to `after`. */
  changes: AuditChanges;
};

/** `29 → 64`, or `64, as before`; `rest` is appended to a change. */
const arrow = (before: string | number, after: string | number, rest = '') =>
  before === after ? `${after}, as before` : `${before} → ${after}${rest}`;
const signed = (points: number) => (points > 0 ? `+${points}` : `−${-points}`);

const direction = ({ before, after }: ScoreChange) =>
  before === null || after === null || before === after ? 'otherwise' : after > before ? 'up' : 'down';

function describe({ id, name, before, after, max_before, max_after }: ScoreChange): Fact {
  const label = `${id} ${name}`;
  if (before === null) return [label, `${after} of ${max_after}, not scored before`];
  if (after === null) return [label, `${before} of ${max_before} before, no longer scored`];
  return [
    label,
    max_before === max_after
      ? `${before} → ${after} of ${max_after}`
      : `${before} of ${max_before} → ${after} of ${max_after}`,
  ];
}

/**
 * Informs a watcher that a company was audited again: score, tier and rank before and after, the criteria that changed,
 * and links (spec 6, decision 28).
 */
export function reauditLetter(reaudit: ReauditLetterInput): Letter {
  const { before, after, rank_before, rank_after, changes, base_url, unsubscribe_url } = reaudit;
  const company = oneLine(after.company, 80);
  const slug = encodeURIComponent(after.slug);
  const sections = [
    { heading: 'Criteria up', rows: changes.criteria.filter((change) => direction(change) === 'up').map(describe) },
    { heading: 'Criteria down', rows: changes.criteria.filter((change) => direction(change) === 'down').map(describe) },
    {
      heading: 'Scored under one rubric only, or with a different maximum',
      rows: changes.criteria.filter((change) => direction(change) === 'otherwise').map(describe),
    },
  ].filter(({ rows }) => rows.length > 0);
  const body: Body = {
    title: `${company} was audited again`,
    paragraphs: [
      `The new audit is dated ${after.audit_date}, the previous one ${before.audit_date}.`,
      ...(changes.rubric_changed
        ? [`The two were made under different rubrics: ${before.rubric_version} and ${after.rubric_version}.`]
        : []),
      ...(changes.criteria.length === 0 ? ['No criterion changed.'] : []),
    ],
    facts: [
      ['Score', arrow(before.overall_score, after.overall_score, ` of 100 (${signed(changes.points_gained)})`)],
      ['Tier', arrow(before.tier, after.tier)],
      ['Rank', arrow(rank_before, rank_after)],
    ],
    sections,
    links: [
      ['The audit', `${base_url}/audits/${slug}`],
      ['The record as JSON', `${base_url}/api/audits/${slug}.json`],
    ],
    why: `You get this mail because an agent registered with this address and watches ${company}.`,
    unsubscribe_url,
  };
  return letter(reaudit, {
    subject: `${company} re-audited: ${before.overall_score} → ${after.overall_score} (${after.tier})`,
    text: textOf(body),
    html: htmlOf(body),
  });
}
