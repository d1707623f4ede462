import type { Tx } from '../../../store/engine/engine.ts';

/**
 * The public audit of a company and date, where one was published after a publication: by an operator, not as the
 * same audit under another name. Undefined where there is none.
 */
export async function auditedSince(
  tx: Tx,
  { slug, audit_date, publication }: { slug: string; audit_date: string; publication: number },
): Promise<string | undefined> {
  const of = tx.selectFrom('audits as a').where('a.slug', '=', slug).where('a.audit_date', '=', audit_date);
  const published = await of
    .innerJoin('publications as p', 'p.publication', 'a.publication')
    .select('a.audit_id')
    .where('a.publication', '>', publication)
    .where('p.kind', '=', 'audits')
    .limit(1)
    .executeTakeFirst();
  if (!published) return undefined;
  return (await of.select('a.audit_id').where('a.replaced_at', 'is', null).executeTakeFirst())?.audit_id;
}
