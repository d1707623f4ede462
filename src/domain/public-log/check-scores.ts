import { issueText } from '../audit/audit.ts';
import { checkAudit } from '../audit/check.ts';
import { canonicalHash } from '../canonical-json.ts';
import { detailPath, type Index, rankAmong } from '../leaderboard.ts';
import type { Rubrics } from '../rubric.ts';
import type { ReadFile } from './check-log.ts';
import type { Statement } from './statement.ts';

/** An audit that stands by the log: its statement, and its index. */
type Standing = { statement: Statement; index: number };

/** The audits that stand after all statements, by slug, oldest first. */
function standing(statements: readonly Statement[]): Map<string, Standing[]> {
  const companies = new Map<string, Standing[]>();
  for (const [index, statement] of statements.entries()) {
    const { kind, slug, audit_date, replaces } = statement;
    const before = replaces === null ? undefined : statements[replaces];
    if (kind === 'retraction') companies.delete(slug);
    else {
      if (before && before.slug !== slug) drop(companies, before);
      const others = (companies.get(slug) ?? []).filter((one) => one.statement.audit_date !== audit_date);
      const all = [...others, { statement, index }];
      companies.set(
        slug,
        all.sort((a, b) => ((a.statement.audit_date ?? '') < (b.statement.audit_date ?? '') ? -1 : 1)),
      );
    }
  }
  return companies;
}

function drop(companies: Map<string, Standing[]>, { slug, audit_date }: Statement): void {
  const left = (companies.get(slug) ?? []).filter(({ statement }) => statement.audit_date !== audit_date);
  if (left.length) companies.set(slug, left);
  else companies.delete(slug);
}

/**
 * Compares the index and the records of a tree with a log that was checked: the same companies, each record as it was
 * logged and with right sums and tier under its rubric, each score and rank of the index as the records give it.
 *
 * @returns what is wrong, a sentence each
 */
export async function checkScores(
  read: ReadFile,
  statements: readonly Statement[],
  rubrics: Rubrics,
): Promise<{ checked: number; problems: string[] }> {
  const bytes = await read('api/audits/index.json');
  if (!bytes) return { checked: 0, problems: ['api/audits/index.json is missing'] };
  const index = parsed<Index>(bytes);
  if (!Array.isArray(index?.audits)) return { checked: 0, problems: ['api/audits/index.json is not the index'] };
  const companies = standing(statements);
  const problems: string[] = [];
  const ranked = index.audits.some(({ fictional }) => !fictional)
    ? index.audits.filter(({ fictional }) => !fictional)
    : index.audits;
  const scores = new Map<number, number>();
  for (const { overall_score } of ranked) scores.set(overall_score, (scores.get(overall_score) ?? 0) + 1);
  for (const entry of index.audits) {
    const last = companies.get(entry.slug)?.at(-1);
    companies.delete(entry.slug);
    const path = detailPath(entry.slug).slice(1);
    const record = parsed<Ranked>(await read(path));
    const wrong = !last
      ? 'it is in the index, and by the log it is not listed'
      : !record
        ? `${path} is missing, or not a record`
        : (wrongRecord(record, last, rubrics) ?? wrongEntry(entry, record));
    if (wrong) problems.push(`${entry.slug}: ${wrong}`);
    else if (entry.rank !== rankAmong(scores, entry.overall_score))
      problems.push(
        `${entry.slug}: its rank is ${rankAmong(scores, entry.overall_score)}, and the index says ${entry.rank}`,
      );
  }
  for (const slug of companies.keys()) problems.push(`${slug}: by the log it is listed, and it is not in the index`);
  return { checked: index.audits.length, problems };
}

type Ranked = Record<string, unknown>;

/** JSON of an object; undefined for anything else. */
function parsed<T extends object>(bytes: Uint8Array | undefined): T | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes ?? []).toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function wrongRecord({ rank: _, ...record }: Ranked, of: Standing, rubrics: Rubrics): string | undefined {
  const { statement, index } = of;
  if (canonicalHash(record) !== statement.record_sha256) return `its record is another than the one of entry ${index}`;
  const rubric = rubrics.get(statement.rubric ?? '');
  if (!rubric || canonicalHash(rubric) !== statement.rubric_sha256)
    return `its rubric ${statement.rubric} is another than the one of this program`;
  const checked = checkAudit(record, rubrics);
  const [issue] = 'issues' in checked ? checked.issues : [];
  return issue && `${issue.path} ${issueText(issue)}`;
}

function wrongEntry(entry: Index['audits'][number], record: Ranked): string | undefined {
  const other = (['company', 'overall_score', 'tier', 'rank'] as const).find((name) => record[name] !== entry[name]);
  return other && `${other} in the index is another than in its record`;
}
