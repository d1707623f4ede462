import { NO_DAY } from '../../../../domain/as-of/days.ts';
import { fictionalWord } from '../../html/fictional.ts';
import { signed } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import { retractedSince } from '../board/past-day.ts';
import type { PageInput } from '../page-input.ts';
import { type MovedView, movedQuery, NOT_COUNTED } from './view.ts';

/** The same as Markdown. */
export function movedMarkdown({ base_url }: PageInput, view: MovedView): string {
  const { shown, moves, entered, gone, page, pages } = view;
  const how = `Any two days (UTC): ${base_url}/changes.md?from=YYYY-MM-DD&to=YYYY-MM-DD · As JSON: ${base_url}/changes with Accept: application/json · The board of a day: ${base_url}/index.md?as-of=YYYY-MM-DD`;
  if (!shown) return blocks('# What moved', `${NO_DAY} Two days are compared.`, how);
  const { from, to, totals, count, retracted_since } = shown;
  const company = (slug: string, name: string, fictional: boolean) =>
    `[${plain(name)}](${base_url}/audits/${slug}.md)${fictionalWord(fictional)}`;
  return blocks(
    `# What moved from ${from} to ${to}`,
    `At the ends of both days (UTC). Up ${totals.up}, down ${totals.down}, same score again ${totals.same}, new ${shown.entered.length}, retracted ${shown.gone.length}; into a higher tier ${totals.tier_up}, into a lower one ${totals.tier_down}. Companies: ${count.before} → ${count.after}.`,
    retracted_since > 0 && retractedSince(retracted_since),
    moves.length > 0 &&
      table(
        ['Company', 'Before', 'After', 'Change', 'Rank before', 'Rank after', 'Tier', 'Criteria'],
        moves.map(({ slug, before, after, points, criteria }) => [
          company(slug, after.company, after.fictional),
          before.overall_score,
          after.overall_score,
          signed(points),
          before.rank,
          after.rank,
          before.tier === after.tier ? plain(after.tier) : `${plain(before.tier)} → ${plain(after.tier)}`,
          criteria.map(({ id, before: was, after: is }) => `${id} ${was} → ${is}`).join(', ') || '–',
        ]),
        [1, 2, 3, 4, 5],
      ),
    entered.length > 0 && '## New on the list',
    entered
      .map(
        ({ slug, entry }) =>
          `- ${company(slug, entry.company, entry.fictional)} ${entry.overall_score}, ${plain(entry.tier)}, rank ${entry.rank}`,
      )
      .join('\n'),
    gone.length > 0 && `## Retracted\n\n${NOT_COUNTED}`,
    gone
      .map(({ slug, at, reason }) => `- ${slug}, ${at.slice(0, 10)}${reason === null ? '' : `: ${plain(reason)}`}`)
      .join('\n'),
    !moves.length && !entered.length && !gone.length && 'Nothing moved between these two days.',
    page < pages && `[Next page](${base_url}/changes.md${movedQuery({ ...view, page: page + 1 })})`,
    how,
    'Scores: CC BY-NC 4.0',
  );
}
