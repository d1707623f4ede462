import { daysAfter } from '@readymark/rubric/audit/audit';
import type { Listed, Snapshot } from '../snapshot.ts';

/** The companies whose scores are stale from a day (`YYYY-MM-DD`, UTC) on. */
export function staleOn({ companies }: Pick<Snapshot, 'companies'>, day: string): Listed[] {
  const due = daysAfter(day, -1);
  return companies.filter(({ reaudit_due }) => reaudit_due === due);
}
