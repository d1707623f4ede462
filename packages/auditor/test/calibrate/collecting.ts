import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutate } from './mutations/mutations.ts';
import { auditSubject, type Subject } from './subjects.ts';

/** Evidence that is wanted in a folder: of a site, or of its copy that a mutation changed. */
export type Wanted = { subject: Subject; folder: string; mutation?: string };

/** Each audit has its own closed world; more of them take longer, not less. */
const AT_ONCE = 2;

/**
 * Collects the evidence that is not there yet.
 *
 * @param told is told of each audit when it is done
 * @returns how long each audit took in seconds, by folder; undefined where the evidence was there
 * @throws Error of the first that cannot be audited
 */
export async function collectMissing(
  wanted: readonly Wanted[],
  told: (line: string) => void,
): Promise<ReadonlyMap<string, number>> {
  const missing = wanted.filter(({ folder }) => !existsSync(join(folder, 'bundle.json')));
  const seconds = new Map<string, number>();
  const queue = [...missing];
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      rmSync(one.folder, { recursive: true, force: true });
      const took = await collectOne(one);
      seconds.set(one.folder, took);
      told(`${seconds.size}/${missing.length} ${one.mutation ?? ''} ${one.subject.name}: ${took.toFixed(0)} s`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return seconds;
}

async function collectOne({ subject, folder, mutation }: Wanted): Promise<number> {
  if (mutation === undefined) return await auditSubject(subject, folder);
  if (subject.copy === undefined) throw new Error(`${subject.name} is no copy of a site: nothing can change it`);
  const room = mkdtempSync(join(tmpdir(), 'readymark-mutated-'));
  try {
    const changed = join(room, subject.name);
    mutate(subject.copy, mutation, changed);
    return await auditSubject({ ...subject, world: { sites: [changed] } }, folder);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
