import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import { type LogDecision, settleRestoredLog } from '../../src/operations/public-log/restored-log.ts';
import { logHead, signedPublication } from '../../src/store/public-log/checkpoints.ts';
import { copyKey } from '../../src/store/public-log/key-file.ts';
import { latestPublication } from '../../src/store/publications.ts';
import { backUp } from '../../src/store/upkeep/backup.ts';
import { restore } from '../../src/store/upkeep/restore.ts';
import type { Backup, World } from './world.ts';

/** Now and then somebody makes a backup, or restores the last one. @returns a line of the trace */
export async function keepOrRestore(world: World): Promise<string | undefined> {
  const { chance } = world;
  const made = chance.one(40) ? await makeBackup(world) : undefined;
  const restored = world.backup && chance.one(made ? 4 : 200) ? await restoreBackup(world, world.backup) : undefined;
  return [made, restored].filter((line) => line !== undefined).join(', ') || undefined;
}

async function makeBackup(world: World): Promise<string> {
  const { folder, store, key_file, book, mail } = world;
  const file = join(folder, 'backup.db');
  await backUp(join(folder, 'readymark.db'), file, { force: true, at_page: () => {} });
  copyKey(key_file, `${file}.signing-key`);
  const publication = await latestPublication(store.db);
  const signed = (await signedPublication(store.db)) ?? 0;
  const key = (await logHead(store.db)).key?.text;
  world.backup = { file, publication, signed, key, book: structuredClone(book), accepted: mail.accepted.length };
  return `backup of ${publication}`;
}

/**
 * Restores it where it was made, or on a new machine, and settles the log as `readymark restore` does: it goes on by itself where it
 * is remembered that nothing was published after it; else it waits for a person, who knows.
 */
async function restoreBackup(world: World, backup: Backup): Promise<string> {
  const { file, publication, signed, book, accepted } = backup;
  const { folder, chance, key_file, wrong, mail } = world;
  const shown = (await signedPublication(world.store.db)) ?? 0;
  const { key } = await logHead(world.store.db);
  // A new log that began meanwhile is lost too.
  const lost = (await latestPublication(world.store.db)) > publication || key?.text !== backup.key;
  // A witness that could not be reached since the backup would say that it is the newest.
  if (world.witness && lost) return 'nothing restored';
  const is_new = chance.one(3);
  await world.stop();
  await restore(file, join(folder, 'readymark.db'), { force: true });
  for (const name of readdirSync(folder))
    if (name.includes('.before-restore') || (is_new && join(folder, name).startsWith(key_file)))
      rmSync(join(folder, name));
  const ctx = world.command();
  const settle = (decision?: LogDecision) =>
    settleRestoredLog(ctx, { key: `${file}.signing-key`, tree: undefined, decision, ask: undefined });
  let { state } = await settle();
  const undecided = is_new ? signed > 0 && !world.witness : shown > publication;
  if (undecided && state !== 'undecided') wrong.push(`the log of a restored database is ${state} without a person`);
  if (!is_new && !lost && state !== 'continues') wrong.push(`the newest backup does not continue its log: ${state}`);
  if (state === 'undecided' && shown > publication && !is_new && !(await refuses(settle('continue'))))
    wrong.push('a database continues the log that has lost what was signed');
  if (state === 'undecided') ({ state } = await settle(lost ? 'new' : 'continue'));
  if (state === 'new') world.monitor.accepts_new = true;
  await ctx.close();
  // What was sent after the backup is sent again.
  for (const letter of mail.accepted.slice(accepted)) letter.known = false;
  Object.assign(world.book, structuredClone(book));
  await world.resume();
  return `restored ${publication} of ${shown}: ${state}`;
}

const refuses = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true;
      throw error;
    },
  );
