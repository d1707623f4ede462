import { parseCheckpoint, type TreeHead } from '@readymark/tlog/checkpoint';
import { AHEAD_MS, allOf, type Cosignature, type Demanded, demandCosignatures } from '@readymark/tlog/cosignature';
import { openNote, parseVerifierKey, partsOfNote, type VerifierKey } from '@readymark/tlog/note';
import { TILE_WIDTH } from '@readymark/tlog/tiles';
import { emptyFrontier, rootOf, sameHash } from '@readymark/tlog/tree';
import { KEYS_PATH } from '@readymark/verify';
import { type Handover, handoversFrom, namedKeys } from './handover.ts';
import { LogReader, type ReadFile, type Reading } from './log-reader.ts';
import { collect, type Entry } from './watching/new-entries.ts';
import { type InForce, type Note, openOddEntries } from './watching/odd-entries.ts';

/**
 * What somebody who watches a log remembers of it (decision 149): the last checkpoint, the keys that were trusted, oldest first (the
 * last one signs), and the last publication with its time.
 */
export type Seen = {
  note: string;
  keys: string[];
  publication: number;
  at: string;
  /** The audits that are public by it; absent in what an earlier version remembered. */
  in_force?: InForce[] | undefined;
};

/** What somebody trusts. */
type Trusted = {
  /** Keys of the log; without any, a first run trusts the one that signed. */
  keys: readonly VerifierKey[];
  /** Witnesses whose cosignatures are demanded. */
  demanded: Demanded | undefined;
  /** The key of another log that takes the place of the one that was seen. */
  accepted: VerifierKey | undefined;
  /** How long ago the head may have been signed, in milliseconds; undefined where it may be of any age. */
  older_than: number | undefined;
};

/** What is new since the last run. `entries` are the newest, oldest first, as many as are listed. */
type News = {
  seen: Seen;
  head: TreeHead;
  /** Entries known before; 0 at a first run. */
  from: number;
  counts: Record<string, number>;
  entries: Entry[];
  /** What is odd about new entries. */
  notes: Note[];
  handovers: Handover[];
  cosignatures: Cosignature[];
  /** The log that was seen before, where another one was accepted in its place; `same`: that one begins with its entries. */
  former: (TreeHead & { same: boolean }) | undefined;
};

/** What is wrong, as a sentence without its end. */
export type Wrong = {
  problem: string;
  /** Notes that show it, as they were served. */
  evidence: string[];
  /** Of a checkpoint of another log: the key that signed it, where the service names that. */
  other_log?: string | undefined;
};

const CHECKPOINT = 'log/checkpoint';

/** More entries than a log of this format may have (decision 141). */
const SIZE_MAX = 2 ** 31;

/** Older files of entries that are read again in each look. */
const DRAWN = 4;

/** What was seen, opened. */
type Known = { head: TreeHead; keys: VerifierKey[]; seen: Seen };

/** Opens what was remembered; undefined where it is not what was written. */
export function openSeen(seen: Seen): Known | undefined {
  const keys = seen.keys.map((text) => parseVerifierKey(text));
  const opened = openNote(seen.note, keys.filter((key) => key !== undefined).slice(-1));
  const head = 'fault' in opened ? undefined : parseCheckpoint(opened.text);
  return head && keys.every((key) => key !== undefined) ? { head, keys, seen } : undefined;
}

/**
 * Catches up with a log: checks its checkpoint, and everything that is new since what was seen.
 *
 * @param pause waits a little; what is older than what was seen is asked for again, because another node may be late by seconds
 * @param now milliseconds since 1970
 * @param random bytes that nobody knows before: which older entries are read again
 */
