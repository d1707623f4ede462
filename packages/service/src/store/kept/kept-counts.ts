import { type RawBuilder, sql } from 'kysely';
import { waitingStatuses } from '../../domain/request/request.ts';
import { anyTable } from '../blobs/blob-tables.ts';
import type { Db } from '../engine/engine.ts';
import { queueSpans } from '../queue.ts';

/**
 * The tables that count rows of others, and are written in the same transactions as those (decisions 18 and 209): what the doctor
 * compares, and `readymark recount` puts right.
 */
type KeptCounts = {
  /** What holds, as the doctor says it. */
  check: string;
  table: 'due_days' | 'score_counts' | 'request_counts' | 'waiting_counts' | 'watch_counts';
  /** The columns of its primary key, and the one with the count. */
  key: readonly string[];
  value: string;
  /** Selects the columns of the key and `n`, counted from the rows themselves; nothing where it would be 0. */
  counted: RawBuilder<unknown>;
};

/** Waiting requests by the day, hour and minute of their submission. */
const waitingBySpan = sql.join(
  Object.entries(queueSpans).map(
    ([
      span,
      length,
    ]) => sql`select ${sql.lit(span)} as span, substr(submitted_at, 1, ${sql.lit(length)}) as starts, count(*) as n
      from audit_requests where status in (${sql.join(waitingStatuses.map((status) => sql.lit(status)))})
      group by substr(submitted_at, 1, ${sql.lit(length)})`,
  ),
  sql` union all `,
);

export const dayCounts: KeptCounts = {
  check: 'the desk counts the companies that are due on each day',
  table: 'due_days',
  key: ['reaudit_due'],
  value: 'companies',
  counted: sql`select reaudit_due, count(*) as n from due_companies group by reaudit_due`,
};

export const scoreCounted: KeptCounts = {
  check: 'counts of scores are the number of companies',
  table: 'score_counts',
  key: ['overall_score', 'fictional'],
  value: 'companies',
  counted: sql`select overall_score, fictional, count(*) as n from due_companies group by overall_score, fictional`,
};

export const requestCounts: KeptCounts = {
  check: 'counts of statuses are the number of requests',
  table: 'request_counts',
  key: ['status'],
  value: 'requests',
  counted: sql`select status, count(*) as n from audit_requests group by status`,
};

export const queueCounts: KeptCounts = {
  check: 'queue counts are the number of waiting requests',
  table: 'waiting_counts',
  key: ['span', 'starts'],
  value: 'waiting',
  counted: waitingBySpan,
};

export const watchCounts: KeptCounts = {
  check: 'watch counts are the number of watches',
  table: 'watch_counts',
  key: ['slug'],
  value: 'watchers',
  counted: sql`select slug, count(*) as n from watches group by slug`,
};

/** Selects the columns of the key, `kept` and `n` of each count that is wrong. */
function wrongCounts({ table, key, value, counted }: KeptCounts): RawBuilder<unknown> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const same = (other: string) =>
    sql.join(
      key.map((name) => sql`${sql.ref(`${other}.${name}`)} = ${sql.ref(`s.${name}`)}`),
      sql` and `,
    );
  return sql`select ${sql.join(key.map((name) => sql.ref(`s.${name}`)))}, coalesce(k.${sql.ref(value)}, 0) as kept, coalesce(c.n, 0) as n
    from (select ${columns} from ${sql.table(table)} union select ${columns} from (${counted}) as g) as s
      left join ${sql.table(table)} as k on ${same('k')}
      left join (${counted}) as c on ${same('c')}
    where coalesce(k.${sql.ref(value)}, 0) <> coalesce(c.n, 0)`;
}

/**
 * Writes the counts that are wrong. Whoever changes them waits until the transaction ends, or was waited for.
 *
 * @param more values of further columns
 * @returns how many were wrong
 */
export async function mendCounts(tx: Db, kept: KeptCounts, more: Readonly<Record<string, string>> = {}) {
  const { table, key, value } = kept;
  const { rows } = await sql<Record<string, string | number>>`${wrongCounts(kept)}`.execute(tx);
  for (const row of rows) {
    const values = {
      ...Object.fromEntries(key.map((name) => [name, row[name] ?? ''])),
      ...more,
      [value]: Number(row.n),
    };
    await anyTable(tx)
      .insertInto(table)
      .values(values)
      .onConflict((conflict) => conflict.columns(key).doUpdateSet({ ...more, [value]: Number(row.n) }))
      .execute();
  }
  return rows.length;
}

/** One row `finding` for each count that is wrong. */
export function wrongCountsInWords(kept: KeptCounts): RawBuilder<unknown> {
  const name = sql.join(
    kept.key.map((column) => sql.ref(`w.${column}`)),
    sql` || ' ' || `,
  );
  return sql`select ${name} || ': counted ' || w.kept || ', found ' || w.n as finding from (${wrongCounts(kept)}) as w`;
}

/** One row `finding` for each company whose row in `due_companies` is not what its current audit says. */
export const wrongCompanies = sql`select s.slug || ': kept as ' || coalesce(d.reaudit_due || ' with ' || d.overall_score, 'nothing')
    || ', its current audit has ' || coalesce(a.reaudit_due || ' with ' || a.overall_score, 'none') as finding
  from (select slug from due_companies union select slug from audits where replaced_at is null) as s
    left join due_companies as d on d.slug = s.slug
    left join audits as a on a.slug = s.slug and a.replaced_at is null and not exists (select 1 from audits as later
      where later.slug = a.slug and later.replaced_at is null and later.audit_date > a.audit_date)
  where coalesce(d.reaudit_due, '') <> coalesce(a.reaudit_due, '') or coalesce(d.overall_score, -1) <> coalesce(a.overall_score, -1)
    or coalesce(d.fictional, -1) <> coalesce(a.fictional, -1)`;
