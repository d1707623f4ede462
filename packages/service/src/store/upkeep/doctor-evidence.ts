import { createHash } from 'node:crypto';
import type { EvidenceBundle } from '@readymark/auditor/evidence/evidence';
import { sha256sOf, unpacked } from '../auditing/evidence.ts';
import { citedBodies } from '../auditing/evidence-ends.ts';
import type { Db, Store } from '../engine/engine.ts';

/** One check of evidence: how many rows were checked, and what is wrong. */
type EvidenceCheck = { check: string; rows: number; findings: string[] };

/**
 * Checks stored evidence (decision 90): each body has the SHA-256 that it is stored under, and each bundle has its bodies.
 * Reads one body, or one bundle, at a time.
 *
 * @param findings_max findings listed per check
 */
export async function checkEvidence(store: Store, findings_max: number): Promise<EvidenceCheck[]> {
  return [await checkBodies(store, findings_max), await checkBundles(store, findings_max)];
}

async function checkBodies({ db }: Store, findings_max: number): Promise<EvidenceCheck> {
  const findings: string[] = [];
  for (let rows = 0, after = ''; ; rows++) {
    const row = await db
      .selectFrom('evidence_bodies')
      .selectAll()
      // Blobs are read by their own check.
      .where('blob', 'is', null)
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(1)
      .executeTakeFirst();
    if (!row) return { check: 'bodies of evidence are what was fetched', rows, findings };
    after = row.sha256;
    const body = row.encoding === 'zstd' ? await unpacked({ blobs: undefined }, row).catch(() => undefined) : undefined;
    const sound = body?.byteLength === row.bytes && createHash('sha256').update(body).digest('hex') === row.sha256;
    if (!sound && findings.length < findings_max) findings.push(`${row.sha256}: the body is another or damaged`);
  }
}

async function checkBundles({ db }: Store, findings_max: number): Promise<EvidenceCheck> {
  const findings: string[] = [];
  for (let rows = 0, after = ''; ; rows++) {
    const row = await db
      .selectFrom('audit_jobs')
      .select(['job_id', 'evidence_kept'])
      .select((eb) => eb.ref('bundle').$notNull().as('bundle'))
      .where('bundle', 'is not', null)
      .where('job_id', '>', after)
      .orderBy('job_id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return { check: 'kept bundles have all of their bodies', rows, findings };
    after = row.job_id;
    const stored = new Set(await sha256sOf(db, row.job_id));
    const missing = (await neededBy(db, row)).filter((sha256) => !stored.has(sha256));
    if (missing.length && findings.length < findings_max)
      findings.push(`${row.job_id}: ${missing.length} of its bodies are missing, the first is ${missing[0]}`);
  }
}

/** What is to be there: all that was fetched, or what published audits cite of it (decision 174). */
async function neededBy(
  db: Db,
  { job_id, bundle, evidence_kept }: { job_id: string; bundle: string; evidence_kept: string | null },
): Promise<string[]> {
  const all = needed(bundle);
  if (evidence_kept === null) return all;
  const cited = evidence_kept === 'cited' ? await citedBodies(db, job_id) : new Set<string>();
  return all.filter((sha256) => cited.has(sha256));
}

/** The SHA-256 of every body that a bundle names. */
const needed = (bundle: string) => [
  ...new Set((JSON.parse(bundle) as EvidenceBundle).items.flatMap(({ sha256 }) => sha256 ?? [])),
];
