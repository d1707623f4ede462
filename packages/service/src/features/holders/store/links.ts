import { sql } from 'kysely';
import type { Db, Tx } from '../../../store/engine/engine.ts';
import type { LimitedRows } from '../../../store/limited-rows.ts';
import type { NoticeAddress } from '../../../store/notices.ts';
import type { HolderLinkRow } from './rows.ts';

/** The address that the link which a notice `n` is about was sent to. */
export const linkAddress: NoticeAddress = sql`(select l.email from holder_links as l where l.link_id = n.subject_id)`;

/** The links to contacts that all pages of a site asked for. */
export const contactLinks = (site: string): LimitedRows => ({
  name: `links to contacts of ${site}`,
  rows: sql`holder_links where purpose = 'contact' and holder_id in (select holder_id from domain_holders where site = ${site})`,
  id: sql`link_id`,
  time: sql`created_at`,
});

export async function insertLink(tx: Tx, row: HolderLinkRow): Promise<void> {
  await tx.insertInto('holder_links').values(row).execute();
}

export function findLink(db: Db, link_id: string): Promise<HolderLinkRow | undefined> {
  return db.selectFrom('holder_links').selectAll().where('link_id', '=', link_id).executeTakeFirst();
}

/** When links to an address were asked for, the newest 100. */
export async function linksTo(tx: Tx, email_hash: string): Promise<Date[]> {
  const rows = await tx
    .selectFrom('holder_links')
    .select('created_at')
    .where('email_hash', '=', email_hash)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ created_at }) => new Date(created_at));
}

/** The newest link of a holder that can still be used; undefined without one. */
export function openLink(db: Db, holder_id: string, after: string): Promise<HolderLinkRow | undefined> {
  return db
    .selectFrom('holder_links')
    .selectAll()
    .where('holder_id', '=', holder_id)
    .where('email', 'is not', null)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Uses a link, once. @returns false when it was used, or its address was deleted */
export async function takeLink(tx: Tx, link_id: string, used_at: string): Promise<boolean> {
  const taken = await tx
    .updateTable('holder_links')
    .set({ email: null, used_at })
    .where('link_id', '=', link_id)
    .where('email', 'is not', null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Deletes the addresses of links of a registration, and those with a hash: their owners want no letters. */
export async function forgetLinks(
  tx: Tx,
  { registration_id, address_hash }: { registration_id: string; address_hash?: string | undefined },
): Promise<void> {
  const forget = tx.updateTable('holder_links').set({ email: null }).where('email', 'is not', null);
  const holders = tx.selectFrom('domain_holders').select('holder_id').where('registration_id', '=', registration_id);
  await forget.where('holder_id', 'in', holders).execute();
  if (address_hash !== undefined) await forget.where('email_hash', '=', address_hash).execute();
}

/** Deletes addresses of links that ended, and links that are counted no more. */
export async function purgeLinks(tx: Tx, until: { ended: string; kept: string }): Promise<void> {
  await tx
    .updateTable('holder_links')
    .set({ email: null })
    .where('created_at', '<=', until.ended)
    .where('email', 'is not', null)
    .execute();
  await tx.deleteFrom('holder_links').where('created_at', '<=', until.kept).execute();
}
