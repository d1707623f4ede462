import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { climbOf } from '@readymark/rubric/climb';
import { cheapestWayUp, type Outcome, outcomeWith, type WayUp } from '@readymark/rubric/plans/what-if';
import type { Rubrics } from '@readymark/rubric/rubric';
import { notListed } from '../../../../catalogue/search/nearest.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { rankAmong, withoutOne } from '../../../../domain/leaderboard.ts';
import { type AuditView, auditView } from '../audit/view.ts';
import type { PageInput } from '../page-input.ts';

/** An audit with other scores: what it would come to (decision 61). */
export type WhatIfView = AuditView<AuditRecord> & {
  /** Criteria with another score than the audit has, by id. */
  changed: ReadonlyMap<string, number>;
  outcome: Outcome;
  /** The rank that it would take while all others stay as they are. */
  rank: number;
  way_up: WayUp | undefined;
};

/** Rungs that reach the next tier together, with the least effort. */
type CheapestRungs = { tier: string; rungs: readonly { id: string; score: number }[] };

/**
 * The rungs whose usual actions reach the next tier with the least effort, one for each criterion at most; undefined in the best
 * tier, and where they do not reach it. What only a person decides about is left out.
 */
export function cheapestRungs({ record, rubric, ladders }: AuditView): CheapestRungs | undefined {
  const steps = record.criteria.flatMap((criterion) => {
    const { action, judged } = climbOf(ladders, criterion) ?? {};
    return action && judged === undefined ? [{ id: criterion.id, pillar: criterion.pillar, ...action }] : [];
  });
  const priority_actions = steps.map(({ id, pillar, from, to, effort }) => ({
    ...{ action: id, points_gain: to - from, pillar, effort },
  }));
  const way = cheapestWayUp({ ...record, priority_actions }, rubric);
  if (!way) return undefined;
  const rungs = way.actions.flatMap(({ action }) => {
    const step = steps.find(({ id }) => id === action);
    return step ? [{ id: step.id, score: step.to }] : [];
  });
  return { tier: way.tier, rungs };
}

/**
 * The scores that a query sets, over the current audit of a company. The Fault `not_found` or `gone` for an unknown slug,
 * `invalid_request` for a criterion that the audit does not have, or a score beyond its maximum.
 */
export function whatIfView(input: PageInput, slug: string, query: string): WhatIfView | Fault {
  const { snapshot, rubrics } = input;
  const record = snapshot.record(slug);
  const entry = snapshot.entry(slug);
  if (!record || !entry) return notListed(snapshot, slug);
  const wanted = readScores(query, rubrics);
  if (wanted instanceof Fault) return wanted;
  const errors = [...wanted]
    .filter(([id, score]) => !record.criteria.some((one) => one.id === id && score <= one.max))
    .map(([field]) => {
      const max = record.criteria.find(({ id }) => id === field)?.max;
      return { field, message: max === undefined ? 'is no criterion of this audit' : `must be 0 to ${max}` };
    });
  if (errors.length) return invalidFields(errors);
  const changed = new Map(
    record.criteria.flatMap(({ id, score }) => {
      const other = wanted.get(id);
      return other === undefined || other === score ? [] : [[id, other] as const];
    }),
  );
  const view = auditView(input, record);
  const outcome = outcomeWith(record, view.rubric, changed);
  // Fictional companies beside real ones are not counted, so there is nothing to take out (decision 105).
  const counted = !entry.fictional || snapshot.ranked === snapshot.count;
  const others = withoutOne(snapshot.scores, counted ? record.overall_score : undefined);
  const rank = rankAmong(others, outcome.overall_score);
  return { ...view, changed, outcome, rank, way_up: cheapestWayUp(record, view.rubric) };
}

/** A query with its scores alone, by criterion; the last one of a criterion, as a form that repeats a field sends it. */
export function normalWhatIfQuery({ rubrics }: Pick<PageInput, 'rubrics'>, query: string): string | Fault {
  const scores = readScores(query, rubrics);
  return scores instanceof Fault ? scores : queryOf(scores);
}

/** The canonical query of a view, with its `?`; '' for the audit as it is. */
export const whatIfQuery = ({ changed }: Pick<WhatIfView, 'changed'>): string => queryOf(changed);

const queryOf = (scores: ReadonlyMap<string, number>) =>
  scores.size ? `?${[...scores].map(([id, score]) => `${id}=${score}`).join('&')}` : '';

/** The scores in a query, in the order of the rubrics. Parameters that are no criterion of any rubric are dropped. */
function readScores(query: string, rubrics: Rubrics): ReadonlyMap<string, number> | Fault {
  const given = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toUpperCase(), value.trim()]));
  const ids = new Set([...rubrics.values()].flatMap(({ criteria }) => criteria.map(({ id }) => id)));
  const named = [...ids].flatMap((id) => {
    const value = given.get(id);
    return value === undefined || value === '' ? [] : [{ id, value }];
  });
  const errors = named
    .filter(({ value }) => !/^\d{1,2}$/.test(value))
    .map(({ id }) => ({ field: id, message: 'must be a score: a whole number' }));
  return errors.length ? invalidFields(errors) : new Map(named.map(({ id, value }) => [id, Number(value)]));
}
