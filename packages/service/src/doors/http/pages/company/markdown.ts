import { type Criterion, isFictional } from '@readymark/rubric/audit/audit';
import { climbOf } from '@readymark/rubric/climb';
import { receiptsPath } from '../../../../catalogue/families/company-documents.ts';
import { proofPath } from '../../../../domain/public-log/addresses.ts';
import { counted, signed } from '../../html/format.ts';
import { blocks, fenced, plain, table } from '../../html/markdown.ts';
import { changesPage, companyPath, whatIfPage } from '../addresses.ts';
import { climbPrompt } from '../audit/climb.ts';
import { rungLine } from '../audit/climb-section.ts';
import { weakestFirst } from '../audit/criteria.ts';
import { auditMarkdown, criteriaMarkdown, titleMarkdown } from '../audit/markdown.ts';
import { scoreOn } from '../changes/moves.ts';
import type { PageInput } from '../page-input.ts';
import { repliesMarkdown, repliesPart } from '../replies/markdown.ts';
import { correctionLine } from './corrections.ts';
import { comparedWords } from './peers.ts';
import { reviewedText, sourcesMarkdown } from './sources.ts';
import type { CompanyView } from './view.ts';

/**
 * A company's audit as Markdown, with everything that its page contains. A prompt is only below a criterion that was
 * asked for alone: twenty of them would be more than the audit (decision 61).
 */
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
    titleMarkdown(view),
    [`- Audited: ${record.audit_date}${stale ? ' (stale)' : ''}, rank ${record.rank}`, ...pillars].join('\n'),
    criteriaMarkdown(ordered(view, part.criteria), (criterion) =>
      blocks(
        rungLine(view, criterion),
        sources(view, criterion),
        repliesMarkdown(base_url, record.slug, view.replies, criterion.id),
        part.criteria.length === 1 && climbMarkdown(base_url, view, criterion),
      ).trimEnd(),
    ),
    `Whole audit: ${base_url}${companyPath(record.slug)}.md · Scores: CC BY-NC 4.0`,
  );
}

const ordered = ({ order }: CompanyView, criteria: readonly Criterion[]) =>
  order === 'weakest' ? weakestFirst(criteria) : criteria;

const sources = (view: CompanyView, { id }: Criterion) => sourcesMarkdown(view, id).trim();

/** What the next rung demands, and what to give to a coding agent; '' at the top and without a ladder. */
function climbMarkdown(base_url: string, view: CompanyView, criterion: Criterion): string {
  const climb = climbOf(view.ladders, criterion);
  if (!climb?.above) return '';
  return `Prompt for a coding agent, to reach ${climb.above.score} of ${criterion.max}:\n\n${fenced(climbPrompt(base_url, view, criterion, climb), 'text')}`;
}

function wholeMarkdown(input: PageInput, view: CompanyView): string {
  const { base_url } = input;
  const { record, stale, next, watchers, count, ladders } = view;
  const { slug, website, pillars, criteria } = record;
  const page = `${base_url}${companyPath(slug)}`;
  const climbing = criteria.find((criterion) => climbOf(ladders, criterion)?.above);
  return blocks(
    titleMarkdown(view),
    [
      `- Website: ${plain(website)}`,
      `- Rank: ${record.rank} of ${count}`,
      `- Audited: ${record.audit_date}`,
      `- Next audit due: ${record.reaudit_due}${stale ? ' (past: the score is stale)' : ''}`,
      view.changed_site &&
        `- Changed since this audit (a check by a machine, ${view.changed_site.at.slice(0, 10)}): ${view.changed_site.urls.map(plain).join(', ')}`,
      `- Rubric: ${record.rubric_version}`,
      `- Watchers: ${watchers}`,
      next && `- ${counted(next.points, 'point')} to ${next.tier}`,
      ...comparedWords(input, view).map((sentence) => `- ${sentence}`),
      reviewedText(view) && `- ${reviewedText(view)}`,
      ...view.corrections
        .filter(({ audit_date }) => audit_date === record.audit_date)
        .map((one) => `- ${plain(correctionLine(one))}`),
    ]
      .filter(Boolean)
      .join('\n'),
    ...auditMarkdown(view),
    `Other scores, with total, tier and rank: ${base_url}${whatIfPage(slug)}.md`,
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
    `An audit of a date: ${page}/${record.audit_date}.md${view.audits.length > 1 ? ` · Two audits with their evidence: ${base_url}${changesPage(slug)}.md?from=DATE&to=DATE` : ''}`,
    repliesPart(base_url, slug, view.replies),
    `## All ${criteria.length} criteria`,
    climbing &&
      `How to reach the next rung of one, with a prompt for a coding agent: ${page}.md?criteria=${climbing.id}`,
    criteriaMarkdown(ordered(view, criteria), (criterion) =>
      blocks(
        rungLine(view, criterion),
        sources(view, criterion),
        repliesMarkdown(base_url, slug, view.replies, criterion.id),
      ).trimEnd(),
    ),
    '## Use this audit',
    `Record: ${base_url}/api/audits/${slug}.json · History: ${base_url}/api/audits/${slug}/history.json · Proof: ${base_url}${proofPath(slug)}${view.receipts ? ` · Sources: ${base_url}${receiptsPath(slug)}` : ''} · Badge: ${base_url}/badge/${slug}.svg`,
    'Watch it (needs a free, anonymous key from POST /api/agent/auth), or call the tool `watch_company`:',
    fenced(
      `curl -X POST ${base_url}/api/agent/watch -H 'Authorization: Bearer <API_KEY>' -H 'Content-Type: application/json' -d '{"slug":"${slug}"}'`,
      'sh',
    ),
    [
      `Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/`,
      ...(isFictional(record) ? [] : [`How the company may reply: ${base_url}/about.md`]),
    ].join(' · '),
  );
}

function changes({ changes, audits }: CompanyView): string | undefined {
  if (!changes) return undefined;
  const moves = changes.criteria.map(
    ({ id, name, before, after, max_before, max_after }) =>
      `- ${id} ${plain(name)}: ${scoreOn(before, max_before)} → ${scoreOn(after, max_after)}`,
  );
  return blocks(
    '## What changed',
    `${signed(changes.points_gained)} points since ${audits.at(-2)?.audit_date}: ${changes.score_before} → ${changes.score_after}, ${plain(changes.tier_before)} → ${plain(changes.tier_after)}.`,
    moves.join('\n') || 'No criterion changed.',
  ).trimEnd();
}