export async function catchUp(
  read: ReadFile,
  known: Known | undefined,
  trusted: Trusted,
  {
    now,
    random,
    pause,
    progress = () => {},
  }: {
    now: number;
    random(bytes: number): Promise<Uint8Array>;
    pause(): Promise<void>;
    progress?(done: number, of: number): void;
  },
): Promise<News | Wrong> {
  let found = await readHead(read, known, trusted);
  const demanded = (of: string) => demandCosignatures(of, trusted.demanded ?? allOf([]), now);
  const old = (of: Head) => tooOld(of.head, trusted.older_than, now);
  // Witnesses cosign a moment after a checkpoint is public.
  if ('stale' in found || ('note' in found && ('problem' in demanded(found.note) || old(found)))) {
    await pause();
    found = await readHead(read, known, trusted);
  }
  if ('problem' in found) return found;
  const frozen = old(found);
  if (frozen !== undefined) return { problem: frozen, evidence: [found.note] };
  const { note, head, key, handovers } = found;
  const former = known && known.head.origin !== head.origin ? known : undefined;
  const last = former ? undefined : known;
  const log = new LogReader(read);
  const wrong = (problem: string): Wrong => ({ problem, evidence: [...(known ? [known.seen.note] : []), note] });
  if (head.size > SIZE_MAX) return wrong(`${CHECKPOINT} says ${head.size} entries, more than such a log can have`);
  const seen = last?.head ?? { size: 0, root: rootOf(emptyFrontier) };
  if (head.size === seen.size && !sameHash(head.root, seen.root))
    return wrong(
      `two checkpoints of ${head.size} entries have different roots: the log shows different people different histories`,
    );
  const between = handovers.map((handover) => handover.head);
  for (const { note: signed, head: of } of handovers.filter(
    (one) => one.head.size <= seen.size || one.head.size > head.size,
  )) {
    const root =
      of.size === seen.size ? seen.root : of.size < head.size ? await log.rootAt(of.size, head.size) : undefined;
    if (root && sameHash(root, of.root)) continue;
    const problem = `the tree of ${of.size} entries that a key and the one after it signed is not that of this log`;
    return { problem, evidence: [signed, note] };
  }
  const odd = openOddEntries(last?.seen.in_force ?? [], now);
  const news = collect({ publication: last?.seen.publication ?? 0, at: last?.seen.at ?? '' }, seen.size, odd, (done) =>
    progress(done, head.size - seen.size),
  );
  const grown = head.size > seen.size;
  const problem = grown ? problemIn(await log.readNew(seen, head, news.take, between), seen, head) : undefined;
  if (problem !== undefined) return wrong(problem);
  const changed = seen.size > 0 ? await log.readAgain(head, await drawn(seen.size, random)) : undefined;
  if (changed !== undefined) return wrong(changed);
  const cosigned = demanded(note);
  if ('problem' in cosigned) return { ...cosigned, evidence: [] };
  const before = former?.head;
  const root = before && before.size <= head.size ? await log.rootAt(before.size, head.size) : undefined;
  const keys = last?.keys ?? [handovers[0]?.from ?? key];
  return {
    seen: {
      ...{ note, keys: [...keys, ...handovers.map(({ to }) => to)].map(({ text }) => text), ...news.last() },
      in_force: odd.in_force(),
    },
    head,
    from: seen.size,
    counts: news.counts,
    entries: news.entries,
    notes: odd.notes,
    handovers,
    cosignatures: cosigned.valid,
    former: before && { ...before, same: root !== undefined && sameHash(root, before.root) },
  };
}

/** Numbers of the files of entries that are read again, of as many as were seen: all of a few. */
async function drawn(seen: number, random: (bytes: number) => Promise<Uint8Array>): Promise<Set<number>> {
  const of = Math.ceil(seen / TILE_WIDTH);
  if (of <= DRAWN) return new Set(Array(of).keys());
  const bytes = Buffer.from(await random(4 * DRAWN));
  return new Set(Array.from({ length: DRAWN }, (_, at) => bytes.readUInt32BE(4 * at) % of));
}

/** A name that somebody else chose, as much of it as anybody reads. */
const shown = (name: string) => name.slice(0, 200);

/** What is wrong with what a log gained, as a sentence without its end; undefined when the entries lead from one head to the other. */
export function problemIn(
  { wrong_file, differs_at, continues, signed, refused }: Reading,
  seen: { size: number },
  head: { size: number },
): string | undefined {
  if (wrong_file !== undefined) return wrong_file;
  if (differs_at !== undefined) return `the tree of ${differs_at} entries differs from the one that was signed`;
  if (continues && signed) return refused;
  if (signed)
    return `the log was rewritten: its ${head.size} entries are signed, and the first ${seen.size} of them are not those that were seen before`;
  if (continues)
    return 'the entries and tiles do not lead to the root that was signed: entries were changed or left out, or the log was rewritten';
  return `the tiles of the first ${seen.size} entries lead neither to the root that was seen nor to the one that was signed: a tile was changed or swapped, or the log was rewritten`;
}

/** Why a head was signed too long ago, as a sentence without its end; undefined where it was not. */
function tooOld({ signed_at }: TreeHead, older_than: number | undefined, now: number): string | undefined {
  if (older_than === undefined) return undefined;
  if (signed_at === undefined) return 'the head of the log does not say when it was signed';
  const at = Date.parse(signed_at);
  if (at > now + AHEAD_MS)
    return `the head of the log says that it was signed at ${signed_at}, a time that has not come`;
  if (at >= now - older_than) return undefined;
  return `the head of the log was signed at ${signed_at}, longer ago than it may: what is shown may be old, or nobody signs any more`;
}

