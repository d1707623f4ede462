import type { CompanyRows } from './board/company-rows.ts';
import { type Company, type Group, type Leaderboard, totalsOf } from './leaderboard.ts';
import { searchGroup } from './search/search.ts';
import type { TimeSlicer } from './time-slicer.ts';

/** A group of companies of one score. @param before the group from which most of them come: their lines are taken over */
export function groupOf(companies: readonly Company[], before: Group | undefined): Group {
  const lines = new Map<Company, string>();
  for (const [at, company] of before?.companies.entries() ?? [])
    lines.set(company, before?.text.slice(before.starts[at], (before.starts[at + 1] ?? 0) - 1) ?? '');
  return { items: companies, ...searchGroup(companies, (company) => lines.get(company)), ...totalsOf(companies) };
}

/** Copies the rows of a leaderboard into new memory, so that the memory of rows that nobody needs any more is free. */
export async function moveTogether({ buckets }: Leaderboard, rows: CompanyRows, slicer: TimeSlicer): Promise<void> {
  rows.restart();
  for (const { groups } of buckets.values())
    for (const { companies } of groups) {
      for (const company of companies) company.moveTo(rows.copy(company.place));
      await slicer();
    }
}
