import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { openCatalogue } from './catalogue/catalogue.ts';
import { readRubrics } from './catalogue/rubrics.ts';
import { runCommand } from './cli/command.ts';
import type { Context } from './operations/context.ts';
import type { Settings } from './settings.ts';
import { auditsAfter, latestPublication } from './store/audits.ts';
import { openStore } from './store/engine.ts';

/** Ids sort by time: `req_0199…`. */
const newId = (prefix: string) => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;

/**
 * Wires one process: settings → store → catalogue → context. The only file that reads the clock and makes randomness; a test hands in its own.
 */
export function openContext(settings: Settings, given: { now?: () => Date; log?: Logger } = {}): Context & { close(): Promise<void> } {
  const now = given.now ?? (() => new Date());
  const log = given.log ?? pino({ level: settings.LOG_LEVEL, base: null });
  const store = openStore({ database_url: settings.DATABASE_URL, file: join(settings.DATA_DIR, 'readymark.db') });
  const source = {
    latest: () => latestPublication(store.db),
    after: (place: { publication: number; audit_id: string }, limit: number) => auditsAfter(store.db, place, limit),
  };
  const catalogue = openCatalogue({ source, now, log });
  return {
    settings,
    store,
    catalogue,
    rubrics: readRubrics(),
    now,
    newId,
    random: (bytes) => randomBytes(bytes),
    log,
    close: () => store.close(),
  };
}

/** The command line, from the arguments after the script's name. Sets the exit code; ends by itself. */
export function main(args: readonly string[]): Promise<void> {
  return runCommand(args, openContext);
}
