import { issueText } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import { parseRecord } from '@readymark/rubric/audit/format';
import type { Rubrics } from '@readymark/rubric/rubric';
import { sql } from 'kysely';
import { auditColumns } from '../../domain/audit/published.ts';
import type { FormerSlugs } from '../../domain/companies/former-slug.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { unmarkedSlugs } from '../companies/fictional.ts';
import { formerSlugsNow } from '../companies/slug-changes.ts';
import type { Store } from '../engine/engine.ts';
import type { AuditRow } from '../tables.ts';
import { isHalfCopied } from './copy.ts';
import { type Check, checkDerived, derivedChecks, FINDINGS_MAX } from './doctor-checks.ts';
import { checkEvidence } from './doctor-evidence.ts';
import { checkLog } from './doctor-log.ts';
import { checkReplyTexts } from './doctor-replies.ts';
import { migrationState } from './migrate.ts';

/** Audits read together. */
const BATCH_ROWS = 200;

/**
 * Checks everything in a database that can be checked: the file, the migrations, every audit against its rubric and its
 * own columns, and every value that is derived from other rows (decision 52). Changes nothing; a service may be running.
 *
 * @param at_row called with the number of audits checked so far and in total
 * @param more what features check
 * @param blobs where what is not in the database is
 */
export async function runDoctor(
  store: Store,
  rubrics: Rubrics,
  at_row: (done: number, total: number) => void,
  more: readonly ((store: Store, blobs: Blobs | undefined) => Promise<Check>)[] = [],
  blobs?: Blobs,
): Promise<Check[]> {
  const checks: Check[] = [];
  if (store.engine === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
    const found = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    checks.push({ check: 'the file is intact', rows: 1, findings: found });
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
    findings: half ? ['run the same `readymark copy` command again'] : [],
  });
  checks.push(await checkAudits(store, rubrics, at_row));
  for (const derived of derivedChecks) checks.push(await checkDerived(store, derived));
  checks.push(...(await checkEvidence(store, FINDINGS_MAX)));
  checks.push(await checkReplyTexts(store, FINDINGS_MAX));
  checks.push(...(await checkLog(store, rubrics, FINDINGS_MAX)));
  checks.push(await checkExamples(store));
  for (const check of more) checks.push(await check(store, blobs));
  return checks;
}

/** Checks every stored audit: its record against its rubric (decision 10), and the columns derived from it. */
async function checkAudits(
  store: Store,
  rubrics: Rubrics,
  at_row: (done: number, total: number) => void,
): Promise<Check> {
  const { n } = await store.db
    .selectFrom('audits')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  const total = Number(n);
  const former = await formerSlugsNow(store.db);
  const findings: string[] = [];
  let done = 0;
  for (let after = ''; ; ) {
    const rows = await store.db
      .selectFrom('audits')
      .selectAll()
      .where('audit_id', '>', after)
      .orderBy('audit_id')
      .limit(BATCH_ROWS)
      .execute();
    for (const row of rows) if (findings.length < FINDINGS_MAX) findings.push(...auditFindings(row, rubrics, former));
    done += rows.length;
    at_row(done, total);
    const last = rows.at(-1);
    if (!last) return { check: 'audits are valid under their rubrics', rows: total, findings };
    after = last.audit_id;
  }
}

/** @param former slugs that were moved: the column follows the company, the record has the slug of its time (decision 101) */
function auditFindings(row: AuditRow, rubrics: Rubrics, former: FormerSlugs): string[] {
  const name = `${row.audit_id} (${row.slug}, ${row.audit_date})`;
  let record: unknown;
  try {
    record = parseRecord(row);
  } catch (error) {
    return [`${name}: ${error instanceof SyntaxError ? 'the record is not JSON' : (error as Error).message}`];
  }
  const checked = checkAudit(record, rubrics);
  if (!('audit' in checked)) return checked.issues.map((issue) => `${name}: ${issue.path} ${issueText(issue)}`);
  const moved = row.replaced_at === null ? undefined : former.get(checked.audit.slug);
  const derived = {
    ...auditColumns(checked.audit, rubrics),
    ...(moved && 'moved_to' in moved && { slug: moved.moved_to }),
  };
  return (Object.keys(derived) as (keyof typeof derived)[])
    .filter((column) => derived[column] !== row[column])
    .map((column) => `${name}: the column ${column} differs from the record`);
}

/** Finds examples of older versions that readers take for companies that exist (decision 105). */
async function checkExamples({ db }: Store): Promise<Check> {
  const slugs = await unmarkedSlugs(db);
  const finding = `examples of an older version are listed as if they existed: ${slugs.join(', ')}; \`readymark examples remove\` takes them off`;
  return {
    check: 'no example is listed without its mark',
    rows: slugs.length,
    findings: slugs.length ? [finding] : [],
  };
}
