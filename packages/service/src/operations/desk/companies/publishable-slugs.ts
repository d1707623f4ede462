import { FICTIONAL_REASON } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { formerSlugsNow, insertSlugChanges } from '../../../store/companies/slug-changes.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { whatBecameOf } from './not-listed.ts';

/**
 * Refuses audits under former slugs (decisions 100 and 101), in the publishing transaction: under one that its company left,
 * and of a retracted company, unless that is reinstated, which is stored, or was a fictional
 * example (decision 105). Faults: conflict.
 *
 * @returns the slugs of companies that are listed again with this publication
 */
export async function reinstateSlugs(
  tx: Tx,
  slugs: ReadonlySet<string>,
  { publication, reinstate }: { publication: number; reinstate: boolean },
): Promise<string[]> {
  const former = await formerSlugsNow(tx);
  const retracted: string[] = [];
  for (const slug of former.size ? slugs : []) {
    const found = former.get(slug);
    if (!found) continue;
    if ('moved_to' in found)
      throw new Fault(
        'conflict',
        `${slug}: ${whatBecameOf(found)}. Publish its audits under that; another company needs another slug.`,
      );
    if (!reinstate && found.retracted.reason !== FICTIONAL_REASON)
      throw new Fault(
        'conflict',
        `${slug}: ${whatBecameOf(found)}. To list it again, publish it with --reinstate (reinstate: true).`,
      );
    retracted.push(slug);
  }
  await insertSlugChanges(
    tx,
    retracted.map((slug) => ({ publication, slug, change: 'reinstated', moved_to: null, reason: null })),
  );
  return retracted;
}
