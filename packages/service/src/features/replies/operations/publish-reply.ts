import { characters, day, isDate } from '@readymark/rubric/field';
import { z } from 'zod';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import {
  REPLY_CHARACTERS_MAX,
  type ReplyKind,
  replyId,
  replyKinds,
  replyText,
  textHash,
} from '../../../domain/replies/reply.ts';
import type { Context } from '../../../operations/context.ts';
import { DryRun, unlessDry } from '../../../operations/desk/publications/dry-run.ts';
import { type Change, deskOperation, unsignedField } from '../../../operations/desk-operation.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { insertReplies, repliesTo } from '../store/replies.ts';
import { publicAudit } from './public-audit.ts';
import { usableToken } from './usable-token.ts';

const said = z.object({
  kind: z.enum(replyKinds),
  criterion: z.string().trim().max(20).nullable().default(null).describe('For example P1-A; null for the whole audit'),
  text: replyText,
});

type Said = z.infer<typeof said>;
type ReplyOrder = { proof_id: string; audit_date?: string | undefined; replies: readonly Said[] };

const published = z.object({
  publication: z.int().nullable().describe('Null on a dry run'),
  slug: z.string(),
  audit_date: day,
  replies: z.array(
    z.object({
      reply_id: z.string().nullable().describe('Null on a dry run'),
      kind: z.enum(replyKinds),
      criterion: z.string().nullable(),
    }),
  ),
});

/**
 * Publishes what a company says about one of its audits (decision 156), in one publication. Faults: invalid_request for a
 * criterion that the audit does not have; not_found; conflict without a proof that counts, for a second open dispute of a criterion,
 * and for more text than a criterion takes.
 */
export const publishReply = deskOperation({
  name: 'publish_reply',
  title: 'Publish a reply',
  summary: 'Publishes what a company says about one of its audits.',
  path: 'POST /api/desk/replies',
  guidance:
    'Needs a token that was seen in the last 7 days. A dispute is about one criterion, of which one dispute may be open. All texts to a criterion take 1,000 characters together. Nothing can be edited afterwards.',
  status: 201,
  body_limit: 1024 * 1024,
  faults: ['not_found', 'conflict'],
  input: z.object({
    proof_id: replyId,
    audit_date: z
      .string()
      .refine(isDate, { error: 'must be a day, YYYY-MM-DD' })
      .optional()
      .describe('The audit that it is about, YYYY-MM-DD; by default the current one'),
    replies: z.array(said).min(1).max(100),
    dry_run: z.boolean().default(false).describe('Check everything and publish nothing'),
  }),
  output: published.extend({ unsigned: unsignedField }),
  async handler(ctx, { dry_run, ...order }, { change }) {
    const result = await unlessDry(
      change(async (tx, made) => {
        const result = await publishIn(ctx, tx, order, made);
        if (dry_run) throw new DryRun(withoutIds(result));
        return result;
      }),
    );
    return { ...result, unsigned: dry_run ? null : await ctx.signer.whyUnsigned() };
  },
});

const withoutIds = (result: z.infer<typeof published>) => ({
  ...result,
  publication: null,
  replies: result.replies.map((reply) => ({ ...reply, reply_id: null })),
});

async function publishIn(
  ctx: Context,
  tx: Tx,
  order: ReplyOrder,
  { now, record }: Change,
): Promise<z.infer<typeof published>> {
  const opened = await openPublication(ctx.store, tx, 'replies', now);
  const { publication } = opened;
  const { slug, proof_id, proof, proven_at } = await usableToken(tx, order.proof_id, now);
  const { audit_id, audit_date, criteria } = await publicAudit(tx, slug, order.audit_date);
  refuseUnknown(order.replies, criteria);
  await refuseTooMany(tx, { slug, audit_date }, order.replies);
  // In lists, which are newest first, they stay in the order in which they were given.
  const ids = order.replies.map(() => ctx.newId('rep')).sort((one, other) => (one < other ? 1 : -1));
  const rows = order.replies.map(({ kind, criterion, text }, at) => {
    const text_salt = Buffer.from(ctx.random(16)).toString('hex');
    return {
      reply_id: ids[at] ?? '',
      ...{ slug, audit_date, kind, criterion, text, text_salt, text_sha256: textHash(text, text_salt) },
      ...{ proof_id, proof, proven_at, ended_at: null },
    };
  });
  await insertReplies(tx, rows, { publication, audit_id });
  await record(slug, { publication, audit_date, proof_id, replies: rows.length, criteria: criteriaOf(rows) });
  await closePublication(ctx, tx, opened);
  const replies = rows.map(({ reply_id, kind, criterion }) => ({ reply_id, kind, criterion }));
  return { publication, slug, audit_date, replies };
}

const criteriaOf = (rows: readonly { criterion: string | null }[]) =>
  rows.flatMap(({ criterion }) => criterion ?? []).slice(0, 100);

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
): Promise<void> {
  const before = (await repliesTo(tx, slug, audit_date))
    .filter(({ outcome, removed_at }) => outcome !== 'withdrawn' && removed_at === null)
    .map((one): Counted => ({ ...one, open: one.outcome === null }));
  const all = [...before, ...replies.map((one): Counted => ({ ...one, open: true }))];
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
