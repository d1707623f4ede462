import { cosignaturesFor, parseWitnessKey } from '@readymark/tlog/cosignature';
import type { Store } from '../engine/engine.ts';

/** Checks that each cosignature is by its witness, of a checkpoint of the log (decision 149). */
export async function checkCosignatures({ db }: Pick<Store, 'db'>) {
  const check = { check: 'cosignatures of the public log are right', rows: 0, findings: [] as string[] };
  const rows = await db
    .selectFrom('log_cosignatures as w')
    .leftJoin('log_checkpoints as c', 'c.size', 'w.size')
    .select(['w.size', 'w.witness', 'w.line', 'w.cosigned_at', 'c.note'])
    .orderBy('w.size')
    .execute();
  for (const { size, witness, line, cosigned_at, note } of rows) {
    const key = parseWitnessKey(witness);
    const [found] = (key && note && cosignaturesFor(note, line, [key])?.valid) || [];
    if (!found || new Date(found.at).toISOString() !== cosigned_at)
      check.findings.push(`the checkpoint of ${size} entries: the cosignature of ${key?.name ?? 'nobody'} is wrong`);
  }
  check.rows = rows.length;
  return check;
}
