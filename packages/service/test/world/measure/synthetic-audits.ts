import { type Audit, reauditDue, sourceFile } from '@readymark/rubric/audit/audit';
import { tierOf } from '@readymark/rubric/rubric';
import { exampleAudit, v1 } from '../../../../rubric/test/example-audit.ts';

/**
 * Synthetic audits for benches: valid, about 9 KB of JSON each, with scores over the whole range and texts of invented
 * words, which compress about as well as real ones. The same number always returns the same audit; `round` changes its
 * date, scores and texts.
 */
export function syntheticAudit(number: number, round = 0): Audit {
  const random = generator(number * 7919 + round * 104_729 + 1);
  const slug = `company-${number}`;
  const audit_date = new Date(Date.UTC(2000, 0, 1 + round)).toISOString().slice(0, 10);
  const audit = exampleAudit({ slug, company: `${text(random, 2)} ${number}`, audit_date });
  const strength = random() * 1.6;
  for (const criterion of audit.criteria) {
    criterion.score = Math.min(criterion.max, Math.floor(random() * strength * (criterion.max + 1)));
    criterion.evidence = text(random, 36);
  }
  for (const [id, pillar] of Object.entries(audit.pillars))
    pillar.score = audit.criteria
      .filter((criterion) => criterion.pillar === id)
      .reduce((sum, { score }) => sum + score, 0);
  audit.overall_score = Object.values(audit.pillars).reduce((sum, { score }) => sum + score, 0);
  const tier = tierOf(v1, audit.overall_score);
  const finding = () => ({ title: text(random, 5), detail: text(random, 20) });
  return {
    ...audit,
    reaudit_due: reauditDue(audit_date, v1.staleness_days),
    tier: tier.name,
    tier_as_published: tier.code,
    strongest_signals: [finding(), finding(), finding()],
    critical_gaps: [finding(), finding(), finding()],
    priority_actions: [1, 2, 3].map(() => ({ action: text(random, 15), points_gain: 0, pillar: 'P1', effort: 'Low' })),
    executive_summary: text(random, 70),
    source_file: sourceFile(slug, audit_date),
  };
}

/** Mulberry32: the same numbers from the same seed, everywhere. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bra cle dri flo gru pla ste tri'.split(
  ' ',
);
const words = Array.from({ length: 12_000 }, (_, at) => {
  const random = generator(at + 1);
  return Array.from(
    { length: 2 + Math.floor(random() * 3) },
    () => syllables[Math.floor(random() * syllables.length)],
  ).join('');
});

/** Invented words; a few of them frequent, most of them rare, as in a language. */
function text(random: () => number, count: number): string {
  return Array.from({ length: count }, () => words[Math.floor(random() ** 2 * words.length)]).join(' ');
}
