import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Refusal } from '@readymark/rubric/refusal';
import type { Migration } from 'kysely/migration';
import type { Store } from '../engine/engine.ts';

const folder = join(import.meta.dirname, '../../../migrations');

/** The database has migrations that this version does not know. */
class NewerDatabaseError extends Error {}

/** The files of all migrations by their names, in order. */
async function migrationFiles(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.[jt]s$/.test(name)).sort();
  return new Map(files.map((file) => [file.slice(0, -3), file]));
}

export async function readMigrations(): Promise<Record<string, Migration>> {
  return Object.fromEntries(
    await Promise.all(
      [...(await migrationFiles())].map(
        async ([name, file]) => [name, (await import(pathToFileURL(join(folder, file)).href)) as Migration] as const,
      ),
    ),
  );
}

/** Names of the applied and of the pending migrations. @throws NewerDatabaseError */
export async function migrationState(store: Store): Promise<{ applied: string[]; pending: string[] }> {
  const known = [...(await migrationFiles()).keys()];
  const applied = await appliedTo(store, known);
  return { applied: [...applied], pending: known.filter((name) => !applied.has(name)) };
}

/**
 * That commands may work on a database as it is: nothing but `migrate` and the service change its tables (decision 32).
 *
 * @throws Refusal, NewerDatabaseError
 */
export async function assertMigrated(store: Store): Promise<void> {
  const { applied, pending } = await migrationState(store);
  if (!applied.length)
    throw new Refusal(
      `The database has no tables of Readymark. Set ${store.engine === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL'} to the one that has; \`readymark serve\` or \`readymark migrate\` makes them in this one.`,
    );
  if (pending.length)
    throw new Refusal(
      `The database is of an older version (without ${pending.join(', ')}). Run \`readymark migrate\`, or restart the service with this version.`,
    );
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
  const applied = await appliedTo(store, Object.keys(migrations));
  if (Object.keys(migrations).every((name) => applied.has(name))) return [];
  const { Migrator } = await import('kysely/migration');
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
async function appliedTo(store: Store, known: readonly string[]): Promise<Set<string>> {
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return new Set();
  const rows = await store.db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  const names = rows.map((row) => row.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length)
    throw new NewerDatabaseError(
      `The database comes from a newer version of Readymark (it has ${unknown.join(', ')}). Run that version, or restore a backup made with this one.`,
    );
  return new Set(names);
}
