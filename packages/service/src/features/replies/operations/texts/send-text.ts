import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { type ReplyKind, replyText } from '../../../../domain/replies/reply.ts';
import { usageWithin } from '../../../../operations/agent/fields/usage.ts';
import type { Context } from '../../../../operations/context.ts';
import type { Tx } from '../../../../store/engine/engine.ts';
import { sentLimit, type TextKind, WAITING_MAX } from '../../domain/company-text.ts';
import { endText, findText, insertText, textOfReply, textsAbout, waitingFor } from '../../store/company-texts.ts';
import { findReply } from '../../store/replies.ts';
import type { CompanyTextRow } from '../../store/rows.ts';
import { publicAudit } from '../publishing/public-audit.ts';
import { sayable } from '../publishing/publish-said.ts';

/** Somebody who holds the domain of a listed company, and the registration in whose name they act. */
type Sender = Pick<CompanyTextRow, 'holder_id' | 'website' | 'slug' | 'proof' | 'proven_at'> & {
  registration(): Promise<string>;
};

type Typed = { kind: TextKind; criterion: string | null; audit_date: string; text: string };

/**
 * Sends what a company says about an audit to the operators (decision 183). Faults: invalid_request for a text that is none, or a
 * criterion that the audit does not have; not_found; conflict for a second open dispute, for more text than a criterion takes, and where
 * too much waits; rate_limited; those of registering.
 */
export async function sendText(ctx: Context, { registration, ...sender }: Sender, typed: Typed): Promise<void> {
  const { kind, criterion, audit_date } = typed;
  const read = replyText.safeParse(typed.text);
  if (!read.success) throw invalidFields([{ field: 'text', message: read.error.issues[0]?.message ?? 'is not valid' }]);
  const { slug } = sender;
  await ctx.store.transaction((tx) => refuseUnsayable(tx, sender, { ...typed, text: read.data }));
  const registration_id = await registration();
  await ctx.store.transaction(async (tx) => {
    await ctx.store.lock(tx, `texts ${slug}`);
    await refuseUnsayable(tx, sender, { ...typed, text: read.data });
    await store(ctx, tx, rowOf(ctx, { ...sender, registration_id }, { kind, criterion, audit_date, text: read.data }));
  });
}

/** Faults: invalid_request, not_found, conflict. */
async function refuseUnsayable(tx: Tx, { slug }: Pick<Sender, 'slug'>, typed: Typed): Promise<void> {
  const { kind, criterion, audit_date, text } = typed;
  const waiting = await waitingFor(tx, slug);
  if (waiting.length >= WAITING_MAX)
    throw new Fault('conflict', `${WAITING_MAX} texts wait for an operator already; take one back first.`);
  if (kind === 'correction') {
    const { criteria } = await publicAudit(tx, slug, audit_date);
    if (criterion !== null && !criteria.includes(criterion))
      throw invalidFields([{ field: 'about', message: 'must be a criterion of the audit' }]);
    return;
  }
  const about = waiting.filter((one) => one.audit_date === audit_date && isPublic(one.kind));
  const before = about.map((one) => ({ ...one, kind: one.kind as ReplyKind, text: one.text ?? '' }));
  await sayable(tx, { slug, audit_date }, [{ kind: kind as ReplyKind, criterion, text }], before);
}

const isPublic = (kind: string): boolean => kind === 'reply' || kind === 'dispute';

/** Faults: rate_limited. */
async function store(ctx: Context, tx: Tx, row: CompanyTextRow): Promise<void> {
  const now = ctx.now();
  await usageWithin(ctx, tx, textsAbout(row.slug), { limit: sentLimit, what: 'texts about one company', now });
  await insertText(tx, row);
}

const rowOf = (
  ctx: Context,
  sender: Omit<Sender, 'registration'> & { registration_id: string },
  said: Pick<CompanyTextRow, 'kind' | 'criterion' | 'audit_date' | 'text'> & { reply_id?: string },
): CompanyTextRow => ({
  ...{ text_id: ctx.newId('txt'), reply_id: null, ...sender, ...said },
  ...{ sent_at: ctx.now().toISOString(), status: 'waiting', decided_at: null, answer: null },
});

/** Asks operators to withdraw a reply that came from this page. Faults: not_found; conflict for one that was decided, or asked before. */
export async function sendWithdrawal(
  ctx: Context,
  { registration, ...sender }: Sender,
  reply_id: string,
): Promise<void> {
  const from = await textOfReply(ctx.store.db, reply_id);
  const reply = from?.holder_id === sender.holder_id ? await findReply(ctx.store.db, reply_id) : undefined;
  if (!reply || reply.ended_at !== null) throw new Fault('not_found', 'There is no such reply any more.');
  if (reply.outcome !== null) throw new Fault('conflict', `It was ${reply.outcome}, which is final.`);
  const registration_id = await registration();
  await ctx.store.transaction(async (tx) => {
    await ctx.store.lock(tx, `texts ${sender.slug}`);
    if ((await waitingFor(tx, sender.slug)).some((one) => one.reply_id === reply_id)) return;
    const { criterion, audit_date } = reply;
    const said = { kind: 'withdrawal', criterion, audit_date, text: null, reply_id };
    await store(ctx, tx, rowOf(ctx, { ...sender, registration_id }, said));
  });
}

/** Takes back what no operator has decided yet; its text is deleted. Faults: not_found, conflict. */
export async function takeBack(ctx: Context, holder_id: string, text_id: string): Promise<void> {
  const found = await findText(ctx.store.db, text_id);
  if (found?.holder_id !== holder_id) throw new Fault('not_found', 'There is no such text.');
  const end = { status: 'taken_back' as const, decided_at: ctx.now().toISOString(), answer: null };
  const { reply_id } = found;
  if (!(await ctx.store.transaction((tx) => endText(tx, text_id, { ...end, reply_id }, false))))
    throw new Fault('conflict', 'An operator has decided it already.');
}
