import type { Retraction, SlugChange } from '../../../domain/companies/former-slug.ts';

/** What became of the companies of a past day (decision 151), by the slugs that they had then. */
export type SlugsSince = {
  /** The slug that a company has now; its own where it did not move. */
  present(then: string): string;
  /** When and why a company was retracted since; undefined where it was not, also when another one has its slug now. */
  retracted(then: string): Retraction | undefined;
};

/** The company that a slug means is none of those of that day. */
const ANOTHER = '';

/** @param changes those since that day, in the order of their publications */
export function slugsSince(changes: readonly SlugChange[]): SlugsSince {
  /** By the slug at this point: that of the day. Not in here: it never changed. */
  const holders = new Map<string, string>();
  const present = new Map<string, string>();
  const retracted = new Map<string, Retraction>();
  for (const { slug, change, moved_to, reason, at, publication } of changes) {
    const then = holders.get(slug) ?? slug;
    if (change === 'retracted') {
      if (then !== ANOTHER) retracted.set(then, { at, reason: reason ?? '', publication });
      // What is listed there later begins anew (decision 100).
      holders.set(slug, ANOTHER);
    }
    if (change === 'moved' && moved_to !== null) {
      holders.set(slug, ANOTHER);
      holders.set(moved_to, then);
      if (then !== ANOTHER) present.set(then, moved_to);
    }
  }
  return { present: (then) => present.get(then) ?? then, retracted: (then) => retracted.get(then) };
}

/**
 * The slugs of a past day, by those that companies have now.
 *
 * @param changes as for `slugsSince`
 * @returns the slug of the day for a slug of now
 */
export function slugsThen(changes: readonly SlugChange[]): (now: string) => string {
  const then = new Map<string, string>();
  /** By the slug at this point: that of now. */
  const holders = new Map<string, string>();
  for (const { slug, change, moved_to } of changes.toReversed()) {
    if (change !== 'moved' || moved_to === null) continue;
    const now = holders.get(moved_to) ?? moved_to;
    holders.delete(moved_to);
    holders.set(slug, now);
    then.set(now, slug);
  }
  return (now) => then.get(now) ?? now;
}
