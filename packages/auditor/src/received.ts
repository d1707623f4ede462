import { Refusal } from '@readymark/rubric/refusal';
import type { CollectingMessage } from './collect/collecting.ts';
import { reasonUnobserved } from './collect/plan/unobserved.ts';
import type { Bodies, EvidenceBundle, EvidenceItem } from './evidence/evidence.ts';

/** How far a collection is. `done` and `planned` count requests; `planned` may still grow. */
export type Progress = { phase: string; done: number; planned: number; bytes: number };

/** What a collection saw. `unobserved`: the site let nothing be seen, so nothing may be scored as absent. */
export type Collected = {
  outcome: 'observed' | 'unobserved';
  /** Why nothing was seen; null when the site was observed. */
  reason: string | null;
  /** What the site calls itself, best first. */
  names: readonly string[];
  bundle: EvidenceBundle;
  bodies: Bodies;
};

/** What a thread handed out of a collection until now. */
type Received = {
  /** Takes a message. @returns the whole collection, when the message ends it @throws Refusal where the address is not visited */
  take(message: CollectingMessage): Collected | undefined;
  /** The collection as far as it came; undefined where nothing was seen. @param why it ended early */
  cut(why: string): Collected | undefined;
};

/**
 * Takes what the thread of a collection hands out, one answer at a time: when the thread dies, what it saw until then is a result (decision 199).
 *
 * @param started_at of the collection
 */
export function openReceived(given: {
  website: string;
  started_at: string;
  now(): Date;
  progress: ((progress: Progress) => void) | undefined;
}): Received {
  const { website, started_at, now } = given;
  const items: EvidenceItem[] = [];
  const kept = new Map<string, Uint8Array>();
  const bodies: Bodies = (sha256) => kept.get(sha256);
  let about: Extract<CollectingMessage, { about: unknown }>['about'] = { scope: undefined, names: [] };
  let last: Progress | undefined;
  return {
    take(message) {
      if ('seen' in message) {
        const { at, item, body } = message.seen;
        items[at] = item;
        if (item.sha256 !== null && body) kept.set(item.sha256, body);
      } else if ('about' in message) about = message.about;
      else if ('progress' in message) {
        last = message.progress;
        given.progress?.(message.progress);
      } else if ('refused' in message)
        throw new Refusal(
          `${website} is not audited: ${message.refused}. Give the public address of a website, such as https://example.com.`,
        );
      else return { ...(message.collected as Omit<Collected, 'bodies'>), bodies };
      return undefined;
    },
    cut(why) {
      if (items.length === 0) return undefined;
      const { scope, names } = about;
      const note = `${why} What was not asked for by then is unknown.`;
      const reason = reasonUnobserved(items);
      const bundle: EvidenceBundle = {
        ...{ format: 1, website, ...(scope === undefined ? {} : { scope }), cut: why },
        ...{ started_at, finished_at: now().toISOString() },
        ...{ requests: last?.done ?? items.length, bytes: last?.bytes ?? 0, notes: [note], items },
      };
      return { outcome: reason === null ? 'observed' : 'unobserved', reason, names, bundle, bodies };
    },
  };
}
