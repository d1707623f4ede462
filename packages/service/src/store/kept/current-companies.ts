import type { ScoreCounts } from '../../domain/leaderboard.ts';
import { currentAudits } from '../audits.ts';
import type { Db, Tx } from '../engine/engine.ts';
import { SCORES_COUNTED } from '../publications.ts';
import type { DueCompanyRow } from '../tables.ts';

/**
 * When the re-audit of each listed company is due and which score it has, how many are due on each day, and how many have each
 * score (decision 209): which of all audits are current need not be found out again for each list, nor for each rank.
 */

/** Companies of one statement. */
const ROWS_MAX = 500;

const columns = ['slug', 'reaudit_due', 'overall_score', 'fictional'] as const;

/**
 * Keeps all of it in step with the audits of some companies, after these were written: called once in each publication that writes,
 * replaces or moves audits. Publications come one after another, so nothing else changes these rows.
 */
export async function renewCurrent(tx: Tx, slugs: Iterable<string>): Promise<void> {
  const days = new Map<string, number>();
  const scores = new Map<string, number>();
  const count = ({ reaudit_due, overall_score, fictional }: DueCompanyRow, change: 1 | -1) => {
    const score = `${overall_score} ${fictional}`;
    days.set(reaudit_due, (days.get(reaudit_due) ?? 0) + change);
    scores.set(score, (scores.get(score) ?? 0) + change);
  };
  const all = [...new Set(slugs)].sort();
  for (let at = 0; at < all.length; at += ROWS_MAX) {
    const some = all.slice(at, at + ROWS_MAX);
    const before = await keptRows(tx, some);
    const now = await currentRows(tx, some);
    const ended = some.filter((slug) => before.has(slug) && !now.has(slug));
    const written = [...now.values()].filter((row) =>
      columns.some((name) => before.get(row.slug)?.[name] !== row[name]),
    );
    for (const slug of [...ended, ...written.map((row) => row.slug)]) {
      const was = before.get(slug);
      if (was !== undefined) count(was, -1);
    }
    for (const row of written) count(row, 1);
    if (ended.length) await tx.deleteFrom('due_companies').where('slug', 'in', ended).execute();
    if (written.length)
      await tx
        .insertInto('due_companies')
        .values(written)
        .onConflict((conflict) =>
          conflict.column('slug').doUpdateSet((eb) => ({
            reaudit_due: eb.ref('excluded.reaudit_due'),
            overall_score: eb.ref('excluded.overall_score'),
            fictional: eb.ref('excluded.fictional'),
          })),
        )
        .execute();
  }
  await countDays(tx, days);
  await countScores(tx, scores);
}

/** Those of some slugs whose row is not what their current audit says. */
export async function unkeptAmong(db: Db, slugs: readonly string[]): Promise<string[]> {
  const unkept: string[] = [];
  for (let at = 0; at < slugs.length; at += ROWS_MAX) {
    const some = slugs.slice(at, at + ROWS_MAX);
    const kept = await keptRows(db, some);
    const now = await currentRows(db, some);
    const differs = (slug: string) => columns.some((name) => kept.get(slug)?.[name] !== now.get(slug)?.[name]);
    unkept.push(...some.filter(differs));
  }
  return unkept;
}

async function countDays(tx: Tx, days: ReadonlyMap<string, number>): Promise<void> {
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

/** @param scores companies that came or went, by score and whether they are fictional: at most some two hundred */
async function countScores(tx: Tx, scores: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...scores]
    .filter(([, companies]) => companies !== 0)
    .map(([of, companies]) => {
      const [overall_score = 0, fictional = 0] = of.split(' ').map(Number);
      return { overall_score, fictional, companies };
    });
  if (rows.length)
    await tx
      .insertInto('score_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['overall_score', 'fictional'])
          .doUpdateSet((eb) => ({ companies: eb('score_counts.companies', '+', eb.ref('excluded.companies')) })),
      )
      .execute();
}

const bySlug = (rows: readonly DueCompanyRow[]) => new Map(rows.map((row) => [row.slug, row]));

const keptRows = async (db: Db, slugs: readonly string[]) =>
  bySlug(await db.selectFrom('due_companies').select(columns).where('slug', 'in', slugs).execute());

/** What the latest audit of each company says that was not replaced; companies without any are left out. */
async function currentRows(db: Db, slugs: readonly string[]): Promise<Map<string, DueCompanyRow>> {
  const rows = await db
    .selectFrom('audits')
    .select(columns)
    .where('slug', 'in', slugs)
    .where('replaced_at', 'is', null)
    .orderBy('audit_date')
    .execute();
  return bySlug(rows);
}

/** How many ranked companies have each score: all, but no fictional one beside real ones (decision 105). */
export async function scoreCounts(db: Db): Promise<ScoreCounts> {
  const rows = (await keptCounts(db)) ?? (await countedNow(db));
  const real = rows.filter(({ fictional }) => fictional === 0);
  return new Map((real.length ? real : rows).map((row) => [row.overall_score, Number(row.companies)]));
}

/** The counts that are kept; undefined where a node of an older version published, until all is counted again. */
async function keptCounts(db: Db) {
  const rows = await db
    .selectFrom('counters as p')
    .leftJoin('counters as c', (join) => join.on('c.name', '=', SCORES_COUNTED))
    .leftJoin('score_counts as s', (join) => join.on('s.companies', '>', 0))
    .select(['p.value as published', 'c.value as counted', 's.overall_score', 's.fictional', 's.companies'])
    .where('p.name', '=', 'publications')
    .execute();
  if (rows.some(({ published, counted }) => counted !== published)) return undefined;
  return rows.flatMap(({ overall_score, fictional, companies }) =>
    overall_score === null || fictional === null || companies === null ? [] : [{ overall_score, fictional, companies }],
  );
}

/** Whether scores are not counted any more up to the newest publication. */
export async function areCountsBehind(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('counters')
    .selectAll()
    .where('name', 'in', ['publications', SCORES_COUNTED])
    .execute();
  const value = (of: string) => rows.find(({ name }) => name === of)?.value ?? 0;
  return value(SCORES_COUNTED) !== value('publications');
}

const countedNow = (db: Db) =>
  currentAudits(db)
    .select((eb) => ['a.overall_score', 'a.fictional', eb.fn.countAll().as('companies')])
    .groupBy(['a.overall_score', 'a.fictional'])
    .execute();
