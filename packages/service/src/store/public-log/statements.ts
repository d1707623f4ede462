import type { Rubrics } from '@readymark/rubric/rubric';
import { auditStatement, type Statement, type StatementKind } from '../../domain/public-log/statement.ts';
import type { Db } from '../engine/engine.ts';
import type { AuditRow } from '../tables.ts';
import { replyStatementsIn } from './reply-statements.ts';

/** A publication to be logged; with its audits, where they are at hand and none of them ended another. */
export type LoggedPublication = {
  publication: number;
  kind: string;
  at: string;
  wrote?: readonly SaidAudit[] | undefined;
};

/** A statement, but for the places of entries and for when it was logged; `ended` is the audit that it takes the place of. */
export type Drafted = {
  statement: Omit<Statement, 'replaces' | 'logged'>;
  audit_id: string | null;
  reply_id: string | null;
  ended: Ended | undefined;
};

/** Audits whose records are read together, and entries that are written together. */
const BATCH_ROWS = 100;

/** An audit that the publication replaced or retracted; where and under which slug it was logged, null where it is not yet. */
type Ended = Pick<AuditRow, 'audit_id' | 'slug' | 'audit_date'> & {
  entry_index: number | null;
  logged_slug: string | null;
};

/** What a statement is made of. */
export type SaidAudit = Pick<AuditRow, 'audit_id' | 'slug' | 'audit_date'> & Parameters<typeof auditStatement>[0];

/**
 * What a publication says, from its rows alone, in the order of its entries (decision 140): each audit that it published,
 * each company that it retracted, or what happened to each reply in it. All publications before it are in the log.
 */
export async function* statementsOf(db: Db, of: LoggedPublication, rubrics: Rubrics): AsyncGenerator<Drafted[]> {
  if (of.kind === 'replies') {
    yield* replyStatementsIn(db, of);
    return;
  }
  if (of.wrote) {
    const rows = of.wrote.toSorted((one, other) => (one.audit_id < other.audit_id ? -1 : 1));
    yield rows.map((row) => publishedIn(of, row, undefined, rubrics));
    return;
  }
  const ended = await endedIn(db, of.at);
  if (of.kind === 'retractions') yield* retractionsIn(db, of, ended);
  const places = Map.groupBy(ended, place);
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('audits')
      .select(['audit_id', 'slug', 'audit_date', 'record', 'record_format', 'receipts', 'reviewed_by', 'rubric'])
      .where('publication', '=', of.publication)
      .where('audit_id', '>', after)
      .orderBy('audit_id')
      .limit(BATCH_ROWS)
      .execute();
    yield rows.map((row) => {
      // Several of one date in one publication follow one another.
      const before = places.get(place(row))?.findLast(({ audit_id }) => audit_id < row.audit_id);
      return publishedIn(of, row, before, rubrics);
    });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = last.audit_id;
  }
}

const place = ({ slug, audit_date }: Pick<AuditRow, 'slug' | 'audit_date'>) => `${slug} ${audit_date}`;

/** The audits that ended at the time of a publication: no two have the same (`openPublication`). */
function endedIn(db: Db, at: string): Promise<Ended[]> {
  return db
    .selectFrom('audits as a')
    .leftJoin('log_entries as e', 'e.audit_id', 'a.audit_id')
    .select(['a.audit_id', 'a.slug', 'a.audit_date', 'e.entry_index', 'e.slug as logged_slug'])
    .where('a.replaced_at', '=', at)
    .orderBy('a.audit_id')
    .execute();
}

function publishedIn(of: LoggedPublication, row: SaidAudit, before: Ended | undefined, rubrics: Rubrics): Drafted {
  const said = auditStatement(row, rubrics.get(row.rubric));
  const { audit_id } = row;
  const { publication, at } = of;
  const moved = before !== undefined && before.logged_slug !== null && before.logged_slug !== said.slug;
  const kind: StatementKind =
    before === undefined ? 'audit' : of.kind === 'audits' ? 'replacement' : moved ? 'name_change' : 'correction';
  return { audit_id, reply_id: null, ended: before, statement: { format: 1, kind, publication, at, ...said } };
}

/** The retractions of a publication, each in place of the last audit of its company. */
async function* retractionsIn(
  db: Db,
  { publication, at }: LoggedPublication,
  ended: readonly Ended[],
): AsyncGenerator<Drafted[]> {
  const retracted = await db
    .selectFrom('slug_changes')
    .select('slug')
    .where('publication', '=', publication)
    .where('change', '=', 'retracted')
    .execute();
  const of = Map.groupBy(ended, ({ logged_slug }) => logged_slug);
  const slugs = retracted.map(({ slug }) => slug).sort();
  for (let from = 0; from < slugs.length; from += BATCH_ROWS)
    yield slugs.slice(from, from + BATCH_ROWS).map((slug) => ({
      audit_id: null,
      reply_id: null,
      ended: of.get(slug)?.reduce((one, other) => (one.audit_date > other.audit_date ? one : other)),
      statement: {
        ...{ format: 1, kind: 'retraction', slug, publication, at, audit_date: null },
        ...{ record_sha256: null, record_format: null, rubric: null, rubric_sha256: null, receipts_sha256: null },
      },
    }));
}
