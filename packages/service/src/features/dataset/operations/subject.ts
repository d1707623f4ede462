import type { SigningKey } from '@readymark/tlog/note';
import type { Context } from '../../../operations/context.ts';
import { checkpointAt } from '../../../store/public-log/checkpoints.ts';
import { publicationTime } from '../../../store/publications.ts';
import type { DatasetSubject } from '../domain/subject.ts';

/** A dataset that can be made: what it is of, the head of the log as it was signed, and the key. */
export type DatasetPlan = { subject: DatasetSubject; checkpoint: string; key: SigningKey };

/** The newest publication up to one whose head is signed, as the subject of a dataset; undefined where there is none. */
export async function datasetPlan(
  { store, settings }: Context,
  key: SigningKey,
  up_to: number,
): Promise<DatasetPlan | undefined> {
  const head = await checkpointAt(store.db, up_to);
  const at = head && (await publicationTime(store.db, head.publication));
  if (!head || !at) return undefined;
  const { publication, size, root, note } = head;
  const subject = { base_url: settings.BASE_URL, origin: key.name, publication, at, size, root };
  return { subject, checkpoint: note, key };
}
