import type { Scope } from '../domain/agent.ts';
import type { Db, Tx } from './engine/engine.ts';
import type { RegistrationRow } from './tables.ts';

export type Registration = Omit<RegistrationRow, 'scopes' | 'key_hash' | 'address_hash'> & { scopes: Scope[] };

/** Columns of a registration, without the hash of its key, which is never read. */
const columns = [
  'registration_id',
  'agent_name',
  'agent_provider',
  'contact_email',
  'scopes',
  'registered_at',
] as const;

function registrationOf({ scopes, ...rest }: Omit<RegistrationRow, 'key_hash' | 'address_hash'>): Registration {
  return { ...rest, scopes: scopes.split(' ') as Scope[] };
}

/** The registration of a key, by the SHA-256 of the key in hex; undefined when there is none. */
export async function findRegistrationByKey(db: Db, key_hash: string): Promise<Registration | undefined> {
  const row = await db.selectFrom('registrations').select(columns).where('key_hash', '=', key_hash).executeTakeFirst();
  return row && registrationOf(row);
}

/** A registration by its id; undefined when there is none. */
export async function findRegistration(db: Db, registration_id: string): Promise<Registration | undefined> {
  const row = await db
    .selectFrom('registrations')
    .select(columns)
    .where('registration_id', '=', registration_id)
    .executeTakeFirst();
  return row && registrationOf(row);
}

/** Stores a registration with the SHA-256 of its key. */
export async function insertRegistration(
  tx: Tx,
  { scopes, ...rest }: Registration & Pick<RegistrationRow, 'key_hash' | 'address_hash'>,
): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({ ...rest, scopes: scopes.join(' ') })
    .execute();
}
