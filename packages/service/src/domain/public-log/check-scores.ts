import {
  type Check,
  checkPlace,
  checkReceipts,
  checkRecord,
  own,
  type Places,
  readPlaces,
  strictJson,
} from '@readymark/verify';
import { checkReplies } from './check-replies.ts';
import type { ReadFile } from './log-reader.ts';
import { inOrder, type LoggedAudit, openLoggedAudits } from './logged-audits.ts';
import type { Statement } from './statement.ts';

/**
 * Compares the index and all audits of a tree with a log that was checked: the same companies, each record as it was logged,
 * with right sums and tier under its rubric, the sources of the current ones, and each score and rank of the index as the
 * records give it, and what each company says.
 *
 * @param rubricFile the file of a rubric that the tree does not have
 * @returns what is wrong, a sentence each
 */
export async function checkScores(
  read: ReadFile,
  statements: readonly Statement[],
  rubricFile: (version: string) => Uint8Array | undefined,
): Promise<{ checked: number; audits: number; problems: string[] }> {
  const index = await read('api/audits/index.json');
  const places = index ? readPlaces(index, statements.length) : { fault: 'api/audits/index.json is missing' };
  if ('fault' in places) return { checked: 0, audits: 0, problems: [places.fault] };
  const { add, companies } = openLoggedAudits();
  for (const statement of statements) add(statement);
  const files = new Map<string, Uint8Array | undefined>();
  const rubric = async ({ rubric: version }: LoggedAudit) => {
    if (version === null || !/^[a-z0-9][a-z0-9.-]{0,31}$/.test(version)) return undefined;
    if (!files.has(version)) files.set(version, (await read(`rubrics/${version}.json`)) ?? rubricFile(version));
    return files.get(version);
  };
  const problems: string[] = [];
  let audits = 0;
  for (const [slug, by_date] of companies) {
    const logged = inOrder(by_date);
    for (const one of logged) problems.push(...(await wrongAudit(read, one, await rubric(one))));
    audits += logged.length;
    problems.push(...(await wrongNow(read, slug, logged, places)));
  }
  for (const slug of places.companies.keys())
    if (!companies.has(slug)) problems.push(`${slug}: It is in the index, and by the log it is not listed.`);
  problems.push(...(await checkReplies(read, statements, companies.keys())));
  return { checked: places.companies.size, audits, problems };
}

/** What is wrong with one audit, at the address of its date. */
async function wrongAudit(read: ReadFile, logged: LoggedAudit, rubric: Uint8Array | undefined): Promise<string[]> {
  const path = `api/audits/${logged.slug}/${logged.audit_date}.json`;
  const record = strictJson(await read(path));
  if ('fault' in record) return [`${path} ${record.fault}`];
  const checks = await checkRecord(logged, logged.index, record.value, rubric);
  return [
    ...sentences(path, checks),
    ...(own(record.value, 'rank') === null ? [] : [`${path}: It has a rank, which no audit of a date has.`]),
  ];
}

/** What is wrong with what is said of a company now: its record, its sources, its history, its place in the index. */
async function wrongNow(
  read: ReadFile,
  slug: string,
  logged: readonly LoggedAudit[],
  places: Places,
): Promise<string[]> {
  const last = logged.at(-1);
  if (!last) return [];
  const path = `api/audits/${slug}.json`;
  const record = strictJson(await read(path));
  if (!places.companies.has(slug)) return [`${slug}: By the log it is listed, and it is not in the index.`];
  if ('fault' in record) return [`${path} ${record.fault}`];
  const [same] = await checkRecord(last, last.index, record.value, undefined);
  const receipts = last.receipts_sha256 === null ? undefined : await read(`api/audits/${slug}/evidence.json`);
  return [
    ...sentences(path, same ? [same] : []),
    ...sentences(`api/audits/${slug}/evidence.json`, [await checkReceipts(last, receipts)]),
    ...(await wrongHistory(read, slug, logged)),
    ...sentences(slug, checkPlace(slug, record.value, places)),
  ];
}

/** The history has a row for each public audit, with the score of its record. */
async function wrongHistory(read: ReadFile, slug: string, logged: readonly LoggedAudit[]): Promise<string[]> {
  const path = `api/audits/${slug}/history.json`;
  const history = strictJson(await read(path));
  if ('fault' in history) return [`${path} ${history.fault}`];
  const rows = own(history.value, 'audits');
  if (!Array.isArray(rows) || rows.length !== logged.length)
    return [`${path}: It does not have the ${logged.length} audits that are public by the log.`];
  for (const [at, { audit_date }] of logged.entries()) {
    const record = strictJson(await read(`api/audits/${slug}/${audit_date}.json`));
    const other = ['audit_date', 'overall_score', 'tier', 'rubric_version'].find(
      (name) => 'value' in record && own(rows[at], name) !== own(record.value, name),
    );
    if (other) return [`${path}: The ${other} of ${audit_date} differs from its record.`];
  }
  return [];
}

/** What failed, each behind where it is. A tree has all of its documents: what cannot be checked follows from what failed. */
const sentences = (where: string, checks: readonly Check[]) =>
  checks.filter(({ outcome }) => outcome === 'failed').map(({ says }) => `${where}: ${says}`);
