import { characters } from '@readymark/rubric/field';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { REPLY_CHARACTERS_MAX, type ReplyKind, textHash } from '../../../../domain/replies/reply.ts';
import type { Context } from '../../../../operations/context.ts';
import type { Tx } from '../../../../store/engine/engine.ts';
import { insertReplies, repliesTo } from '../../store/replies.ts';
import { publicAudit } from './public-audit.ts';

export type Said = { kind: ReplyKind; criterion: string | null; text: string };

/** Who said it: `proof_id` is a token, or the text that its company sent. */
type Proof = { slug: string; proof_id: string; proof: string; proven_at: string };

/**
 * Stores what a company says as public (decision 156), in a publication that its caller opened and closes. Faults: invalid_request;
 * not_found; conflict for a second open dispute of a criterion, and for more text than a criterion takes.
 */
export async function publishSaid(
  ctx: Context,
  tx: Tx,
  publication: number,
  { proof, replies, ...order }: { proof: Proof; audit_date?: string | undefined; replies: readonly Said[] },
): Promise<{ audit_date: string; replies: { reply_id: string; kind: ReplyKind; criterion: string | null }[] }> {
  const { slug, proof_id, proven_at } = proof;
  const { audit_id, audit_date } = await sayable(tx, { ...order, slug }, replies);
  // In lists, which are newest first, they stay in the order in which they were given.
  const ids = replies.map(() => ctx.newId('rep')).sort((one, other) => (one < other ? 1 : -1));
  const rows = replies.map(({ kind, criterion, text }, at) => {
    const text_salt = Buffer.from(ctx.random(16)).toString('hex');
    return {
      reply_id: ids[at] ?? '',
      ...{ slug, audit_date, kind, criterion, text, text_salt, text_sha256: textHash(text, text_salt) },
      ...{ proof_id, proof: proof.proof, proven_at, ended_at: null },
    };
  });
  await insertReplies(tx, rows, { publication, audit_id });
  return { audit_date, replies: rows.map(({ reply_id, kind, criterion }) => ({ reply_id, kind, criterion })) };
}

/**
 * The audit that texts are about, where they may be public. Faults: invalid_request, not_found, conflict.
 *
 * @param waiting texts that are to be public too, if they are accepted
 */
export async function sayable(
  tx: Tx,
  about: { slug: string; audit_date?: string | undefined },
  replies: readonly Said[],
  waiting: readonly Said[] = [],
): Promise<{ audit_id: string; audit_date: string }> {
  const { audit_id, audit_date, criteria } = await publicAudit(tx, about.slug, about.audit_date);
  refuseUnknown(replies, criteria);
  await refuseTooMany(tx, { slug: about.slug, audit_date }, replies, waiting);
  return { audit_id, audit_date };
}

/** Faults: invalid_request. */
function refuseUnknown(replies: readonly Said[], criteria: readonly string[]): void {
  const errors = replies.flatMap(({ kind, criterion }, at) => {
    const field = `replies.${at}.criterion`;
    if (criterion === null)
      return kind === 'dispute' ? [{ field, message: 'is required: a dispute is about one criterion' }] : [];
    return criteria.includes(criterion) ? [] : [{ field, message: 'must be a criterion of the audit, such as P1-A' }];
  });
  if (errors.length) throw invalidFields(errors);
}

/** What counts of a text: those that are public already, and those that are new. */
type Counted = { kind: ReplyKind; criterion: string | null; text: string | null; open: boolean };

/** Faults: conflict. */
async function refuseTooMany(
  tx: Tx,
  { slug, audit_date }: { slug: string; audit_date: string },
  replies: readonly Said[],
  waiting: readonly Said[],
): Promise<void> {
  const before = (await repliesTo(tx, slug, audit_date))
    .filter(({ outcome, removed_at }) => outcome !== 'withdrawn' && removed_at === null)
    .map((one): Counted => ({ ...one, open: one.outcome === null }));
  const all = [...before, ...[...waiting, ...replies].map((one): Counted => ({ ...one, open: true }))];
  for (const criterion of new Set(replies.map((one) => one.criterion))) {
    const of = all.filter((one) => one.criterion === criterion);
    const what = criterion ?? 'the audit as a whole';
    if (of.filter(({ kind, open }) => kind === 'dispute' && open).length > 1)
      throw new Fault('conflict', `${slug}: a dispute of ${what} of ${audit_date} is open; decide that one first.`);
    const length = of.reduce((sum, { text }) => sum + characters(text ?? ''), 0);
    if (length > REPLY_CHARACTERS_MAX)
      throw new Fault(
        'conflict',
        `${slug}: the texts to ${what} would have ${length} characters together, and may have ${REPLY_CHARACTERS_MAX}; shorten the new one.`,
      );
  }
}
