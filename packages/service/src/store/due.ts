import type { Db, Store } from './engine/engine.ts';

/** Companies of one statement. */
const ROWS_MAX = 500;

type DueAudit = {
  slug: string;
  company: string;
  fictional: number;
  audit_date: string;
  reaudit_due: string;
  overall_score: number;
  watchers: number;
};

/**
 * Companies whose re-audit is due on or before a day, most overdue first, then most watched; and how many there are in all. Only
 * the companies of the days that the page is about are read.
 */
export function companiesDue(store: Store, until: string, page: DuePage): Promise<{ total: number; due: DueAudit[] }> {
  return store.reading((db) => readDue(db, until, page));
}

type DuePage = { limit: number; offset: number };

async function readDue(db: Db, until: string, { limit, offset }: DuePage): Promise<{ total: number; due: DueAudit[] }> {
  const days = await db
    .selectFrom('due_days')
    .selectAll()
    .where('reaudit_due', '<=', until)
    .where('companies', '>', 0)
    .orderBy('reaudit_due')
    .execute();
  let total = 0;
  let earlier = 0;
  const shown: string[] = [];
  for (const { reaudit_due, companies } of days) {
    if (total + companies <= offset) earlier += companies;
    else if (total < offset + limit) shown.push(reaudit_due);
    total += companies;
  }
  const [first, last] = [shown.at(0), shown.at(-1)];
  if (first === undefined || last === undefined) return { total, due: [] };
  const page = db
    .selectFrom('due_companies as d')
    .leftJoin('watch_counts as w', 'w.slug', 'd.slug')
    .select((eb) => ['d.slug', 'd.reaudit_due', eb.fn.coalesce('w.watchers', eb.val(0)).as('watchers')])
    .where('d.reaudit_due', '>=', first)
    .where('d.reaudit_due', '<=', last)
    .orderBy('d.reaudit_due')
    .orderBy('watchers', 'desc')
    .orderBy('d.slug')
    .limit(limit)
    .offset(offset - earlier);
  const rows = await page.execute();
  const audits = new Map<string, Omit<DueAudit, 'watchers'>>();
  for (let at = 0; at < rows.length; at += ROWS_MAX) {
    const found = await db
      .selectFrom('audits')
      .select(['slug', 'company', 'fictional', 'audit_date', 'reaudit_due', 'overall_score'])
      .where(
        'slug',
        'in',
        rows.slice(at, at + ROWS_MAX).map(({ slug }) => slug),
      )
      .where('replaced_at', 'is', null)
      .orderBy('audit_date')
      .execute();
    for (const audit of found) audits.set(audit.slug, audit);
  }
  const due = rows.flatMap(({ slug, watchers }) => {
    const audit = audits.get(slug);
    return audit ? [{ ...audit, watchers: Number(watchers) }] : [];
  });
  return { total, due };
}
