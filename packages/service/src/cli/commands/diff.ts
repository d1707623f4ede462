import type { ScoreChange } from '@readymark/rubric/audit/changes';
import type { Define } from '../define.ts';
import { deskCommand } from '../desk/desk-command.ts';
import { line } from '../output.ts';

export function addDiff(define: Define): void {
  deskCommand(define, {
    usage: 'diff <slug>',
    does: 'show what changed between the last two audits of a company',
    examples: ['diff acme', 'diff acme --from 2026-05-01 --to 2026-11-20'],
    operation: async () => (await import('../../operations/desk/compare-audits.ts')).compareAudits,
    args: ['slug'],
    flags: { before: '--from <date>', after: '--to <date>' },
    lines(changes, { colour: { green, red, bold } }) {
      const delta = (points: number) => (points > 0 ? green(`+${points}`) : points < 0 ? red(String(points)) : '±0');
      const changed = ({ id, name, before, after }: ScoreChange) =>
        line`  ${id} ${name}: ${before ?? 'not scored'} → ${after ?? 'not scored'}${before === null || after === null ? '' : line` (${delta(after - before)})`}`;
      return [
        bold(`${changes.company} (${changes.slug}), ${changes.date_before} → ${changes.date_after}`),
        line`Score ${changes.score_before} → ${changes.score_after} (${delta(changes.points_gained)})`,
        changes.tier_changed
          ? `Tier ${changes.tier_before} → ${changes.tier_after}`
          : `Tier ${changes.tier_after}, unchanged`,
        ...(changes.rubric_changed ? ['The two audits use different rubrics.'] : []),
        ...(changes.pillars.length ? ['Pillars', ...changes.pillars.map(changed)] : []),
        ...(changes.criteria.length ? ['Criteria', ...changes.criteria.map(changed)] : ['No criterion changed.']),
      ];
    },
  });
}
