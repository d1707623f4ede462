import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import type { Store } from './engine.ts';

const folder = join(import.meta.dirname, '../../migrations');

/** The database holds migrations that this version does not know. */
export class NewerDatabaseError extends Error {}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name)).sort();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name.slice(0, -3), (await import(pathToFileURL(join(folder, name)).href)) as Migration] as const),
    ),
  );
}

/** Names of the migrations, applied and not yet applied. */
export async function migrationState(store: Store): Promise<{ applied: string[]; pending: string[] }> {
  const list = await new Migrator({ db: store.db, provider: { getMigrations: readMigrations } }).getMigrations();
  return { applied: list.filter((m) => m.executedAt).map((m) => m.name), pending: list.filter((m) => !m.executedAt).map((m) => m.name) };
}

/**
 * Brings the database to this version's tables, under a lock, each migration in a transaction.
 *
 * @returns the names of the migrations that were applied now
 * @throws NewerDatabaseError when the database comes from a newer version; nothing is changed then
 */
export async function migrate(store: Store): Promise<string[]> {
  const known = await readMigrations();
  await refuseNewer(store, known);
  const { error, results } = await new Migrator({ db: store.db, provider: { getMigrations: async () => known } }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

async function refuseNewer(store: Store, known: Record<string, Migration>): Promise<void> {
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const rows = await store.db.withTables<{ kysely_migration: { name: string } }>().selectFrom('kysely_migration').select('name').execute();
  const unknown = rows.map((row) => row.name).filter((name) => !(name in known));
  if (unknown.length)
    throw new NewerDatabaseError(
      `The database comes from a newer version of Readymark (it has ${unknown.join(', ')}). Run that version, or restore a backup made with this one.`,
    );
}
