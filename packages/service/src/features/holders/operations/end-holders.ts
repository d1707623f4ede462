import type { Context } from '../../../operations/context.ts';
import { DRAFT_MS, REST_MS } from '../domain/holder.ts';
import { LINK_KEPT_MS, LINK_MS } from '../domain/link.ts';
import { deleteDraft, deleteHolder, draftsOf, endedHolder, oldDraft } from '../store/holders.ts';
import { purgeLinks } from '../store/links.ts';

/** Deletes private drafts that are old, pages that have ended with their drafts, and links by mail. */
export async function endHolders({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - DRAFT_MS).toISOString();
  for (let old = await oldDraft(store.db, before); old; old = await oldDraft(store.db, before))
    if (old.holder_id === null || !(await deleteDraft(store, old.holder_id, old.job_id))) break;
  const at = now().toISOString();
  const rested = new Date(now().getTime() - REST_MS).toISOString();
  for (let ended = await endedHolder(store.db, at, rested); ended; ended = await endedHolder(store.db, at, rested)) {
    const { holder_id } = ended;
    for (const { job_id } of await draftsOf(store.db, holder_id)) await deleteDraft(store, holder_id, job_id);
    await store.transaction((tx) => deleteHolder(tx, holder_id));
  }
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString();
  await store.transaction((tx) => purgeLinks(tx, { ended: ago(LINK_MS), kept: ago(LINK_KEPT_MS) }));
}
