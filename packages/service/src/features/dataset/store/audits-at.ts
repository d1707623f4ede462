import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScoreCounts } from '../../../domain/leaderboard.ts';
import type { Db } from '../../../store/engine/engine.ts';
import type { AuditRow } from '../../../store/tables.ts';

/**
 * Everything that was public at one publication, read in batches and without a transaction (decision 153): rows of a publication
 * are never changed but to say when they were replaced or retracted, so what is published meanwhile changes nothing here.
 */
type Moment = { publication: number; at: string };

/** Audits whose records are read together: a few hundred kilobytes, a millisecond of SQLite, which reads in the serving thread. */
const BATCH_AUDITS = 25;
/** Rows without records that are read together: in a database that is not in memory each is a read of the disk. */
const BATCH_ROWS = 100;

type LogPosition = Pick<AuditRow, 'publication' | 'audit_id'>;

/** A public audit, whether it was its company's newest, and its entry in the public log. */
type AuditAtMoment = Pick<
  AuditRow,
  'audit_id' | 'publication' | 'published_at' | 'record' | 'record_format' | 'rubric' | 'overall_score' | 'fictional'
> & { current: boolean; log_index: number; entry: string };

/** The next audits that were public at a moment, as table `a`, in the order of the public log. */
function publicAt(db: Db, { publication, at }: Moment, after: LogPosition) {
  return db
    .selectFrom('audits as a')
    .where((eb) => eb(eb.refTuple('a.publication', 'a.audit_id'), '>', eb.tuple(after.publication, after.audit_id)))
    .where('a.publication', '<=', publication)
    .where((eb) => eb.or([eb('a.replaced_at', 'is', null), eb('a.replaced_at', '>', at)]))
    .select((eb) => {
      const later = eb
        .selectFrom('audits as later')
        .select('later.slug')
        .whereRef('later.slug', '=', 'a.slug')
        .whereRef('later.audit_date', '>', 'a.audit_date')
        .where('later.publication', '<=', publication);
      // Two questions, because each has an index of its own.
      const superseded = eb.or([
        eb.exists(later.where('later.replaced_at', 'is', null)),
        eb.exists(later.where('later.replaced_at', '>', at)),
      ]);
      return ['a.audit_id', 'a.publication', eb.case().when(superseded).then(0).else(1).end().as('current')];
    })
    .orderBy('a.publication')
    .orderBy('a.audit_id');
}

const BEGINNING: LogPosition = { publication: 0, audit_id: '' };

/** Every audit that was public at a moment with its entry, in the order of the public log. All of them are logged. */
export async function* auditsAt(db: Db, moment: Moment): AsyncGenerator<AuditAtMoment[]> {
  for (let after = BEGINNING; ; ) {
    const rows = await publicAt(db, moment, after)
      .innerJoin('log_entries as e', 'e.audit_id', 'a.audit_id')
      .select(['a.published_at', 'a.record', 'a.record_format', 'a.rubric', 'a.overall_score', 'a.fictional'])
      .select(['e.entry_index as log_index', 'e.entry'])
      .limit(BATCH_AUDITS)
      .execute();
    if (rows.length) yield rows.map((row) => ({ ...row, current: Number(row.current) === 1 }));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_AUDITS) return;
    after = last;
  }
}

/** How many companies had each score at a moment, as ranks count them: fictional ones only while there are no others. */
export async function scoresAt(db: Db, moment: Moment): Promise<ScoreCounts> {
  const counts = { real: new Map<number, number>(), fictional: new Map<number, number>() };
  for (let after = BEGINNING; ; ) {
    const rows = await publicAt(db, moment, after)
      .select(['a.overall_score', 'a.fictional'])
      .limit(BATCH_ROWS)
      .execute();
    for (const { overall_score, fictional, current } of rows) {
      const scores = fictional ? counts.fictional : counts.real;
      if (Number(current) === 1) scores.set(overall_score, (scores.get(overall_score) ?? 0) + 1);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return counts.real.size ? counts.real : counts.fictional;
    after = last;
    // What SQLite returns is there at once: nobody else would get a turn until the last row.
    await nextTurn();
  }
}

/** The first entries of the public log, as they are. */
export async function* entriesUpTo(db: Db, size: number): AsyncGenerator<string[]> {
  for (let from = 0; from < size; from += BATCH_ROWS) {
    const rows = await db
      .selectFrom('log_entries')
      .select('entry')
      .where('entry_index', '>=', from)
      .where('entry_index', '<', Math.min(size, from + BATCH_ROWS))
      .orderBy('entry_index')
      .execute();
    yield rows.map(({ entry }) => entry);
  }
}
