import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from './engine/engine.ts';
import type { Tables } from './tables.ts';

/** What an id is of, in the words of the desk. */
type Identified = { id: string; status: string; about: string };

/** Endings shorter than this would fit many ids. */
const ENDING_MIN = 4;

/** How ids of each kind begin, and where they are. */
const kinds = {
  request: {
    prefix: 'req_',
    table: 'audit_requests',
    id: 'request_id',
    status: sql<string>`status`,
    about: sql<string>`company`,
  },
  notice: { prefix: 'ntc_', table: 'notices', id: 'notice_id', status: sql<string>`status`, about: sql<string>`kind` },
  job: {
    prefix: 'job_',
    table: 'audit_jobs',
    id: 'job_id',
    status: sql<string>`status`,
    about: sql<string>`company`,
    only: sql<boolean>`holder_id is null`,
  },
  proof: {
    prefix: 'prf_',
    table: 'reply_proofs',
    id: 'proof_id',
    status: sql<string>`coalesce(proof, 'not proven')`,
    about: sql<string>`slug`,
  },
  reply: {
    prefix: 'rep_',
    table: 'replies',
    id: 'reply_id',
    status: sql<string>`kind`,
    about: sql<string>`slug`,
  },
} as const;

export type IdKind = keyof typeof kinds;
export const idKinds = Object.keys(kinds) as [IdKind, ...IdKind[]];

/**
 * The ids of a kind that begin with a text, with or without their prefix, or end with it; the newest first.
 *
 * @param part lower-case letters, digits and underscores
 */
export async function idsLike(db: Db, kind: IdKind, part: string, limit: number): Promise<Identified[]> {
  const { prefix, table, id, status, about, ...more } = kinds[kind];
  const escaped = part.replaceAll('_', '\\_');
  const patterns = [`${escaped}%`, `${prefix.replace('_', '\\_')}${escaped}%`];
  if (part.length >= ENDING_MIN) patterns.push(`%${escaped}`);
  const like = (eb: ExpressionBuilder<Tables, typeof table>) =>
    eb.or(patterns.map((pattern) => sql<boolean>`${sql.ref(id)} like ${pattern} escape '\\'`));
  return db
    .selectFrom(table)
    .select([sql<string>`${sql.ref(id)}`.as('id'), status.as('status'), about.as('about')])
    .where(like)
    .where('only' in more ? more.only : sql<boolean>`true`)
    .orderBy(sql.ref(id), 'desc')
    .limit(limit)
    .execute();
}
