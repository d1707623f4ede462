import { ClientLimit } from '../domain/limit/client-limit.ts';
import { clientRegistrationLimit } from '../domain/limit/limit.ts';
import { failedSignInLimit } from '../domain/operators/session.ts';
import type { Settings } from '../settings.ts';
import type { Registration } from '../store/agents.ts';
import { KeptTiles } from '../store/public-log/tree/kept-tiles.ts';

/**
 * What operations remember in one process from call to call; a restart forgets it. It saves reads, refuses early what
 * the stored rows would refuse too, and counts the registrations of each client, which no row does (decision 74).
 */
export type Memory = {
  /** Registrations by the SHA-256 of their key, most recently used last. */
  key_holders: Map<string, KeyHolder>;
  /** Until when the registration window is known to be full; undefined when it is not. */
  registrations_full_until: Date | undefined;
  /** Registrations of each client. */
  client_registrations: ClientLimit;
  /** Sign-ins of each client at the desk that were refused. */
  failed_sign_ins: ClientLimit;
  /** Rows of the future by the limit that counts them; empty while the clocks are right (decision 54). */
  future_rows: Map<string, FutureRows>;
  /** How this node is, and was; undefined before it was first noted. Never changed, only replaced. */
  health: Health | undefined;
  noted: Noted;
  /** What proofs are made of. */
  log_tiles: KeptTiles;
};

/** What jobs of features noted for pages; each feature adds its own. Never changed, only replaced. */
export interface Noted {
  /** The time of the newest of it, which pages that show it have as Last-Modified. */
  changed_at?: string | undefined;
}

export type Health = {
  status: 'ready' | 'degraded';
  reason: string | null;
  since: string;
  /** When the first note was made. */
  noted_from: string;
  /** Newest first; `until` is null while it lasts. */
  incidents: readonly { from: string; until: string | null; reason: string }[];
};

/** By id: the time of a row, and when it was first seen, in milliseconds since 1970. */
export type FutureRows = Map<string, { at: number; seen: number }>;

export type KeyHolder = Pick<Registration, 'registration_id' | 'scopes'>;

/** The empty memory of a process that starts. */
export function openMemory(settings: Settings): Memory {
  return {
    key_holders: new Map(),
    registrations_full_until: undefined,
    client_registrations: new ClientLimit(clientRegistrationLimit(settings.REGISTRATIONS_PER_CLIENT_PER_HOUR)),
    failed_sign_ins: new ClientLimit(failedSignInLimit),
    future_rows: new Map(),
    health: undefined,
    noted: {},
    log_tiles: new KeptTiles(),
  };
}
