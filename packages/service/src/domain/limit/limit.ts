/**
 * Sliding-window limits (spec 8, decision 74): pure arithmetic over what the store counted.
 */
export type Limit = {
  /** Name in the RateLimit headers. */
  name: string;
  /** Calls allowed in any window. */
  quota: number;
  /** Length of the window in seconds. */
  window: number;
  /** The window in words, for the 429 message. */
  window_words: string;
};

/** Usage of a window. `oldest` is the time of the oldest counted row, or null when there is none. */
export type Usage = { used: number; oldest: Date | null };

/**
 * The state of one limit as callers see it: `remaining` calls now, `reset` seconds (rounded up) until the oldest row
 * leaves the window.
 */
export type Quota = { limit: Limit; remaining: number; reset: number };

/** The state of a limit at `now`. An empty window resets in 0 seconds. */
export function quotaState(limit: Limit, usage: Usage, now: Date): Quota {
  const remaining = Math.max(0, limit.quota - usage.used);
  const reset =
    usage.oldest === null
      ? 0
      : Math.max(0, Math.ceil((usage.oldest.getTime() + limit.window * 1000 - now.getTime()) / 1000));
  return { limit, remaining, reset };
}

/** The start of the window that ends at `now`; rows at or before this time do not count. */
export function windowStart(limit: Limit, now: Date): Date {
  return new Date(now.getTime() - limit.window * 1000);
}

/** Largest body of a request in bytes, unless the operation allows more, and the same in words (decision 1). */
export const BODY_LIMIT_BYTES = 64 * 1024;
export const BODY_LIMIT_TEXT = bodySize(BODY_LIMIT_BYTES);

/** Whether a body is encoded, by its Content-Encoding: it is refused then, and never read as if it were not (decision 1). */
export const isEncoded = (header: string | undefined): boolean => !/^(identity)?$/i.test(header ?? '');

/** A limit of a body in words: whole `MiB` where it is that large, else `KiB`. */
export function bodySize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}

/** Registrations, platform-wide. */
export const registrationLimit = (per_hour: number): Limit => ({
  name: 'registrations',
  quota: per_hour,
  window: 3600,
  window_words: 'one hour',
});

/** Audit requests of one registration. */
export const auditRequestLimit = (per_day: number): Limit => ({
  name: 'audit-requests',
  quota: per_day,
  window: 86_400,
  window_words: '24 hours',
});

/** Calls of one client address to keyed endpoints, registration and /mcp. */
export const clientRequestLimit = (per_minute: number): Limit => ({
  name: 'client-requests',
  quota: per_minute,
  window: 60,
  window_words: 'one minute',
});

/** Registrations of one client address. */
export const clientRegistrationLimit = (per_hour: number): Limit => ({
  name: 'client-registrations',
  quota: per_hour,
  window: 3600,
  window_words: 'one hour',
});

/** The refusal of a limit that is exceeded (spec 7). `what` is counted, for example `registrations`. */
export function limitMessage({ limit, reset }: Quota, what: string): string {
  return `The limit of ${limit.quota} ${what} in ${limit.window_words} is reached; the next is possible in ${reset} second${reset === 1 ? '' : 's'}.`;
}
