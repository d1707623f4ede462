import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Auditor } from '@readymark/auditor/auditor';
import type { DomainProofs } from '@readymark/auditor/collect/guard/domain-proofs';
import { type RequestKey, readRequestKey } from '@readymark/auditor/request-signature';
import { RECORD_FORMAT } from '@readymark/rubric/audit/format';
import { readLadders, readRubrics } from '@readymark/rubric/read-rubrics';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openCatalogue } from './catalogue/catalogue.ts';
import { boardKey } from './catalogue/saved/saved-board.ts';
import type { PublicationSource } from './catalogue/snapshot-states.ts';
import { WatchStats } from './catalogue/watch-stats.ts';
import { readGivenFile } from './documents/given-file.ts';
import { features } from './features.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import type { Context, Feature } from './operations/context.ts';
import { openMemory } from './operations/memory.ts';
import { signingKeyFile } from './operations/signing/key-place.ts';
import { LogSigner } from './operations/signing/signer.ts';
import { type Settings, version } from './settings.ts';
import { auditsAfter } from './store/audits.ts';
import type { Blobs } from './store/blobs/blobs.ts';
import { openBlobs } from './store/blobs/open-blobs.ts';
import { type BoardPlace, openBoardPlace } from './store/blobs/open-board-place.ts';
import type { S3Options } from './store/blobs/s3/bucket.ts';
import { namedSlugChangesBetween } from './store/companies/slug-changes.ts';
import { correctionsBetween } from './store/corrections.ts';
import { openStore, type Store } from './store/engine/engine.ts';
import { holdLock } from './store/engine/lock.ts';
import { markOf } from './store/public-log/mark.ts';
import { replyChangesBetween } from './store/replies/replies.ts';
import { watchCountsChanged, watchCountsOf } from './store/watches.ts';

/** Ids sort by time: `req_0199…`. */
const newId = (prefix: string) => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;

/** Where evidence and datasets of a process are (decision 206); undefined where they are in the database. */
export function openBlobPlace(settings: Settings): Blobs | undefined {
  return openBlobs(
    settings.BLOB_URL,
    settings.DATABASE_URL === '' ? join(settings.DATA_DIR, 'blobs') : undefined,
    bucketOptions(settings),
  );
}

/**
 * Where a board is published (decision 214), at an address as BLOB_URL has it; undefined where that names no bucket.
 *
 * @param wait how long is waited before a request is repeated
 */
export const openBoardAt = (
  settings: Settings,
  address: string,
  wait: (ms: number) => Promise<void> = pause,
): Promise<BoardPlace | undefined> => openBoardPlace(address, { ...bucketOptions(settings), pause: wait });

const bucketOptions = (settings: Settings): S3Options => ({
  keys: { id: settings.AWS_ACCESS_KEY_ID, secret: settings.AWS_SECRET_ACCESS_KEY },
  user_agent: `readymark/${version}`,
  now: clock,
  pause,
});

/** What time it is. */
export const clock = (): Date => new Date();

/** Random bytes, for tokens. */
export const random = (bytes: number): Uint8Array => randomBytes(bytes);

/**
 * The log, to standard output by default. PostgreSQL's details of a refused row contain what agents sent, and are left out
 * (decision 25).
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, base: null, redact: { paths: ['err.detail', 'err.where'], remove: true } };
  return to === undefined ? pino(options) : pino(options, to);
}

/** A private key takes some hundred bytes. */
const KEY_BYTES_MAX = 64 * 1024;

/** The key by which our robot signs its requests (decision 197); undefined where no file is set. @throws Error that says what to do */
function readKeyFile(file: string): RequestKey | undefined {
  if (file === '') return undefined;
  const key = existsSync(file) ? readRequestKey(readGivenFile(file, KEY_BYTES_MAX).toString('utf8')) : undefined;
  if (key) return key;
  throw new Error(
    'AUDIT_KEY_FILE names no Ed25519 private key. Make one with: openssl genpkey -algorithm ed25519 -out FILE',
  );
}

/** The auditing agent of a process. It needs no database, and is large: it is loaded when it is first used. */
export function openAuditing(settings: Settings, now: () => Date = clock): Auditor {
  const request_key = readKeyFile(settings.AUDIT_KEY_FILE);
  const auditor = lazily(async () => {
    const [{ openAuditor }, { openAssistant }] = await Promise.all([
      import('@readymark/auditor/auditor'),
      import('@readymark/auditor/assist/open-assistant'),
    ]);
    return openAuditor({
      base_url: settings.BASE_URL,
      version,
      interval_ms: settings.AUDIT_INTERVAL_MS,
      opt_out: settings.AUDIT_OPT_OUT,
      registries: settings.AUDIT_REGISTRIES,
      request_key,
      ladders: readLadders(),
      assistant: openAssistant(
        { base_url: settings.LLM_BASE_URL, model: settings.LLM_MODEL, api_key: settings.LLM_API_KEY },
        randomBytes,
      ),
      now,
    });
  });
  return {
    collect: async (...given) => (await auditor()).collect(...given),
    score: async (...given) => (await auditor()).score(...given),
    preview: async (...given) => (await auditor()).preview(...given),
    verify: async (...given) => (await auditor()).verify(...given),
    assist: async (...given) => (await auditor()).assist(...given),
    close: async () => (await auditor.opened())?.close(),
  };
}

