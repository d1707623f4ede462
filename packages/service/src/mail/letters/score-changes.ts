import type { Audit } from '@readymark/rubric/audit/audit';
import type { AuditChanges, ScoreChange } from '@readymark/rubric/audit/changes';
import type { Body, Fact } from './body.ts';
import { companyName, type Occasion } from './letter.ts';

/** What letters to watchers about two audits of a company are written from. */
export type ChangedAudit = Occasion & {
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

/** Score, tier and rank before and after, the criteria that changed, the links, and why the watcher gets the letter. */
export function changesBody(changed: ChangedAudit, words: Pick<Body, 'title' | 'paragraphs'>): Body {
  const { before, after, rank_before, rank_after, changes, base_url, unsubscribe_url } = changed;
  const slug = encodeURIComponent(after.slug);
  const rows = (which: string) => changes.criteria.filter((change) => direction(change) === which).map(describe);
  return {
    title: words.title,
    paragraphs: [
      ...words.paragraphs,
      ...(changes.rubric_changed
        ? [`The two were made under different rubrics: ${before.rubric_version} and ${after.rubric_version}.`]
        : []),
    ],
    facts: [
      ['Score', arrow(before.overall_score, after.overall_score, ` of 100 (${signed(changes.points_gained)})`)],
      ['Tier', arrow(before.tier, after.tier)],
      ['Rank', arrow(rank_before, rank_after)],
    ],
    sections: [
      { heading: 'Criteria up', rows: rows('up') },
      { heading: 'Criteria down', rows: rows('down') },
      { heading: 'Scored under one rubric only, or with a different maximum', rows: rows('otherwise') },
    ].filter(({ rows }) => rows.length > 0),
    links: [
      ['The audit', `${base_url}/audits/${slug}`],
      ['The record as JSON', `${base_url}/api/audits/${slug}.json`],
    ],
    why: `You get this mail because an agent registered with this address and watches ${companyName(after)}.`,
    unsubscribe_url,
  };
}
