import { isStale } from '@readymark/rubric/audit/audit';
import { INDEX_PATH } from '../../../../catalogue/families/index-document.ts';
import { highlightsOf } from '../../../../catalogue/lists/highlights.ts';
import { nearest } from '../../../../catalogue/search/nearest.ts';
import type { Listed } from '../../../../catalogue/snapshot.ts';
import { medianOf } from '../../../../domain/leaderboard.ts';
import { forAgents } from '../../html/for-agents.ts';
import { counted } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import { fictionalWord } from '../../html/marks.ts';
import { companyPath } from '../addresses.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { noneOf, SUGGESTED } from './none.ts';
import { inputOf, type ShownBoard } from './rows.ts';
import { boardQuery } from './view.ts';

/** The leaderboard as Markdown: the same rows as the page of that view. */
export function boardMarkdown(input: PageInput, view: ShownBoard): string {
  const { board, rows, found, pages } = view;
  const { base_url, snapshot, rubrics, today, watchers, other_boards } = inputOf(input, board);
  const pillars = rubricOf(rubrics, rows[0]?.rubric ?? '').pillars;
  const filter = [view.q && `matching “${plain(view.q)}”`, view.tier && `in the tier ${view.tier}`]
    .filter(Boolean)
    .join(' ');
  return blocks(
    board?.heading ?? '# Readymark: how ready companies are for AI agents',
    forAgents(base_url),
    ...(board?.notes ?? []),
    `${counted(found, 'company', 'companies')}${filter && ` ${filter}`}${pages > 1 ? `, page ${view.page} of ${pages}` : ''}. Scores run from 0 to 100 under one open [rubric](${base_url}/rubric.md); each company's page has the evidence.`,
    rows.length > 0 &&
      table(
        [
          'Rank',
          'Company',
          'Score',
          'Tier',
          ...pillars.map(({ id, max }) => `${id} of ${max}`),
          'Audited',
          ...(board ? [] : ['Watchers']),
          'Record',
        ],
        rows.map((entry) => [
          entry.rank,
          `[${plain(entry.company)}](${base_url}${board?.auditPath(entry) ?? companyPath(entry.slug)}.md)${fictionalWord(entry.fictional)}`,
          entry.overall_score,
          plain(entry.tier),
          ...pillars.map(({ id }) => entry.pillar_scores[id] ?? '–'),
          `${entry.audit_date}${isStale(entry.reaudit_due, today) ? ' (stale)' : ''}`,
          ...(board ? [] : [watchers.get(entry.slug) ?? 0]),
          `[JSON](${base_url}${entry.detail_json})`,
        ]),
        [0, 2, ...pillars.map((_, at) => at + 4), ...(board ? [] : [pillars.length + 5])],
      ),
    rows.length === 0 && nothingHere(input, view),
    rows.length > 0 && pillars.map(({ id, name, description }) => `- ${id} ${name}: ${description}`).join('\n'),
    rows.length > 0 && boardQuery(view) === '' && lately(input),
    view.page < pages && `[Next page](${base_url}/index.md${boardQuery({ ...view, page: view.page + 1 })})`,
    '## For agents',
    [
      `- All companies as JSON: ${base_url}${board?.json ?? INDEX_PATH}`,
      ...(board ? [] : [other_boards?.hint(base_url)]),
      `- Interface description: ${base_url}/openapi.json`,
    ]
      .filter(Boolean)
      .join('\n'),
    `As of ${snapshot.modified.toISOString()}. Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/`,
  );
}

/** Half of the companies, and what moved lately, as on the page. */
function lately({ base_url, snapshot }: PageInput): string {
  const { rises, falls, latest } = highlightsOf(snapshot);
  const link = ({ company, slug, fictional }: Listed) =>
    `[${plain(company)}](${base_url}/audits/${slug}.md)${fictionalWord(fictional)}`;
  const moves = (name: string, of: typeof rises) =>
    of.length
      ? `- ${name}: ${of.map(({ company, before }) => `${link(company)} ${before} → ${company.overall_score}`).join(', ')}`
      : '';
  return [
    `- Half of the companies score ${medianOf(snapshot.scores)} or more.`,
    moves('Largest rises', rises),
    moves('Largest falls', falls),
    `- Latest audits: ${latest.map((company) => `${link(company)} ${company.overall_score} (${company.audit_date})`).join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function nothingHere({ base_url, snapshot }: PageInput, { q, tier, board }: ShownBoard): string {
  if (board?.snapshot.count === 0) return noneOf(board);
  if (snapshot.count === 0) return 'The first audits will appear here as soon as they are published.';
  const near = q && !tier ? nearest(snapshot, q, SUGGESTED) : [];
  const meant = near.map(({ company, slug }) => `[${plain(company)}](${base_url}/audits/${slug}.md)`).join(', ');
  return `${meant && `Did you mean ${meant}? `}To have a company audited: ${base_url}/auth.md`;
}
