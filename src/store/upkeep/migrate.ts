import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import type { Store } from '../engine/engine.ts';

const folder = join(import.meta.dirname, '../../../migrations');

/** The database has migrations that this version does not know. */
class NewerDatabaseError extends Error {}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name)).sort();
  return Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) =>
          [name.slice(0, -3), (await import(pathToFileURL(join(folder, name)).href)) as Migration] as const,
      ),
    ),
  );
}

/** Names of the applied and of the pending migrations. @throws NewerDatabaseError */
export async function migrationState(store: Store): Promise<{ applied: string[]; pending: string[] }> {
  const known = await readMigrations();
  const applied = await appliedTo(store, known);
  return { applied: [...applied], pending: Object.keys(known).filter((name) => !applied.has(name)) };
}

/**
 * Migrates the database to this version: all pending migrations in one transaction under one lock. Of several nodes that
 * start at once one applies them and the others wait; an interrupted migration leaves nothing behind.
 *
 * @returns the names of the migrations that were applied now
 * @throws NewerDatabaseError, before anything is changed, when the database comes from a newer version
 */
export async function migrate(store: Store, known?: Record<string, Migration>): Promise<string[]> {
  const migrations = known ?? (await readMigrations());
  const applied = await appliedTo(store, migrations);
  if (Object.keys(migrations).every((name) => applied.has(name))) return [];
  return store.unhurried(async (tx) => {
    await store.lock(tx, 'migrations');
    let failure: unknown;
    const watched = Object.entries(migrations).map(([name, { up }]) => {
      const run: Migration['up'] = (db) =>
        up(db).catch((error: unknown) => {
          failure = error;
          throw error;
        });
      return [name, { up: run }] as const;
    });
    const { error, results } = await new Migrator({
      db: tx,
      provider: { getMigrations: async () => Object.fromEntries(watched) },
    }).migrateToLatest();
    // Kysely cannot release its own lock in a broken transaction and reports that instead of the cause.
    if (error) throw failure ?? error;
    return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
  });
}

/** The migrations that a database has, read without a lock, so that a start does not wait for a busy database. */
async function appliedTo(store: Store, known: Record<string, Migration>): Promise<Set<string>> {
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return new Set();
  const rows = await store.db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  const names = rows.map((row) => row.name);
  const unknown = names.filter((name) => !(name in known));
  if (unknown.length)
    throw new NewerDatabaseError(
      `The database comes from a newer version of Readymark (it has ${unknown.join(', ')}). Run that version, or restore a backup made with this one.`,
    );
  return new Set(names);
}
