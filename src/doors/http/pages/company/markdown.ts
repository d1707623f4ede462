import { receiptsPath } from '../../../../catalogue/company-documents.ts';
import { isFictional } from '../../../../domain/audit/audit.ts';
import { fictionalWord } from '../../html/fictional.ts';
import { counted, signed } from '../../html/format.ts';
import { blocks, fenced, plain, table } from '../../html/markdown.ts';
import type { PageInput } from '../page-input.ts';
import { sourcesMarkdown } from './sources.ts';
import type { CompanyView } from './view.ts';

/** A company's audit as Markdown, with everything that its page contains. */
export function companyMarkdown(input: PageInput, view: CompanyView): string {
  return view.part ? partMarkdown(input, view, view.part) : wholeMarkdown(input, view);
}

/** What was selected of an audit, and no more than says whose it is. */
function partMarkdown({ base_url }: PageInput, view: CompanyView, part: NonNullable<CompanyView['part']>): string {
  const { record, stale } = view;
  const pillars = Object.entries(part.pillars).map(
    ([id, { name, score, max }]) => `- ${id} ${plain(name)}: ${score} of ${max}`,
  );
  return blocks(
    title(view),
    [`- Audited: ${record.audit_date}${stale ? ' (stale)' : ''}, rank ${record.rank}`, ...pillars].join('\n'),
    criteriaMarkdown(view, part.criteria),
    `Whole audit: ${base_url}/audits/${record.slug}.md · Scores: CC BY-NC 4.0`,
  );
}

const title = ({ record, rubric }: CompanyView) =>
  `# ${plain(record.company)}${fictionalWord(isFictional(record))}: ${record.overall_score} of ${rubric.total}, ${plain(record.tier)}`;

const criteriaMarkdown = (view: CompanyView, criteria: CompanyView['record']['criteria']) =>
  criteria
    .map(
      ({ id, name, score, max, evidence }) =>
        `### ${id} ${plain(name)}: ${score} of ${max}\n\n${plain(evidence)}${sourcesMarkdown(view, id)}`,
    )
    .join('\n\n');

function wholeMarkdown({ base_url }: PageInput, view: CompanyView): string {
  const { record, rubric, stale, next, steps, watchers, count } = view;
  const { slug, website, pillars, criteria } = record;
  const findings = (items: typeof record.critical_gaps) =>
    items.map(({ title, detail }) => `- **${plain(title)}**: ${plain(detail)}`).join('\n') || 'None listed.';
  return blocks(
    title(view),
    [
      `- Website: ${plain(website)}`,
      `- Rank: ${record.rank} of ${count}`,
      `- Audited: ${record.audit_date}`,
      `- Next audit due: ${record.reaudit_due}${stale ? ' (past: the score is stale)' : ''}`,
      `- Rubric: ${record.rubric_version}`,
      `- Watchers: ${watchers}`,
      next && `- ${counted(next.points, 'point')} to ${next.tier}`,
    ]
      .filter(Boolean)
      .join('\n'),
    plain(record.executive_summary),
    '## Pillars',
    table(
      ['Pillar', 'Name', 'Score', 'Max'],
      Object.entries(pillars).map(([id, pillar]) => [id, plain(pillar.name), pillar.score, pillar.max]),
      [2, 3],
    ),
    '## Strongest signals',
    findings(record.strongest_signals),
    '## Critical gaps',
    findings(record.critical_gaps),
    '## Priority actions',
    steps
      .map(
        (step, at) =>
          `${at + 1}. ${plain(step.action)} (${step.pillar}, effort ${plain(step.effort)}): +${step.points_gain}, then ${step.score_after} of ${rubric.total}${step.reaches ? `, which is ${step.tier_after}` : ''}`,
      )
      .join('\n') || 'None listed.',
    changes(view),
    '## History',
    table(
      ['Audit', 'Score', 'Tier', ...Object.keys(pillars)],
      view.audits.map((audit) => [
        audit.audit_date,
        audit.overall_score,
        plain(audit.tier),
        ...Object.keys(pillars).map((id) => audit.pillars[id]?.score ?? '–'),
      ]),
      [1, ...Object.keys(pillars).map((_, at) => at + 3)],
    ),
    `## All ${criteria.length} criteria`,
    criteriaMarkdown(view, criteria),
    '## Use this audit',
    `Record: ${base_url}/api/audits/${slug}.json · History: ${base_url}/api/audits/${slug}/history.json${view.receipts ? ` · Sources: ${base_url}${receiptsPath(slug)}` : ''} · Badge: ${base_url}/badge/${slug}.svg`,
    'Watch it (needs a free, anonymous key from POST /api/agent/auth), or call the tool `watch_company`:',
    fenced(
      `curl -X POST ${base_url}/api/agent/watch -H 'Authorization: Bearer <API_KEY>' -H 'Content-Type: application/json' -d '{"slug":"${slug}"}'`,
      'sh',
    ),
    `Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/`,
  );
}

function changes({ changes, audits }: CompanyView): string | undefined {
  if (!changes) return undefined;
  const moves = changes.criteria.map(
    ({ id, name, before, after }) => `- ${id} ${plain(name)}: ${before ?? 'not scored'} → ${after ?? 'not scored'}`,
  );
  return blocks(
    '## What changed',
    `${signed(changes.points_gained)} points since ${audits.at(-2)?.audit_date}: ${changes.score_before} → ${changes.score_after}, ${plain(changes.tier_before)} → ${plain(changes.tier_after)}.`,
    moves.join('\n') || 'No criterion changed.',
  ).trimEnd();
}
