import type { PublishedAudit } from '../../domain/audit/published.ts';
import { findCompany, type Leaderboard } from '../leaderboard.ts';
import { openRecordStore, type RecordStore } from '../record-store/record-store.ts';
import type { SavedPosition } from './board-file.ts';
import { readSavedBoard } from './saved-board.ts';

/** The database: public audits after a place, at most `limit`, as they were at a publication; and what it has in common with none else. */
type Source = {
  after(position: SavedPosition['position'], limit: number, until: number): Promise<PublishedAudit[]>;
  mark(publication: number): Promise<string>;
};

/** Audits compared at a time. */
const BATCH_AUDITS = 100;

/**
 * Compares the board that a run left with the database, audit by audit, as both were at the last publication that was
 * saved. What a start would not use is not compared.
 *
 * @param path the folder of saved boards
 * @param key what it must have been written with
 * @param findings_max after as many it stops
 * @returns how many audits were compared, and what is wrong
 */
export async function compareBoard(
  path: string,
  key: string,
  { after, mark }: Source,
  findings_max: number,
): Promise<{ rows: number; findings: string[] }> {
  const found = await readSavedBoard(path, key);
  if (found === undefined || typeof found === 'string') return { rows: 0, findings: [] };
  const { board, records: file } = found;
  try {
    if ((await mark(board.version)) !== board.mark) return { rows: 0, findings: [] };
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      file.fill(bytes, at);
      return bytes;
    };
    const records = openRecordStore({ write: () => false, read }, { begin: board.record_end });
    const findings: string[] = [];
    let rows = 0;
    let position = { publication: 0, audit_id: '' };
    for (let left = BATCH_AUDITS; left === BATCH_AUDITS && findings.length < findings_max; ) {
      const batch = await after(position, BATCH_AUDITS, board.version);
      left = batch.length;
      rows += left;
      for (const audit of batch) {
        const what = difference(audit, board.leaderboard, records);
        if (what !== undefined) findings.push(`${audit.audit_id}: ${what}`);
        position = { publication: audit.publication, audit_id: audit.audit_id };
      }
    }
    const saved = auditsIn(board.leaderboard);
    if (!findings.length && saved !== rows) findings.push(`${saved} audits were saved, and ${rows} are public`);
    return { rows, findings: findings.slice(0, findings_max) };
  } finally {
    file.close();
  }
}

/** What of a public audit was not saved as it is; undefined where all of it was. */
function difference(audit: PublishedAudit, leaderboard: Leaderboard, records: RecordStore): string | undefined {
  const company = findCompany(leaderboard, audit.slug);
  const saved = company?.audits.find(({ audit_date }) => audit_date === audit.audit_date);
  if (!company || saved?.audit_id !== audit.audit_id) return 'it was not saved';
  try {
    if (records.read(saved.record).toString() !== audit.record) return 'its saved record is another';
  } catch {
    return 'its saved record cannot be read';
  }
  if (saved.published_at !== audit.published_at || saved.rubric !== audit.rubric) return 'it was saved otherwise';
  if (company.audit_id !== audit.audit_id) return undefined;
  const { overall_score, tier, reaudit_due, website } = company;
  const same =
    company.company === audit.company &&
    overall_score === audit.overall_score &&
    tier === audit.tier &&
    reaudit_due === audit.reaudit_due &&
    website === audit.website;
  return same ? undefined : 'its company was saved otherwise';
}

function auditsIn({ by_name }: Leaderboard): number {
  let audits = 0;
  for (const { audit_count } of by_name) audits += audit_count;
  return audits;
}