type Head = { note: string; head: TreeHead; key: VerifierKey; handovers: Handover[] };

/** The checkpoint, with the key that signed it. `stale`: it is older than what was seen. */
async function readHead(
  read: ReadFile,
  known: Known | undefined,
  trusted: Trusted,
): Promise<Head | (Wrong & { stale?: true })> {
  const bytes = await read(CHECKPOINT);
  const note = Buffer.from(bytes ?? []).toString();
  const before = known ? [known.seen.note] : [];
  const wrong = (problem: string, more: { stale?: true; other_log?: string | undefined } = {}) => ({
    problem,
    evidence: [...before, note],
    ...more,
  });
  if (!bytes) return { problem: `${CHECKPOINT} is missing`, evidence: before };
  const parts = partsOfNote(note);
  if (!parts) return { problem: `${CHECKPOINT} is not a signed note`, evidence: before };
  const current = known?.keys.at(-1);
  const roots = current ? [current] : trusted.keys;
  const named = async () => namedKeys(await read(KEYS_PATH)) ?? [];
  const first = roots.length ? roots : (await named()).map(({ key }) => key);
  // Two signatures of one name: a key takes over from another at this moment.
  const rotating = parts.signatures.filter(({ name }) => current?.name === name).length > 1;
  if (first.length === 0) return { problem: `${KEYS_PATH} names no key`, evidence: [] };
  const handovers: Handover[] = [];
  let opened = openNote(note, first);
  if (('fault' in opened && opened.fault === 'unsigned') || rotating)
    for (const root of roots) {
      const path = handoversFrom(root, await named());
      const there = path.findLastIndex(({ to }) => 'text' in openNote(note, [to]));
      if (there < 0) continue;
      handovers.push(...path.slice(0, there + 1));
      opened = openNote(note, [path[there]?.to ?? root]);
      break;
    }
  if ('fault' in opened && opened.fault === 'unsigned') return unsigned(note, known, trusted, wrong, await named());
  if ('fault' in opened) return wrong(`${CHECKPOINT} has a wrong signature: it was changed after it was signed`);
  const head = parseCheckpoint(opened.text);
  const key = opened.signed_by.find(({ name }) => name === head?.origin);
  if (!head) return wrong(`${CHECKPOINT} is signed and is no checkpoint`);
  if (!key) return wrong(`${CHECKPOINT} is of another log (${shown(head.origin)}) than the key that signed it`);
  if (known && known.head.origin === head.origin && head.size < known.head.size)
    return wrong(
      `${CHECKPOINT} has ${head.size} entries, and ${known.head.size} were seen before: a log never shrinks`,
      {
        stale: true,
      },
    );
  return { note, head, key, handovers };
}

/** Why no trusted key signed a checkpoint; or its head, where another log was accepted. */
function unsigned(
  note: string,
  known: Known | undefined,
  trusted: Trusted,
  wrong: (problem: string, more?: { stale?: true; other_log?: string | undefined }) => Wrong & { stale?: true },
  named: readonly { key: VerifierKey }[],
): Head | (Wrong & { stale?: true }) {
  const { accepted } = trusted;
  // Without a trusted signature the text may be anything: it is shown with care, and decides nothing.
  const claimed = parseCheckpoint(partsOfNote(note)?.text ?? '');
  const opened = accepted && openNote(note, [accepted]);
  if (opened && 'text' in opened && claimed && claimed.origin === accepted.name && accepted.name !== known?.head.origin)
    return { note, head: claimed, key: accepted, handovers: [] };
  const by_former = known && openNote(note, known.keys.slice(0, -1));
  if (by_former && 'text' in by_former)
    return wrong(`${CHECKPOINT} is signed by a former key alone, after another took over`, { stale: true });
  const origin = known?.head.origin ?? trusted.keys[0]?.name;
  if (claimed && origin !== undefined && claimed.origin !== origin) {
    const signer = named.find(({ key }) => key.name === claimed.origin && 'text' in openNote(note, [key]));
    return wrong(`${CHECKPOINT} is of another log, ${shown(claimed.origin)}, and nothing leads to it from ${origin}`, {
      other_log: signer?.key.text,
    });
  }
  return wrong(`${CHECKPOINT} is not signed by a key that is trusted, and none took over from one`);
}
