import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openAssistant } from './auditor/assist/open-assistant.ts';
import { type Auditor, openAuditor } from './auditor/auditor.ts';
import { openCatalogue, type PublicationSource } from './catalogue/catalogue.ts';
import { readLadders, readRubrics } from './catalogue/rubrics.ts';
import { openWatchStats } from './catalogue/watch-stats.ts';
import { runCommand } from './cli/program.ts';
import { openMailer } from './mail/mailer.ts';
import type { Context } from './operations/context.ts';
import { openMemory } from './operations/memory.ts';
import type { Settings } from './settings.ts';
import { auditsAfter } from './store/audits.ts';
import { openStore } from './store/engine/engine.ts';
import { latestPublication } from './store/publications.ts';
import { watchCountsChanged, watchCountsOf } from './store/watches.ts';

/** Ids sort by time: `req_0199…`. */
const newId = (prefix: string) => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;

/**
 * The log, to standard output by default. PostgreSQL's details of a refused row contain what agents sent, and are left out
 * (decision 25).
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, base: null, redact: { paths: ['err.detail', 'err.where'], remove: true } };
  return to === undefined ? pino(options) : pino(options, to);
}

/** The auditing agent of a process. It needs no database. */
function openAuditing(settings: Settings, now: () => Date = () => new Date()): Auditor {
  return openAuditor({
    base_url: settings.BASE_URL,
    interval_ms: settings.AUDIT_INTERVAL_MS,
    opt_out: settings.AUDIT_OPT_OUT,
    ladders: readLadders(),
    assistant: openAssistant(settings, randomBytes),
    now,
  });
}

/**
 * Wires one process: settings → store → catalogue → context. The only file that reads the clock and makes randomness;
 * tests pass their own.
 *
 * @param given replacements for clock, log and auditor
 */
export function openContext(
  settings: Settings,
  given: { now?: () => Date; log?: Logger; auditor?: Auditor } = {},
): Context & { close(): Promise<void> } {
  const now = given.now ?? (() => new Date());
  const log = given.log ?? openLog(settings.LOG_LEVEL);
  const store = openStore({
    database_url: settings.DATABASE_URL,
    file: join(settings.DATA_DIR, 'readymark.db'),
    connections: settings.DATABASE_CONNECTIONS,
    timeout: settings.DATABASE_TIMEOUT,
  });
  const auditor = given.auditor ?? openAuditing(settings, now);
  const source: PublicationSource = {
    latest: () => latestPublication(store.db),
    audits: { after: (place, limit) => auditsAfter(store.db, place, limit) },
  };
  const catalogue = openCatalogue({ source, now, log, folder: settings.DATA_DIR });
  const mailer = openMailer({
    smtp_url: settings.SMTP_URL,
    mail_from: settings.MAIL_FROM,
    outbox_dir: join(settings.DATA_DIR, 'outbox'),
    log,
  });
  return {
    settings,
    store,
    catalogue,
    watch_stats: openWatchStats(
      { changed: (from, to) => watchCountsChanged(store.db, from, to), of: (slugs) => watchCountsOf(store.db, slugs) },
      now,
    ),
    rubrics: readRubrics(),
    ladders: readLadders(),
    auditor,
    mailer,
    memory: openMemory(settings),
    now,
    newId,
    random: (bytes) => randomBytes(bytes),
    log,
    async close() {
      await auditor.close();
      await mailer.close();
      await catalogue.close();
      await store.close();
    },
  };
}

/**
 * The command line: runs one command and sets the exit code. The first SIGINT or SIGTERM stops it in an orderly way, a
 * second one ends it at once.
 */
export async function main(args: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const streams = { out: process.stdout, err: process.stderr };
  const open = (settings: Settings, given: { quiet?: boolean } = {}) =>
    openContext(given.quiet ? { ...settings, LOG_LEVEL: 'silent' } : settings);
  process.exitCode = await runCommand(args, open, streams, stop.signal, openAuditing);
}
