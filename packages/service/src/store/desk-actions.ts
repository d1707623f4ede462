import { sql } from 'kysely';
import type { SubjectKind } from '../domain/desk/actions.ts';
import type { Db, Tx } from './engine/engine.ts';
import { containsAny } from './engine/like.ts';
import type { DeskActionRow } from './tables.ts';

/** Records who did what at the desk, in the same transaction: an action is recorded if and only if it happened. */
export async function insertAction(
  tx: Tx,
  { detail, ...action }: Omit<DeskActionRow, 'detail'> & { detail: Readonly<Record<string, unknown>> },
): Promise<void> {
  await tx
    .insertInto('desk_actions')
    .values({ ...action, detail: JSON.stringify(detail) })
    .execute();
}

type ActionFilter = {
  operator?: string | undefined;
  action?: string | undefined;
  subject_id?: string | undefined;
  /** Part of the subject, of the detail, of the reason of a decline, or of the name or site of the company that the subject is about. */
  text?: string | undefined;
  /** Not before this time, ISO 8601. */
  from?: string | undefined;
  /** Before this time. */
  before?: string | undefined;
  /** The last action of the previous page. */
  after?: Pick<DeskActionRow, 'at' | 'action_id'> | undefined;
  limit: number;
};

/** Desk actions, newest first. */
export function listActions(db: Db, filter: ActionFilter): Promise<DeskActionRow[]> {
  const { text, from, before, after, limit } = filter;
  let query = db.selectFrom('desk_actions').selectAll();
  for (const column of ['operator', 'action', 'subject_id'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (from !== undefined) query = query.where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  if (text !== undefined)
    query = query.where((eb) => {
      const requests = db
        .selectFrom('audit_requests')
        .select('request_id')
        .where(containsAny(['company', 'site'], text));
      const declined = db
        .selectFrom('audit_requests')
        .select('request_id')
        .where(containsAny(['declined_reason'], text));
      const jobs = db
        .selectFrom('audit_jobs')
        .select('job_id')
        .where(containsAny(['company', 'site', 'slug'], text));
      return eb.or([
        containsAny(['subject_id', 'detail'], text),
        eb('subject_id', 'in', requests),
        eb.and([eb('action', '=', 'decline_request'), eb('subject_id', 'in', declined)]),
        eb('subject_id', 'in', jobs),
      ]);
    });
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'action_id'), '<', tuple(after.at, after.action_id)),
    );
  return query.orderBy('at', 'desc').orderBy('action_id', 'desc').limit(limit).execute();
}

/** One action; undefined for an unknown id. */
export function findAction(db: Db, action_id: string): Promise<DeskActionRow | undefined> {
  return db.selectFrom('desk_actions').selectAll().where('action_id', '=', action_id).executeTakeFirst();
}

/** How rows that actions are about are called. */
const names = {
  request: { table: 'audit_requests', id: 'request_id', name: 'company' },
  job: { table: 'audit_jobs', id: 'job_id', name: 'company' },
  notice: { table: 'notices', id: 'notice_id', name: 'kind' },
} as const satisfies Partial<Record<SubjectKind, object>>;

/** Ids in one statement; far fewer than either engine binds. */
const IDS_MAX = 500;

/**
 * What requests, audit jobs and letters are called now: the company, or the kind of the letter.
 *
 * @returns names by id; what is not of these kinds, or is unknown, is left out
 */
export async function namesOfSubjects(
  db: Db,
  subjects: readonly { kind: SubjectKind | undefined; id: string }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [kind, { table, id, name }] of Object.entries(names)) {
    const ids = [...new Set(subjects.filter((subject) => subject.kind === kind).map((subject) => subject.id))];
    for (let at = 0; at < ids.length; at += IDS_MAX) {
      const rows = await db
        .selectFrom(table as 'audit_requests')
        .select([sql<string>`${sql.ref(id)}`.as('id'), sql<string>`${sql.ref(name)}`.as('name')])
        .where(sql<string>`${sql.ref(id)}`, 'in', ids.slice(at, at + IDS_MAX))
        .execute();
      for (const row of rows) found.set(row.id, row.name);
    }
  }
  return found;
}

/** Why requests were declined, by their ids; others are left out. */
export async function declinedReasons(db: Db, request_ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < request_ids.length; at += IDS_MAX) {
    const rows = await db
      .selectFrom('audit_requests')
      .select(['request_id', 'declined_reason'])
      .where('request_id', 'in', request_ids.slice(at, at + IDS_MAX))
      .execute();
    for (const { request_id, declined_reason } of rows)
      if (declined_reason !== null) found.set(request_id, declined_reason);
  }
  return found;
}

/** Who made a publication with audits (or corrections) in it, and how; undefined where nobody is recorded. */
export async function publishedBy(db: Db, publication: number): Promise<DeskActionRow | undefined> {
  const published = await db
    .selectFrom('desk_actions')
    .selectAll()
    .where('subject_id', '=', String(publication))
    .where('action', '=', 'publish_audits')
    .limit(1)
    .executeTakeFirst();
  if (published) return published;
  // A correction is recorded with the company; its publication begins its detail.
  return db
    .selectFrom('desk_actions')
    .selectAll()
    .where('action', '=', 'correct_company')
    .where('detail', 'like', `{"publication":${publication},%`)
    .limit(1)
    .executeTakeFirst();
}
