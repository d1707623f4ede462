import { join, resolve } from 'node:path';
import { Refusal } from '../domain/refusal.ts';
import type { Cli } from './define.ts';

/** The file of the database; refuses where it is PostgreSQL, whose own tools do this. */
export function sqliteFile(cli: Cli, instead: string): string {
  const { DATABASE_URL, DATA_DIR } = cli.settings();
  if (DATABASE_URL) throw new Refusal(`The database is PostgreSQL; use its own tool: ${instead} (docs/deploying.md).`);
  return resolve(join(DATA_DIR, 'readymark.db'));
}
