import type { Context, Feature } from '../../../../operations/context.ts';
import type { FeatureLetter } from '../../../../operations/feature-letters.ts';
import { type DecidedText, decidedLetter } from '../../mail/decided-letter.ts';
import { findText, textOfReply } from '../../store/company-texts.ts';
import { findReply } from '../../store/replies.ts';
import type { CompanyTextRow } from '../../store/rows.ts';

/** A text as a noun: `dispute of P1-A`. */
const whatIs = ({ kind, criterion }: Pick<CompanyTextRow, 'kind' | 'criterion'>): string =>
  kind === 'correction'
    ? `request to correct ${criterion ?? 'the audit'}`
    : `${kind} ${kind === 'reply' ? 'to' : 'of'} ${criterion ?? 'the audit'}`;

const accepted: Readonly<Record<string, readonly [became: string, means: string]>> = {
  reply: ['is published', 'Everybody can read it on the page of the audit, marked as your words.'],
  dispute: [
    'is published',
    'Everybody can read it on the page of the audit. It stays open until the score is confirmed, or a new audit corrects it; then we write again.',
  ],
  correction: ['was made', 'The audit was corrected. Its page says what was changed, and why.'],
  withdrawal: ['was made', 'The text can still be read, marked as withdrawn.'],
};

const outcomes: Readonly<Record<string, readonly [became: string, means: string]>> = {
  upheld: ['was decided: the score stays', 'The score was reviewed and confirmed.'],
  corrected: ['was decided: the score is corrected', 'A new audit corrected the score.'],
  withdrawn: ['was withdrawn', 'The text can still be read, marked as withdrawn.'],
};

type Decided = Omit<DecidedText, 'company'>;

/** What became of a text that was sent; undefined where it waits, or is not there any more. */
function ofText(text: CompanyTextRow): Decided | undefined {
  const { slug, audit_date, status, answer } = text;
  const [became, means] =
    status === 'accepted' ? (accepted[text.kind] ?? []) : ['was refused', 'It is not published. An operator says why:'];
  if (became === undefined || means === undefined || (status !== 'accepted' && status !== 'refused')) return undefined;
  return { slug, audit_date, what: whatIs(text), became, means, answer };
}

/** The outcome of a reply that came from the page of a company. */
async function ofReply(ctx: Context, reply_id: string): Promise<Decided | undefined> {
  const [reply, sent] = [await findReply(ctx.store.db, reply_id), await textOfReply(ctx.store.db, reply_id)];
  const [became, means] = outcomes[reply?.outcome ?? ''] ?? [];
  if (!reply || !sent || became === undefined || means === undefined) return undefined;
  return { slug: reply.slug, audit_date: reply.audit_date, what: whatIs(sent), became, means, answer: null };
}

const decided: FeatureLetter<'reply_decided'> = {
  kind: 'reply_decided',
  async letter(ctx, about) {
    const text = await findText(ctx.store.db, about.subject_id);
    const found = text ? ofText(text) : await ofReply(ctx, about.subject_id);
    if (!found) return null;
    const company = ctx.catalogue.current().record(found.slug)?.company ?? found.slug;
    return decidedLetter({ ...about, ...found, company });
  },
};

/** Letters about what companies sent from their own pages (decision 183). */
export const replyMail: Awaited<ReturnType<NonNullable<Feature['mail']>>> = { letters: [decided] };
