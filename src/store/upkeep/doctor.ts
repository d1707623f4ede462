import { sql } from 'kysely';
import { checkAudit } from '../../domain/audit/check.ts';
import { type Rubrics, rubricOfLabel } from '../../domain/rubric.ts';
import type { Store } from '../engine/engine.ts';
import type { AuditRow } from '../tables.ts';
import { isHalfCopied } from './copy.ts';
import { derivedChecks } from './doctor-checks.ts';
import { migrationState } from './migrate.ts';

/** One thing that was looked at: how many rows, and what is wrong, each finding naming its row. */
type Check = { check: string; rows: number; findings: string[] };

/** Findings named per check; further ones are counted only. */
const NAMED = 20;
/** Audits read in one go. */
const BATCH = 200;

/**
 * Looks at everything that a database holds and that can be checked: the file, the migrations, every audit against its
 * rubric and against its own columns, and every figure that is derived from other rows. Changes nothing; a service may
 * run beside it.
 */
export async function runDoctor(
  store: Store,
  rubrics: Rubrics,
  at_row: (done: number, total: number) => void,
): Promise<Check[]> {
  const checks: Check[] = [];
  if (store.engine === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
    const found = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    checks.push({ check: 'the file is whole', rows: 1, findings: found });
    if (found.length) return checks;
  }
  const { applied, pending } = await migrationState(store);
  checks.push({
    check: 'migrations are applied',
    rows: applied.length,
    findings: pending.map((name) => `${name} is missing`),
  });
  if (pending.length) return checks;
  const half = await isHalfCopied(store);
  checks.push({
    check: 'no copy is unfinished',
    rows: 1,
    findings: half ? ['run `readymark copy` again, as it was run before'] : [],
  });
  checks.push(await auditsHold(store, rubrics, at_row));
  for (const { check, count, faulty } of derivedChecks) {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from (${count}) as counted`.execute(
      store.db,
    );
    const found = await sql<{ finding: string }>`${faulty} limit ${sql.lit(NAMED)}`.execute(store.db);
    checks.push({ check, rows: Number(rows[0]?.n ?? 0), findings: found.rows.map((row) => row.finding) });
  }
  return checks;
}

/** Every stored audit, streamed: its record under its rubric (decision 10), and the columns that repeat it. */
async function auditsHold(
  store: Store,
  rubrics: Rubrics,
  at_row: (done: number, total: number) => void,
): Promise<Check> {
  const { n } = await store.db
    .selectFrom('audits')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  const total = Number(n);
  const findings: string[] = [];
  let done = 0;
  for (let after = ''; ; ) {
    const rows = await store.db
      .selectFrom('audits')
      .selectAll()
      .where('audit_id', '>', after)
      .orderBy('audit_id')
      .limit(BATCH)
      .execute();
    for (const row of rows) if (findings.length < NAMED) findings.push(...auditFindings(row, rubrics));
    done += rows.length;
    at_row(done, total);
    const last = rows.at(-1);
    if (!last) return { check: 'audits hold under their rubrics', rows: total, findings };
    after = last.audit_id;
  }
}

function auditFindings(row: AuditRow, rubrics: Rubrics): string[] {
  const name = `${row.audit_id} (${row.slug}, ${row.audit_date})`;
  let record: unknown;
  try {
    record = JSON.parse(row.record);
  } catch {
    return [`${name}: the record is not JSON`];
  }
  const checked = checkAudit(record, rubrics);
  if (!('audit' in checked)) return checked.issues.map(({ path, message }) => `${name}: ${path} ${message}`);
  const { audit } = checked;
  const pillar_scores = JSON.stringify(
    Object.fromEntries(Object.entries(audit.pillars).map(([id, { score }]) => [id, score])),
  );
  const rubric = rubricOfLabel(rubrics, audit.rubric_version)?.version ?? '';
  const { slug, company, website, audit_date, reaudit_due, overall_score, tier } = audit;
  const derived = { slug, company, website, audit_date, reaudit_due, overall_score, tier, rubric, pillar_scores };
  return (Object.keys(derived) as (keyof typeof derived)[])
    .filter((column) => derived[column] !== row[column])
    .map((column) => `${name}: the column ${column} differs from the record`);
}
