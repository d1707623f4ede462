import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import { readGivenFile } from '../../documents/given-file.ts';
import { openSeen, type Seen } from '../../domain/public-log/catch-up.ts';

/** What `readymark monitor` remembers of a log between two runs, in a file (decision 149). */

type Known = NonNullable<ReturnType<typeof openSeen>>;

const FORMAT = 1;

/** @returns undefined where there is no such file @throws Refusal for one that is something else: it is never begun anew */
export function readSeen(file: string): Known | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  try {
    const { format, note, keys, publication, at, in_force } = JSON.parse(text) as Seen & { format: number };
    const right = format === FORMAT && typeof note === 'string' && Array.isArray(keys) && typeof at === 'string';
    const rows = in_force === undefined || (Array.isArray(in_force) && in_force.every(Array.isArray));
    const known =
      right && rows && Number.isSafeInteger(publication)
        ? openSeen({ note, keys, publication, at, in_force })
        : undefined;
    if (known) return known;
  } catch {}
  throw new Refusal(
    `${file} is not what \`readymark monitor\` remembers of a log. Restore it from a backup, or name another file with --state.`,
  );
}

/**
 * Remembers what was seen, whole or not at all. A file that another run has taken further meanwhile stays.
 *
 * @throws Refusal where it cannot be written
 */
export function writeSeen(file: string, seen: Seen): void {
  const [before, next] = [readSeen(file), openSeen(seen)];
  if (before && before.head.origin === next?.head.origin && before.head.size > next.head.size) return;
  const draft = `${file}.${process.pid}.new`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify({ format: FORMAT, ...seen })}\n`, { flag: 'wx', flush: true });
    renameSync(draft, file);
  } catch (error) {
    throw new Refusal(`${file} cannot be written (${codeOf(error)}); name another file with --state.`);
  }
}

/** Files of evidence beside one state: a service that shows another one each time must not fill the disk. */
const EVIDENCE_MAX = 50;

/** Keeps notes that show what is wrong beside what is remembered. @returns the files, each named after what is in it */
export function keepEvidence(file: string, notes: readonly string[]): string[] {
  const prefix = `${basename(file)}.evidence-`;
  const kept = existsSync(dirname(file)) ? readdirSync(dirname(file)).filter((name) => name.startsWith(prefix)) : [];
  if (kept.length >= EVIDENCE_MAX) return [];
  return notes.map((note) => {
    const name = `${file}.evidence-${createHash('sha256').update(note).digest('hex').slice(0, 16)}`;
    try {
      writeFileSync(name, note, { flag: 'wx', flush: true });
    } catch (error) {
      // The same note was kept before, by a run that found the same.
      if (codeOf(error) !== 'EEXIST') throw new Refusal(`${name} cannot be written (${codeOf(error)}).`);
    }
    return name;
  });
}

function readIfThere(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readGivenFile(file, NOTE_BYTES_MAX).toString('utf8');
  } catch (error) {
    if (!existsSync(file)) return undefined;
    throw new Refusal(`${error instanceof Refusal ? error.message : codeOf(error)} Name another file with --state.`);
  }
}

/** A checkpoint takes some kilobytes with all its signatures. */
const NOTE_BYTES_MAX = 10 * 1024 * 1024;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown';
