import type { AuditPlace } from '@readymark/rubric/audit/views';
import type { Entry } from '../../catalogue/snapshot.ts';
import { Fault } from '../../domain/fault.ts';
import { proofPath } from '../../domain/public-log/addresses.ts';
import { checkpointAt } from '../../store/public-log/checkpoints.ts';
import { leafOfAudit } from '../../store/public-log/proofs.ts';
import type { LogCheckpointRow } from '../../store/public-log/rows.ts';
import type { Context } from '../context.ts';

export const notSigned = () =>
  new Fault('not_found', 'The log that this audit is in is not signed yet.', {
    next: { remedy: 'Ask again in a minute.', tool_remedy: 'Call again in a minute, or without proof.' },
  });

/** Where an audit is in the log, as an answer says it (decision 207). @throws Fault not_found while that is not signed */
export async function placeUnder(
  { store }: Pick<Context, 'store'>,
  { audit_id }: Pick<Entry, 'audit_id'>,
  head: Pick<LogCheckpointRow, 'size' | 'root'> | undefined,
  proof_json: string,
): Promise<AuditPlace> {
  const found = head && (await leafOfAudit(store.db, audit_id, head.size));
  if (!found) throw notSigned();
  return { leaf: found.leaf, index: found.index, size: head.size, head: head.root, proof_json };
}

/** The same of a current audit, under the checkpoint of the snapshot. */
export async function placeOf(ctx: Context, entry: Entry): Promise<AuditPlace> {
  const head = await checkpointAt(ctx.store.db, ctx.catalogue.current().version);
  return placeUnder(ctx, entry, head, proofPath(entry.slug));
}
