import type { Audit } from '../../domain/audit/audit.ts';
import { auditChanges } from '../../domain/audit/changes.ts';
import { completedLetter } from '../../mail/completed-letter.ts';
import { declinedLetter } from '../../mail/declined-letter.ts';
import type { Letter } from '../../mail/letter.ts';
import { reauditLetter } from '../../mail/reaudit-letter.ts';
import { auditById } from '../../store/desk-audits.ts';
import type { ClaimedNotice } from '../../store/notices.ts';
import type { Context } from '../context.ts';
import { unsubscribeLinks } from '../unsubscribe.ts';

/** Writes the letter of a notice; null when nobody is to be written to any more (decision 40). */
type LetterWriter = (notice: ClaimedNotice) => Promise<Letter | null>;

/** Audits kept at hand: a crowd of notices is about the same two. */
const KEPT = 16;

/**
 * Opens the writing desk of one process. What a letter says of ranks today is read from the snapshot that is public
 * now, so that mail and page agree.
 */
export function letterWriter(ctx: Context): LetterWriter {
  const audits = new Map<string, Promise<Audit>>();
  const ranks = new Map<string, number>();
  let ranked = -1;
  let links: Promise<(registration_id: string, created_at: string) => string> | undefined;

  function audit(audit_id: string | null): Promise<Audit> {
    const id = audit_id ?? '';
    const known = audits.get(id);
    if (known) return known;
    if (audits.size >= KEPT) audits.clear();
    const reading = auditById(ctx.store.db, id).then((found) => {
      if (!found) throw new Error(`the audit ${id} of a notice is not in the database`);
      return found;
    });
    reading.catch(() => audits.delete(id));
    audits.set(id, reading);
    return reading;
  }

  /** The rank that a score has among all other companies now; for a current audit it is the one in the index. */
  function rank({ slug, overall_score }: Audit): number {
    const snapshot = ctx.catalogue.current();
    if (snapshot.version !== ranked) ranks.clear();
    ranked = snapshot.version;
    const key = `${slug} ${overall_score}`;
    const known = ranks.get(key);
    if (known !== undefined) return known;
    const found =
      1 + snapshot.entries.filter((entry) => entry.slug !== slug && entry.overall_score > overall_score).length;
    ranks.set(key, found);
    return found;
  }

  return async (notice) => {
    const to = (notice.kind === 'reaudit' ? null : notice.request_email) ?? notice.registered_email;
    if (to === null) return null;
    links ??= unsubscribeLinks(ctx);
    links.catch(() => {
      links = undefined;
    });
    const { notice_id, created_at, subject_id } = notice;
    const unsubscribe_url = (await links)(notice.registration_id, created_at);
    const occasion = { notice_id, to, base_url: ctx.settings.BASE_URL, unsubscribe_url, created_at };
    if (notice.kind === 'declined')
      return declinedLetter({
        ...occasion,
        request_id: subject_id,
        company: notice.company ?? '',
        declined_reason: notice.declined_reason ?? '',
      });
    const after = await audit(notice.audit_id);
    if (notice.kind === 'completed')
      return completedLetter({ ...occasion, request_id: subject_id, audit: after, rank: rank(after) });
    const before = await audit(notice.audit_id_before);
    return reauditLetter({
      ...occasion,
      before,
      after,
      rank_before: notice.rank_before ?? rank(before),
      rank_after: rank(after),
      changes: auditChanges(before, after),
    });
  };
}
