import { isFictional } from '@readymark/rubric/audit/audit';
import { fictionalWord } from '../../html/fictional.ts';
import { signed } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import { changesPage, companyPath, pastAuditPage } from '../company/addresses.ts';
import type { PageInput } from '../page-input.ts';
import { scoreOn } from './moves.ts';
import type { ChangesView, Pair } from './view.ts';

/** The same as Markdown. Evidence that did not change is left out: the audits have it. */
export function changesMarkdown({ base_url }: PageInput, view: ChangesView): string {
  const { slug, from, to, changes, moved, reworded, same, dates } = view;
  const ids = [...new Set([...Object.keys(to.pillars), ...Object.keys(from.pillars)])];
  const pillar = (of: typeof to, id: string) => scoreOn(of.pillars[id]?.score ?? null, of.pillars[id]?.max ?? null);
  const others = dates.map(({ audit_date }) => audit_date).join(', ');
  return blocks(
    `# ${plain(to.company)}${fictionalWord(isFictional(to))}: ${from.audit_date} to ${to.audit_date}`,
    `${signed(changes.points_gained)} points: ${changes.score_before} → ${changes.score_after}, ${plain(changes.tier_before)} → ${plain(changes.tier_after)}.`,
    changes.rubric_changed &&
      `The two audits were made under different rubrics (${plain(from.rubric_version)}; ${plain(to.rubric_version)}): criteria and maxima differ.`,
    table(
      ['Pillar', 'Name', 'Before', 'After'],
      ids.map((id) => [id, plain((to.pillars[id] ?? from.pillars[id])?.name ?? ''), pillar(from, id), pillar(to, id)]),
      [2, 3],
    ),
    '## Changed scores',
    moved.map(pairMarkdown).join('\n\n') || 'No score changed.',
    reworded.length > 0 && '## Same score, other evidence',
    reworded.map(pairMarkdown).join('\n\n'),
    same.length > 0 && '## Unchanged',
    same.map(({ id, after, before }) => `${id} ${(after ?? before)?.score}/${(after ?? before)?.max}`).join(', '),
    `Audits: ${others}. Any two: ${base_url}${changesPage(slug)}.md?from=DATE&to=DATE · One: ${base_url}${pastAuditPage(slug, 'DATE')}.md · Current: ${base_url}${companyPath(slug)}.md`,
    'Scores: CC BY-NC 4.0',
  );
}

function pairMarkdown({ id, name, before, after }: Pair): string {
  const side = (criterion: Pair['before']) => scoreOn(criterion?.score ?? null, criterion?.max ?? null);
  const evidence = (criterion: Pair['before']) => plain(criterion?.evidence ?? '') || 'No evidence given.';
  return [
    `### ${id} ${plain(name)}: ${side(before)} → ${side(after)}`,
    '',
    ...(before ? [`- Before: ${evidence(before)}`] : []),
    ...(after ? [`- After: ${evidence(after)}`] : []),
  ].join('\n');
}
