import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { type AddedToPages, type PageInput, pageFacts } from './page-input.ts';

const DAY_MS = 86_400_000;
/** How long pages show the same counts: otherwise every new watch would redraw every list. */
const COUNTS_MS = 2000;

/** What pages are drawn from at the moment. */
type CurrentInput = {
  /** The same object until something in it changes. Numbers of watchers are at most two seconds old (spec 2.5). */
  current(): PageInput;
  /** Changes when numbers of watchers do that a page shows: those of one slug, of any company (`*`) or of none (''). */
  stampOf(watched: string): number;
};

/** @param onChange called when pages change as a whole: with every new snapshot, and at midnight, when scores may become stale */
export function openInput(
  ctx: Context,
  operations: readonly Operation[],
  added: AddedToPages,
  onChange: () => void,
): CurrentInput {
  const facts = pageFacts(ctx, operations, added);
  let input: PageInput | undefined;
  let midnight = 0;
  let listed: readonly { slug: string; watchers: number }[] = [];
  let watchers: ReadonlyMap<string, number> = new Map();
  let version = 0;
  let counted = Number.NEGATIVE_INFINITY;

  function count(now: number): void {
    if (Math.abs(now - counted) < COUNTS_MS) return;
    counted = now;
    const latest = ctx.watch_stats.companies();
    if (latest === listed) return;
    listed = latest;
    watchers = new Map(latest.map((row) => [row.slug, row.watchers]));
    version++;
  }

  function current(): PageInput {
    const now = ctx.now().getTime();
    const snapshot = ctx.catalogue.current();
    count(now);
    const { health, noted } = ctx.memory;
    const same = input?.health === health && input?.noted === noted && input?.snapshot === snapshot;
    const same_day = now < midnight && now >= midnight - DAY_MS;
    if (input && same && same_day && input.watchers === watchers) return input;
    if (!same || !same_day) onChange();
    const today = new Date(now).toISOString().slice(0, 10);
    midnight = Date.parse(`${today}T00:00:00Z`) + DAY_MS;
    input = { ...facts, snapshot, today, watchers, health, noted };
    return input;
  }

  return {
    current,
    stampOf: (watched) => (watched === '*' ? version : (watchers.get(watched) ?? 0)),
  };
}
