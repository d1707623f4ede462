import type { Audit } from '@readymark/rubric/audit/audit';
import { content, either, type Node } from '../../../../content/content.ts';
import { grouped, signed } from '../../html/format.ts';
import { tierName } from '../../html/marks.ts';
import type { PageInput } from '../page-input.ts';

/** One of two scores of a company, and what it is of. */
type Side = Pick<Audit, 'overall_score' | 'tier'> & { name: Node; rank?: number };

/** Two scores beside each other, and how far they are apart. */
export function sides({ rubrics, snapshot: { ranked } }: PageInput, before: Side, after: Side): Node {
  const gain = after.overall_score - before.overall_score;
  const seen = ({ name, overall_score, tier, rank }: Side) => content`<div>
<p class="when">${name}</p>
<p class="total"><b>${overall_score}</b></p>
<p>${tierName(rubrics, tier)}</p>
${rank !== undefined && content`<p class="meta">Rank ${grouped(rank)} of ${grouped(ranked)}</p>`}
</div>`;
  const read = ({ name, tier, rank }: Side, score: string) =>
    content`<li>${name}: ${score}, ${tierName(rubrics, tier)}${rank !== undefined && `, rank ${rank} of ${ranked}`}</li>`;
  return either(
    content`<div class="sides">
${seen(before)}
<p class="delta"><b>${signed(gain)}</b> ${Math.abs(gain) === 1 ? 'point' : 'points'}</p>
${seen(after)}
</div>`,
    content`<ul>${read(before, `${before.overall_score} of 100`)}${read(after, `${after.overall_score} (${signed(gain)})`)}</ul>`,
  );
}
