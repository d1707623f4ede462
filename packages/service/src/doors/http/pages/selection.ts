import type { Audit } from '@readymark/rubric/audit/audit';
import { isSelection, type Selection, selectionErrors } from '@readymark/rubric/audit/views';
import { type Fault, invalidFields } from '../../../domain/fault.ts';

/** Criteria that an address may name: more than any rubric has. */
const CRITERIA_MAX = 100;

/** Which criteria a page shows, from its query: `?criteria=P1-B,P2-A&pillar=P3` (decision 63). Ids in any case and order. */
export function readSelection(query: string): Selection {
  const given = new URLSearchParams(query);
  const ids = (name: string) =>
    given
      .getAll(name)
      .flatMap((value) => value.split(','))
      .map((id) => id.trim().toUpperCase())
      .filter(Boolean);
  // Several pillars are one unknown id, which is refused: of two that were asked for, one would look like all.
  const pillar = [...new Set(ids('pillar'))].join(',') || undefined;
  return { pillar, criteria: [...new Set(ids('criteria'))].sort() };
}

/** The parameters of a selection in normal form, without `?`; '' where nothing is selected. */
export function selectionParameters({ pillar, criteria = [] }: Selection): string {
  return [
    ...(criteria.length ? [`criteria=${criteria.map(encodeURIComponent).join(',')}`] : []),
    ...(pillar === undefined ? [] : [`pillar=${encodeURIComponent(pillar)}`]),
  ].join('&');
}

/** Why a selection cannot be shown, by its size alone; undefined when it may be. */
export function oversized({ criteria = [] }: Selection): Fault | undefined {
  return criteria.length > CRITERIA_MAX
    ? invalidFields([{ field: 'criteria', message: `must name at most ${CRITERIA_MAX} criteria` }])
    : undefined;
}

/** Why a selection cannot be shown of these audits; undefined when it can be. */
export function unselectable(audits: readonly Audit[], selection: Selection): Fault | undefined {
  const errors = isSelection(selection) ? selectionErrors(audits, selection) : [];
  return errors.length ? invalidFields(errors) : undefined;
}
