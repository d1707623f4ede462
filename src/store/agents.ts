import type { Scope } from '../domain/agent.ts';
import type { Db } from './engine.ts';
import type { RegistrationRow } from './tables.ts';

export type Registration = Omit<RegistrationRow, 'scopes' | 'key_hash'> & { scopes: Scope[] };

/** The registration that holds a key, by the SHA-256 of the key in hex; undefined when there is none. */
export async function findRegistrationByKey(db: Db, key_hash: string): Promise<Registration | undefined> {
  const row = await db.selectFrom('registrations').selectAll().where('key_hash', '=', key_hash).executeTakeFirst();
  if (!row) return undefined;
  const { key_hash: _, scopes, ...rest } = row;
  return { ...rest, scopes: scopes.split(' ') as Scope[] };
}
