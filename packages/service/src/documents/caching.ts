/**
 * How long caches may keep each kind of reply: the one table of `Cache-Control` (decision 5). What the documents say of
 * caches is compared with it.
 */
export const caching = {
  /** Documents, pages, badges and images: a minute, and a week while the service cannot be reached. */
  public: 'public, max-age=60, stale-if-error=604800',
  /** Assets, whose names contain a hash of their content. */
  asset: 'public, max-age=31536000, immutable',
  /** What is true for a moment only. */
  momentary: 'public, max-age=10',
  /** Where something is now that had another address. */
  moved: 'public, max-age=60',
  /** All else: replies to keyed calls and to registration, tools, forms, errors (also 410), health and metrics. */
  none: 'no-store',
} as const;
