import type { Ladders } from '@readymark/rubric/ladder';
import { z } from 'zod';
import type { JudgedClaim } from '../../evidence/claim.ts';
import type { Site } from '../../read/site.ts';
import { humanReasons } from '../human-reasons.ts';
import type { CriterionProposal, HumanReason } from '../proposal.ts';
import { scoreSite } from '../score-site.ts';
import learned from './weights.json' with { type: 'json' };

const weight = z.number();

/** What is learned: points that careful readers gave beyond the rungs, as a sum of what the rungs of a site say. */
export const pointWeights = z.object({
  /** For each criterion: always, for each proposed point, each possible point, and each point of the mean of the site. */
  criteria: z.record(z.string(), z.object({ base: weight, proposed: weight, high: weight, site: weight })),
  /** For each point that is sure, and of the means of its pillar and of P1. */
  shared: z.object({ low: weight, pillar: weight, readable: weight }),
});
export type PointWeights = z.infer<typeof pointWeights>;

type Rungs = Pick<CriterionProposal, 'id' | 'low' | 'proposed' | 'high'>;
export type Means = { site: number; pillar: ReadonlyMap<string, number> };

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
export const pillarOf = (id: string): string => id.slice(0, 2);

/** The means of what the rungs of a site propose. */
export const meansOf = (proposals: readonly Rungs[]): Means => ({
  site: mean(proposals.map(({ proposed }) => proposed)),
  pillar: new Map(
    [...Map.groupBy(proposals, ({ id }) => pillarOf(id))].map(([id, of]) => [id, mean(of.map((one) => one.proposed))]),
  ),
});

/** What is proposed of a site, after what was answered about its claims. */
export function proposalsOf(site: Site, ladders: Ladders, judged: readonly JudgedClaim[] = []): CriterionProposal[] {
  const read = scoreSite(site, ladders);
  return expectedPoints(judged.length === 0 ? read : scoreSite(site, ladders, { judged }), { read });
}

/** P1 is structure: its rungs are counted and not read. These follow theirs alone, which were nearer to readers of real sites (decision 219). */
const BY_RUNGS_ALONE: ReadonlySet<string> = new Set(['P3-A', 'P3-D', 'P4-A', 'P4-B', 'P5-B']);
export const isLearned = ({ id }: Pick<Rungs, 'id'>): boolean => pillarOf(id) !== 'P1' && !BY_RUNGS_ALONE.has(id);

/** Such a score is nobody's to move: a person must see why first. */
const settled: ReadonlySet<HumanReason> = new Set(['capped', 'conflict', 'injection']);

/**
 * Proposes what careful readers gave where rungs were like these (decision 219): at most one point more or less than the rungs say, inside
 * the interval, never from or to 0, never up to the top rung, which asks for what must be there, and with a reason for a person to look. Evidence, rungs and intervals stay as they are.
 *
 * @param options.read the proposals before anybody answered about a claim: what is learned of a site follows them, so that an answer moves
 *   no criterion but its own
 */
export function expectedPoints(
  proposals: readonly CriterionProposal[],
  { weights = learned, read = proposals }: { weights?: PointWeights; read?: readonly CriterionProposal[] } = {},
): CriterionProposal[] {
  const { criteria, shared } = weights;
  const means = meansOf(read.filter(({ id }) => id in criteria || !isLearned({ id })));
  return proposals.map((given) => {
    const { id, low, proposed, high, needs_human, rungs } = given;
    const of = criteria[id];
    if (!of || proposed === 0 || needs_human.some((reason) => settled.has(reason))) return given;
    const more =
      of.base +
      of.proposed * proposed +
      of.high * high +
      of.site * means.site +
      shared.low * low +
      shared.pillar * (means.pillar.get(pillarOf(id)) ?? 0) +
      shared.readable * (means.pillar.get('P1') ?? 0);
    const step = Math.round(Math.min(1, Math.max(-1, more)));
    const expected = Math.min(high, Math.max(low, 1, proposed + step));
    const isTop = expected > proposed && expected === rungs.at(-1)?.score;
    if (expected === proposed || isTop) return given;
    const reasons = new Set<HumanReason>([...needs_human, 'expected']);
    return { ...given, proposed: expected, needs_human: humanReasons.filter((reason) => reasons.has(reason)) };
  });
}
