import { z } from 'zod';
import type { Files } from './files.ts';

/** Which files each group has in a folder, and from which part (decision 214). What is removed follows from it, so it is never lost. */
export type Held = {
  get(name: string): HeldGroup | undefined;
  names(): Iterable<string>;
  /** Notes what groups have, or that they are over (undefined); durable when it resolves, and all of it or what was before. */
  note(groups: Iterable<readonly [string, HeldGroup | undefined]>): Promise<void>;
  /** Marks a group as one whose files are to be written again. */
  doubt(name: string): void;
};

const heldGroup = z.object({
  /** null while its files are written. */
  part: z.string().nullable(),
  /** Files with their lengths, and the score whose rank they end with. */
  files: z.array(z.tuple([z.string(), z.int(), z.int().nullable()])),
  former: z.array(z.string()),
});
export type HeldGroup = z.infer<typeof heldGroup>;

export const nothing: HeldGroup = { part: null, files: [], former: [] };

const heldLine = z.object({ name: z.string(), group: heldGroup.nullable() });

/** A line for each change, the last one of a group holds. It is written anew when most of it is over. */
const HELD = 'held.jsonl';

/** @returns undefined in a folder that has no such file */
export async function openHeld(files: Files): Promise<Held | undefined> {
  const all = new Map<string, HeldGroup>();
  let lines = 0;
  for await (const text of files.lines(HELD)) {
    lines += 1;
    // The last line of a process that was killed may be half a line; nothing was done after it.
    const line = parsed(text);
    if (line?.group) all.set(line.name, line.group);
    else if (line) all.delete(line.name);
  }
  return lines === 0 ? undefined : heldOf(files, all, lines);
}

/** Begins in a folder of which nothing is known. */
export async function beginHeld(files: Files): Promise<Held> {
  await files.note(HELD, '\n');
  return heldOf(files, new Map(), 1);
}

function heldOf(files: Files, all: Map<string, HeldGroup>, lines_before: number): Held {
  let lines = lines_before;
  return {
    get: (name) => all.get(name),
    names: () => all.keys(),
    async note(groups) {
      const changes = [...groups];
      if (changes.length === 0) return;
      if (lines + changes.length > 2 * all.size + LINES_MIN) {
        const next = new Map(all);
        for (const [name, group] of changes) apply(next, name, group);
        await files.note(HELD, `\n${textOf(next)}`);
        lines = next.size + 1;
      } else {
        // It begins with a line break, because what is there may end in the middle of a line.
        await files.append(HELD, `\n${textOf(changes)}`);
        lines += changes.length + 1;
      }
      for (const [name, group] of changes) apply(all, name, group);
    },
    doubt(name) {
      const group = all.get(name);
      if (group) all.set(name, { ...group, part: null });
    },
  };
}

/** So many lines are not too many, however few groups there are. */
const LINES_MIN = 1_000;

function apply(all: Map<string, HeldGroup>, name: string, group: HeldGroup | undefined): void {
  if (group) all.set(name, group);
  else all.delete(name);
}

const textOf = (groups: Iterable<readonly [string, HeldGroup | undefined]>): string =>
  Array.from(groups, ([name, group]) => `${JSON.stringify({ name, group: group ?? null })}\n`).join('');

function parsed(text: string): z.infer<typeof heldLine> | undefined {
  try {
    return heldLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
