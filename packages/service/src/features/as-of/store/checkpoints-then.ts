import type { Db } from '../../../store/engine/engine.ts';
import type { LogCheckpointRow } from '../../../store/public-log/rows.ts';

/** The checkpoint that was the newest one at a time, among those up to a publication; undefined when there was none. */
export const checkpointInForce = (db: Db, time: string, until: number): Promise<LogCheckpointRow | undefined> =>
  db
    .selectFrom('log_checkpoints')
    .selectAll()
    .where('signed_at', '<', time)
    .where('publication', '<=', until)
    .orderBy('signed_at', 'desc')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The first checkpoint over the entry of an audit, among those up to a publication; undefined when there is none. */
export const firstCheckpointOver = (db: Db, audit_id: string, until: number): Promise<LogCheckpointRow | undefined> =>
  db
    .selectFrom('log_checkpoints')
    .selectAll()
    .where('size', '>', (eb) =>
      eb.selectFrom('log_entries').select('entry_index').where('audit_id', '=', audit_id).$asScalar(),
    )
    .where('publication', '<=', until)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
