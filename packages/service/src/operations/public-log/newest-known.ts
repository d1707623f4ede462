import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey, partsOfNote } from '@readymark/tlog/note';
import { sameHash } from '@readymark/tlog/tree';
import type { LogHead } from '../../store/public-log/checkpoints.ts';
import { logKeys } from '../../store/public-log/keys.ts';
import { consistencyProof } from '../../store/public-log/proofs.ts';
import { rootAt } from '../../store/public-log/tree/tree-rows.ts';
import type { Context } from '../context.ts';
import { askWitness } from './witness.ts';

/**
 * What others know of the newest head of the log of a restored database (decision 167). `newer`: why this is not the newest
 * database, as a sentence. `proof`: who says that it is; undefined where nobody does.
 */
type Known = { newer: string | undefined; proof: string | undefined };

/**
 * Asks the witnesses of the log, and looks into an exported tree.
 *
 * @param tree a folder made by `readymark export`; undefined without one
 * @throws Refusal for a folder that has no checkpoint of this log
 */
export async function newestKnown(
  ctx: Pick<Context, 'store' | 'settings' | 'now' | 'openAddress'>,
  signed: NonNullable<LogHead['signed']>,
  tree: string | undefined,
): Promise<Known> {
  const found = tree === undefined ? [] : [await treeKnows(ctx, signed, tree)];
  found.push(...(await Promise.all(ctx.settings.LOG_WITNESSES.map((witness) => witnessKnows(ctx, signed, witness)))));
  return {
    newer: found.find(({ newer }) => newer !== undefined)?.newer,
    proof: found.find(({ proof }) => proof !== undefined)?.proof,
  };
}

/** The checkpoint of the tree must be signed by a key of this log: anybody may have written the folder. */
async function treeKnows({ store }: Pick<Context, 'store'>, signed: { size: number }, tree: string): Promise<Known> {
  const keys = (await logKeys(store.db)).flatMap(({ verifier_key }) => parseVerifierKey(verifier_key) ?? []);
  const opened = openNote(readNote(tree), keys);
  const head = 'fault' in opened ? undefined : parseCheckpoint(opened.text);
  if (!head)
    throw new Refusal(`${tree} is no exported tree of this log: its log/checkpoint is not signed by a key of it.`);
  const covered = head.size <= signed.size;
  const same = covered && sameHash(await rootAt(store.db, head.size), head.root);
  return {
    newer: same
      ? undefined
      : covered
        ? `The exported tree has another log than this database, of ${head.size} entries`
        : `The exported tree has ${head.size} signed entries, and this database ${signed.size}`,
    proof: same && head.size === signed.size ? 'the exported tree' : undefined,
  };
}

function readNote(tree: string): string {
  try {
    return readFileSync(join(tree, 'log/checkpoint'), 'utf8');
  } catch {
    throw new Refusal(`${tree} is no exported tree: it has no log/checkpoint that can be read.`);
  }
}

/**
 * A witness proves that it is the newest head where it cosigned this very head and nothing after it. One that is further behind
 * proves nothing, and one that cannot be asked neither.
 */
async function witnessKnows(
  { store, now, openAddress }: Pick<Context, 'store' | 'now' | 'openAddress'>,
  { size, note, signed_at }: NonNullable<LogHead['signed']>,
  witness: Context['settings']['LOG_WITNESSES'][number],
): Promise<Known> {
  const text = partsOfNote(note)?.text;
  if (text === undefined || size === 0) return { newer: undefined, proof: undefined };
  let was_there = true;
  const answer = await askWitness(
    witness,
    { size, note, signed_at: Date.parse(signed_at) },
    {
      openAddress,
      from: size,
      async proofFrom(from) {
        was_there = from === size;
        return was_there ? [] : consistencyProof(store.db, from, size);
      },
      now: now().getTime(),
      signal: undefined,
    },
  );
  if ('line' in answer) return { newer: undefined, proof: was_there ? `the witness ${witness.name}` : undefined };
  const ahead = answer.size !== undefined && answer.size > size;
  return {
    newer: answer.differs
      ? `The witness ${witness.name} cosigned another log of ${size} entries than this database has`
      : ahead
        ? `The witness ${witness.name} cosigned ${answer.size} entries, and this database has ${size}`
        : undefined,
    proof: undefined,
  };
}
