import { createHmac, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

type Secrets = { secrets: { name: string; value: string; created_at: string } };

/** Rows that are read together. */
const BATCH_ROWS = 500;

/** Which letters went to which address, and who wants none: by hashes, beside each address too (decision 165). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('letters')
    .addColumn('notice_id', 'text', (column) => column.primaryKey())
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('written_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('letters_by_address').on('letters').columns(['address_hash', 'written_at']).execute();
  await schema.createIndex('letters_by_time').on('letters').column('written_at').execute();
  await schema
    .createTable('refused_addresses')
    .addColumn('address_hash', 'text', (column) => column.primaryKey())
    .addColumn('refused_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('refused_addresses_by_time').on('refused_addresses').column('refused_at').execute();
  // What the owners of addresses in forms had refused before.
  await sql`insert into refused_addresses (address_hash, refused_at)
    select email_hash, max(refused_at) from form_submissions
    where refused_at is not null and email_hash is not null group by email_hash`.execute(db);
  await schema.alterTable('form_submissions').dropColumn('refused_at').execute();
  // The notice whose letter carries this one; its own where that is its own letter.
  await schema.alterTable('notices').addColumn('letter', 'text').execute();
  await schema
    .createIndex('notices_by_letter')
    .on('notices')
    .column('letter')
    .where(sql.ref('letter'), 'is not', null)
    .execute();
  for (const table of ['registrations', 'audit_requests']) {
    await schema.alterTable(table).addColumn('address_hash', 'text').execute();
    await schema
      .createIndex(`${table}_by_address`)
      .on(table)
      .column('address_hash')
      .where(sql.ref('address_hash'), 'is not', null)
      .execute();
  }
  await hashAll(db, 'registrations', 'registration_id');
  await hashAll(db, 'audit_requests', 'request_id');
}

async function hashAll(db: Kysely<unknown>, table: 'registrations' | 'audit_requests', id: string): Promise<void> {
  let secret: string | undefined;
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; contact_email: string }>`
      select ${sql.ref(id)} as id, contact_email from ${sql.table(table)}
      where contact_email is not null and ${sql.ref(id)} > ${after} order by ${sql.ref(id)} limit ${BATCH_ROWS}`.execute(
      db,
    );
    for (const row of rows) {
      secret ??= await linkSecret(db);
      const address_hash = hashAddress(secret, row.contact_email);
      await sql`update ${sql.table(table)} set address_hash = ${address_hash} where ${sql.ref(id)} = ${row.id}`.execute(
        db,
      );
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The secret of the links in letters, which hashes addresses too; made now if no letter was sent yet. */
async function linkSecret(untyped: Kysely<unknown>): Promise<string> {
  const db = untyped.withTables<Secrets>();
  const known = await db.selectFrom('secrets').select('value').where('name', '=', 'unsubscribe').executeTakeFirst();
  if (known) return known.value;
  const value = randomBytes(32).toString('base64url');
  const created_at = new Date().toISOString();
  await db.insertInto('secrets').values({ name: 'unsubscribe', value, created_at }).execute();
  return value;
}

/** Like that of the service: without case, and without a tag behind a plus. */
const hashAddress = (secret: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`address ${email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@')}`)
    .digest('hex');
