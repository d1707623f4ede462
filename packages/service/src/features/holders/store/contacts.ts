import type { Db, Tx } from '../../../store/engine/engine.ts';
import type { CompanyContactRow } from './rows.ts';

/** A contact with the address that its registration has. */
type Contact = CompanyContactRow & { contact_email: string };

const contacts = (db: Db) =>
  db
    .selectFrom('company_contacts as c')
    .innerJoin('registrations as r', 'r.registration_id', 'c.registration_id')
    .selectAll('c')
    .select('r.contact_email')
    .where('r.contact_email', 'is not', null)
    .$narrowType<{ contact_email: string }>();

/** Whom a registration wants the letters of its company to go to; undefined for nobody. */
export const contactOf = (db: Db, registration_id: string): Promise<Contact | undefined> =>
  contacts(db).where('c.registration_id', '=', registration_id).executeTakeFirst();

/** Contacts in the order of registrations, from one on; also those whose addresses were deleted. */
export const contactsAfter = (
  db: Db,
  registration_id: string,
  limit: number,
): Promise<(CompanyContactRow & { contact_email: string | null })[]> =>
  db
    .selectFrom('company_contacts as c')
    .leftJoin('registrations as r', 'r.registration_id', 'c.registration_id')
    .selectAll('c')
    .select('r.contact_email')
    .where('c.registration_id', '>', registration_id)
    .orderBy('c.registration_id')
    .limit(limit)
    .execute();

/** The contacts of a host whose letters go to an address. */
export const contactsAt = (db: Db, host: string, address_hash: string): Promise<Contact[]> =>
  contacts(db).where('c.host', '=', host).where('r.address_hash', '=', address_hash).execute();

/** Stores an address that its owner confirmed, as that of a registration. */
export async function keepContact(
  tx: Tx,
  contact: Pick<CompanyContactRow, 'registration_id' | 'host' | 'website' | 'confirmed_at'>,
  address: { contact_email: string; address_hash: string },
): Promise<void> {
  const { registration_id, confirmed_at } = contact;
  await tx.updateTable('registrations').set(address).where('registration_id', '=', registration_id).execute();
  await tx
    .insertInto('company_contacts')
    .values({ ...contact, notified_30: null, notified_7: null, notified_rubric: null })
    .onConflict((conflict) => conflict.column('registration_id').doUpdateSet({ confirmed_at }))
    .execute();
}

/** Notes of what a contact was notified. @returns false when it was before, by another process */
export async function noteNotified(
  tx: Tx,
  { registration_id }: CompanyContactRow,
  what: 'notified_30' | 'notified_7' | 'notified_rubric',
  value: string,
): Promise<boolean> {
  const noted = await tx
    .updateTable('company_contacts')
    .set({ [what]: value })
    .where('registration_id', '=', registration_id)
    .where((eb) => eb.or([eb(what, 'is', null), eb(what, '<>', value)]))
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

export async function deleteContact(tx: Tx, registration_id: string): Promise<void> {
  await tx.deleteFrom('company_contacts').where('registration_id', '=', registration_id).execute();
}
