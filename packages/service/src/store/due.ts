import type { Db, Store, Tx } from './engine/engine.ts';

/**
 * When the re-audit of each listed company is due, and how many are due on each day (decision 209): which of all audits
 * are current, and how many of them are due, need not be found out for each list.
 */

/** Companies of one statement. */
const ROWS_MAX = 500;

/**
 * Keeps both in step with the audits of some companies, after these were written: called once in each publication that writes,
 * replaces or moves audits. Publications come one after another, so nothing else changes these rows.
 */
export async function renewDue(tx: Tx, slugs: Iterable<string>): Promise<void> {
  const days = new Map<string, number>();
  const count = (day: string, change: 1 | -1) => days.set(day, (days.get(day) ?? 0) + change);
  const all = [...new Set(slugs)].sort();
  for (let at = 0; at < all.length; at += ROWS_MAX) {
    const some = all.slice(at, at + ROWS_MAX);
    const before = await daysOf(tx, some);
    const now = await currentDays(tx, some);
    const ended = some.filter((slug) => before.has(slug) && !now.has(slug));
    const written = [...now].filter(([slug, day]) => before.get(slug) !== day);
    for (const slug of [...ended, ...written.map(([slug]) => slug)]) {
      const was = before.get(slug);
      if (was !== undefined) count(was, -1);
    }
    for (const [, day] of written) count(day, 1);
    if (ended.length) await tx.deleteFrom('due_companies').where('slug', 'in', ended).execute();
    if (written.length)
      await tx
        .insertInto('due_companies')
        .values(written.map(([slug, reaudit_due]) => ({ slug, reaudit_due })))
        .onConflict((conflict) =>
          conflict.column('slug').doUpdateSet((eb) => ({ reaudit_due: eb.ref('excluded.reaudit_due') })),
        )
        .execute();
  }
  const rows = [...days].filter(([, companies]) => companies !== 0);
  for (let at = 0; at < rows.length; at += ROWS_MAX)
    await tx
      .insertInto('due_days')
      .values(rows.slice(at, at + ROWS_MAX).map(([reaudit_due, companies]) => ({ reaudit_due, companies })))
      .onConflict((conflict) =>
        conflict
          .column('reaudit_due')
          .doUpdateSet((eb) => ({ companies: eb('due_days.companies', '+', eb.ref('excluded.companies')) })),
      )
      .execute();
}

async function daysOf(tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('due_companies').selectAll().where('slug', 'in', slugs).execute();
  return new Map(rows.map((row) => [row.slug, row.reaudit_due]));
}

/** The day of the latest audit of each company that was not replaced; companies without any are left out. */
async function currentDays(tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('audits')
    .select(['slug', 'reaudit_due'])
    .where('slug', 'in', slugs)
    .where('replaced_at', 'is', null)
    .orderBy('audit_date')
    .execute();
  return new Map(rows.map((row) => [row.slug, row.reaudit_due]));
}

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
