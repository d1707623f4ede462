import type { ReplyStatementKind, Statement } from '../../domain/public-log/statement.ts';
import { type ReplyKind, type ReplyOutcome, replyOutcomes, type TokenPlace } from '../../domain/replies/reply.ts';
import type { Db } from '../engine/engine.ts';

type Drafted = {
  statement: Omit<Statement, 'replaces' | 'logged'>;
  audit_id: null;
  reply_id: string | null;
  ended: undefined;
};

/** What a publication says of replies (decision 156), in the order of their ids; at most a few hundred. */
export async function* replyStatementsIn(
  db: Db,
  { publication, at }: { publication: number; at: string },
): AsyncGenerator<Drafted[]> {
  const rows = await db
    .selectFrom('reply_changes as c')
    .innerJoin('replies as r', 'r.reply_id', 'c.reply_id')
    .leftJoin('log_entries as a', 'a.audit_id', 'c.audit_id')
    .leftJoin('log_entries as e', 'e.reply_id', 'c.reply_id')
    .select(['c.change', 'c.slug', 'c.reply_id', 'r.audit_date', 'r.kind', 'r.criterion', 'r.text_sha256'])
    .select(['r.proof', 'r.proven_at', 'a.entry_index as of_audit', 'e.entry_index as of_reply'])
    .where('c.publication', '=', publication)
    .orderBy('c.reply_id')
    .execute();
  yield rows.map(({ change, slug, reply_id, audit_date, of_audit, of_reply, ...said }) => {
    const published = change === 'published';
    const kind: ReplyStatementKind = published ? 'reply' : change === 'removed' ? 'removal' : 'outcome';
    const about = published ? of_audit : of_reply;
    return {
      audit_id: null,
      reply_id: published ? reply_id : null,
      ended: undefined,
      statement: {
        ...{ format: 1, kind, slug, publication, at, audit_date },
        ...{ record_sha256: null, record_format: null, rubric: null, rubric_sha256: null, receipts_sha256: null },
        reply: {
          ...{ reply_id, kind: said.kind as ReplyKind, criterion: said.criterion, text_sha256: said.text_sha256 },
          ...{ proof: said.proof as TokenPlace, proven_at: said.proven_at },
          outcome: replyOutcomes.some((one) => one === change) ? (change as ReplyOutcome) : null,
          // All publications before are logged; in a database where they are not, the doctor finds this.
          about: about ?? -1,
          corrected_by: published ? null : of_audit,
        },
      },
    };
  });
}
