import type { Auditor } from '@readymark/auditor/auditor';
import type { DomainProofs } from '@readymark/auditor/collect/guard/domain-proofs';
import type { RequestKey } from '@readymark/auditor/request-signature';
import type { LaddersOf } from '@readymark/rubric/read-rubrics';
import type { Rubrics } from '@readymark/rubric/rubric';
import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { WatchStats } from '../catalogue/watch-stats.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Settings } from '../settings.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Store } from '../store/engine/engine.ts';
import type { Check } from '../store/upkeep/doctor-checks.ts';
import type { Memory } from './memory.ts';
import type { LogSigner } from './signing/signer.ts';

/** What is asked of a witness, and what it answers. */
type WitnessAddress = {
  ask(order: {
    method: 'POST';
    path: string;
    body: string;
    most_bytes: number;
    signal: AbortSignal | undefined;
  }): Promise<{ status: number; header(name: string): string; body: Uint8Array | undefined }>;
  close(): Promise<void>;
};

/** Everything that an operation may use. Clock and randomness come from main.ts, so that tests can replace them. */
export type Context = {
  settings: Settings;
  store: Store;
  /** Where evidence and datasets are; undefined where they are in the database (decision 206). */
  blobs: Blobs | undefined;
  catalogue: Catalogue;
  watch_stats: WatchStats;
  rubrics: Rubrics;
  ladders: LaddersOf;
  /** Collects and scores; used by the jobs of audits alone (decision 93). */
  auditor: Auditor;
  /** By which our robot signs its requests; undefined where it signs none. */
  request_key: RequestKey | undefined;
  /** Looks for the tokens of companies that reply (decision 155). */
  domain_proofs: DomainProofs;
  /** Opens the address of a witness of the log in the place of the guard, in tests (decision 149). */
  openAddress: ((url: string) => WitnessAddress) | undefined;
  /** Sends letters; used by the outbox alone. */
  mailer: Mailer;
  memory: Memory;
  features: readonly Feature[];
  /** Signs the public log; used by the snapshot, which shows nothing that is not signed (decision 143). */
  signer: LogSigner;
  now(): Date;
  /** Waits that many milliseconds. */
  pause(ms: number): Promise<void>;
  /** A new id: time-ordered, unique everywhere, with the kind as prefix (`req` gives `req_…`). */
  newId(prefix: string): string;
  random(bytes: number): Uint8Array;
  log: Logger;
};

/**
 * A feature (decision 159): everything that a folder of `features/` adds to the service. Rooms add their slots to this interface:
 * `operations/operation.ts`, `doors/http/feature-part.ts`, `cli/feature-part.ts`. What takes long to load is loaded when it is
 * first needed.
 */
export interface Feature {
  /** That of its folder. */
  name: string;
  /** Background jobs, which the signal stops; see `jobs/schedule.ts`. */
  jobs?: readonly {
    name: string;
    every_ms: number;
    run(ctx: Context, signal: AbortSignal | undefined): Promise<unknown>;
  }[];
  /** What it does when the process ends on purpose, after its jobs. */
  stopped?(ctx: Context): Promise<void>;
  /** Notes in memory what its pages show, where pages are drawn without jobs. */
  note?(ctx: Context): Promise<void>;
  /** What the doctor checks of its rows. */
  doctor?(): Promise<readonly ((store: Store, blobs: Blobs | undefined) => Promise<Check>)[]>;
  /** Rows of its tables that are copied in one transaction, where they are large. */
  copied_rows?: Readonly<Record<string, number>>;
}

/** Today as `YYYY-MM-DD` (UTC), which decides what is stale (spec 2.2). */
export function today(ctx: Pick<Context, 'now'>): string {
  return ctx.now().toISOString().slice(0, 10);
}

/**
 * Waits until the snapshot includes a publication, so that no reply mentions an audit that the leaderboard does not show
 * yet (decision 6). When no snapshot can be built the reply goes out anyway.
 */
export async function untilPublic({ catalogue }: Pick<Context, 'catalogue'>, publication: number): Promise<void> {
  if (publication > catalogue.current().version) await catalogue.refresh().catch(() => {});
}
