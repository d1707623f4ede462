import { join, resolve } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import type { Cli } from './define.ts';

/** The database file. @throws Refusal where the database is PostgreSQL, which has its own tools for this */
export function sqliteFile(cli: Cli, instead: string): string {
  const { DATABASE_URL, DATA_DIR } = cli.settings();
  if (DATABASE_URL) throw new Refusal(`The database is PostgreSQL; use its own tools: ${instead} (docs/deploying.md).`);
  return resolve(join(DATA_DIR, 'readymark.db'));
}