/** Where companies prove their domains. Loaded when it is first asked, like the auditing agent. */
function openProofs(settings: Settings, now: () => Date): DomainProofs {
  const proofs = lazily(async () => {
    const { openDomainProofs } = await import('@readymark/auditor/collect/guard/domain-proofs');
    return openDomainProofs({ base_url: settings.BASE_URL, opt_out: settings.AUDIT_OPT_OUT, now });
  });
  return { look: async (...given) => (await proofs()).look(...given) };
}

/** What is opened when it is first asked for, once; a failure to open it is tried again the next time. */
function lazily<Opened>(open: () => Promise<Opened>) {
  let opening: Promise<Opened> | undefined;
  const ask = () => {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  /** What was opened so far, if anything. */
  return Object.assign(ask, { opened: () => opening });
}

/**
 * Wires one process: settings → store → catalogue → context. The only file that reads the clock and makes randomness;
 * tests pass their own.
 *
 * @param given replacements for clock, randomness, log and what reaches other systems; `existing` refuses a place without a database (decision 32)
 */
export function openContext(
  settings: Settings,
  given: {
    now?: () => Date;
    pause?: (ms: number) => Promise<void>;
    newId?: (prefix: string) => string;
    random?: (bytes: number) => Uint8Array;
    store?: Store;
    blobs?: Blobs;
    mailer?: Mailer;
    log?: Logger;
    auditor?: Auditor;
    domain_proofs?: DomainProofs;
    openAddress?: Context['openAddress'];
    features?: readonly Feature[];
    existing?: boolean;
  } = {},
): Context & { close(): Promise<void> } {
  const now = given.now ?? clock;
  const log = given.log ?? openLog(settings.LOG_LEVEL);
  const made = given.random ?? random;
  const store =
    given.store ??
    openStore({
      database_url: settings.DATABASE_URL,
      file: join(settings.DATA_DIR, 'readymark.db'),
      existing: given.existing ?? false,
      connections: settings.DATABASE_CONNECTIONS,
      timeout: settings.DATABASE_TIMEOUT,
    });
  const blobs = given.blobs ?? openBlobPlace(settings);
  const auditor = given.auditor ?? openAuditing(settings, now);
  const [rubrics, ladders] = [readRubrics(), readLadders()];
  const signer = new LogSigner({
    ...{ store, rubrics, now, random: made, log },
    file: signingKeyFile(settings),
    base_url: settings.BASE_URL,
  });
  const source: PublicationSource = {
    latest: () => signer.shown(),
    audits: { after: (place, limit, until) => auditsAfter(store.db, place, limit, until) },
    slugs: { changed: (after, until) => namedSlugChangesBetween(store.db, after, until) },
    corrections: { between: (after, until) => correctionsBetween(store.db, after, until) },
    replies: { changed: (after, until) => replyChangesBetween(store.db, after, until) },
    mark: (publication) => markOf(store.db, publication),
  };
  const published = { rubrics, ladders, publishable: settings.RUBRICS_PUBLISHABLE };
  const saving = { key: boardKey(version, RECORD_FORMAT), lock: holdLock };
  const catalogue = openCatalogue({ source, rubrics: published, now, log, folder: settings.DATA_DIR, saving });
  const mailer =
    given.mailer ??
    openMailer({
      smtp_url: settings.SMTP_URL,
      mail_from: settings.MAIL_FROM,
      outbox_dir: join(settings.DATA_DIR, 'outbox'),
      log,
    });
  return {
    settings,
    store,
    blobs,
    catalogue,
    watch_stats: new WatchStats(
      { changed: (from, to) => watchCountsChanged(store.db, from, to), of: (slugs) => watchCountsOf(store.db, slugs) },
      now,
      () => catalogue.current().former_slugs,
    ),
    rubrics,
    ladders,
    auditor,
    request_key: readKeyFile(settings.AUDIT_KEY_FILE),
    domain_proofs: given.domain_proofs ?? openProofs(settings, now),
    openAddress: given.openAddress,
    mailer,
    memory: openMemory(settings),
    features: given.features ?? features,
    signer,
    now,
    pause: given.pause ?? pause,
    newId: given.newId ?? newId,
    random: made,
    log,
    async close() {
      await auditor.close();
      await mailer.close();
      await catalogue.close();
      await blobs?.close();
      await store.close();
    },
  };
}
