import { html } from 'ghtml';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { REPLY_CHARACTERS_MAX, type ReplyOutcome } from '../../../../domain/replies/reply.ts';
import { options, timeMark } from '../../../../doors/http/desk/parts.ts';
import { day, grouped } from '../../../../doors/http/html/format.ts';
import type { OwnPart, OwnRefused, OwnVisit } from '../../../../doors/http/own/own-part.ts';
import type { TextKind } from '../../domain/company-text.ts';
import { sendText, sendWithdrawal, takeBack } from '../../operations/texts/send-text.ts';
import { textsOf } from '../../store/company-texts.ts';
import { findReply } from '../../store/replies.ts';
import type { CompanyTextRow } from '../../store/rows.ts';

/** Names of the forms, which are also places on the page. */
const SAY = 'say';
const TAKE_BACK = 'take-back';
const WITHDRAW = 'withdraw';

const SHOWN = 50;

/** What a company says about its audits, typed by itself on its own page (decision 183). */
export const ownTexts: OwnPart = {
  async draw(visit, refused) {
    const { ctx, company, holder, path } = visit;
    if (!company) return '';
    const texts = await textsOf(ctx.store.db, holder.holder_id, SHOWN);
    const items = await Promise.all(texts.map((text) => item(visit, text)));
    const of = refused?.form === SAY ? refused : undefined;
    return html`<section aria-labelledby="${SAY}"><h2 id="${SAY}">Reply, dispute, correct</h2>
<p>Say what readers should know about the audit, dispute a score, or ask us to correct a mistake. An operator reads it, and publishes your words as they are or says why not. A score changes only by a new audit.</p>
!${items.length ? html`<ul class="own-texts">!${items}</ul>` : ''}
<details!${of || !items.length ? ' open' : ''}><summary>!${items.length ? 'Write another one' : 'Write it'}</summary>
<form class="said-form" method="post" action="${path}/${SAY}">!${fields(visit, of)}
<p><button type="submit">Send it to the operators</button></p></form></details></section>`;
  },
  forms: [
    {
      name: SAY,
      async submit(visit, values) {
        const [kind = '', criterion = null] = (values.get('about') ?? '').split(' ');
        // Browsers send line ends as two characters.
        const text = (values.get('text') ?? '').replaceAll('\r\n', '\n').trim();
        const audit_date = values.get('audit_date') ?? '';
        await sendText(visit.ctx, senderOf(visit), { kind: kindOf(kind), criterion, audit_date, text });
      },
    },
    {
      name: TAKE_BACK,
      submit: ({ ctx, holder }, values) => takeBack(ctx, holder.holder_id, values.get('text_id') ?? ''),
    },
    {
      name: WITHDRAW,
      submit: (visit, values) => sendWithdrawal(visit.ctx, senderOf(visit), values.get('reply_id') ?? ''),
    },
  ],
};

/** What a form can send; a withdrawal has a button of its own. Faults: invalid_request. */
function kindOf(typed: string): Exclude<TextKind, 'withdrawal'> {
  const kind = (['reply', 'dispute', 'correction'] as const).find((known) => known === typed);
  if (!kind) throw invalidFields([{ field: 'about', message: 'must be one of the list' }]);
  return kind;
}

/** Faults: not_found. */
function senderOf({ company, holder, registration }: OwnVisit) {
  const { holder_id, website, proof, proven_at } = holder;
  if (!company || proof === null || proven_at === null)
    throw new Fault('not_found', 'No audit of this site is published.');
  return { ...{ holder_id, website, proof, proven_at, registration }, slug: company.slug };
}

function fields({ ctx, company }: OwnVisit, refused: OwnRefused | undefined): string {
  const snapshot = ctx.catalogue.current();
  const slug = company?.slug ?? '';
  const chosen = refused?.values.get('about') ?? '';
  const criteria = snapshot.record(slug)?.criteria ?? [];
  const group = (kind: TextKind, label: string) =>
    html`<optgroup label="${label}">!${options(
      criteria.map(({ id, name }) => [`${kind} ${id}`, `${id} ${name}`] as const),
      chosen,
    )}</optgroup>`;
  const audits = snapshot
    .publicAudits(slug)
    .map(({ audit_date: date }) => [date, day(date)] as const)
    .toReversed();
  const whole = [
    ['reply', 'Reply to the whole audit'],
    ['correction', 'Ask for a correction of the audit'],
  ] as const;
  return html`<p><label for="about">What it is</label><select id="about" name="about" required><option value="">Choose…</option>!${options(whole, chosen)}!${group('dispute', 'Dispute the score of')}!${group('reply', 'Reply to')}!${group('correction', 'Ask for a correction of')}</select></p>
<p><label for="audit_date">The audit of</label><select id="audit_date" name="audit_date">!${options(audits, refused?.values.get('audit_date'))}</select></p>
<p><label for="text">Your words</label><textarea id="text" name="text" rows="6" maxlength="${REPLY_CHARACTERS_MAX}" required dir="auto" aria-describedby="text-hint">${refused?.values.get('text') ?? ''}</textarea></p>
<p class="hint" id="text-hint">${`Plain text, at most ${grouped(REPLY_CHARACTERS_MAX)} characters for a criterion. Replies and disputes become public and cannot be edited; a request for a correction is read by operators alone.`}</p>`;
}

const titles: Readonly<Record<TextKind, string>> = {
  reply: 'Reply to',
  dispute: 'Dispute of',
  correction: 'Correction of',
  withdrawal: 'Withdrawal of the text about',
};

const outcomes: Readonly<Record<ReplyOutcome, string>> = {
  upheld: 'The score was reviewed and stays.',
  corrected: 'A new audit corrected the score.',
  withdrawn: 'You withdrew it.',
};

/** One text, what became of it, and what can still be done with it. */
async function item(visit: OwnVisit, text: CompanyTextRow): Promise<string> {
  const { kind, criterion, audit_date, sent_at, answer } = text;
  const now = visit.ctx.now();
  return html`<li><p><b>${titles[kind as TextKind]} ${criterion ?? 'the whole audit'}</b>, audit of ${day(audit_date)}, sent !${timeMark(sent_at, now)}</p>
!${text.text === null ? '' : html`<blockquote dir="auto">${text.text}</blockquote>`}
!${await became(visit, text)}
!${answer === null ? '' : html`<p>The operator says: <bdi>${answer}</bdi></p>`}</li>`;
}

async function became({ ctx, path, company }: OwnVisit, text: CompanyTextRow): Promise<string> {
  const { status, kind, text_id, reply_id, decided_at } = text;
  const button = (name: string, field: string, value: string, words: string) =>
    html`<form class="check-now" method="post" action="${path}/${name}"><input type="hidden" name="${field}" value="${value}"><button type="submit" class="quiet">${words}</button></form>`;
  if (status === 'waiting')
    return html`<p><b>Waits for an operator.</b></p>!${button(TAKE_BACK, 'text_id', text_id, 'Take it back')}`;
  const when = timeMark(decided_at ?? text.sent_at, ctx.now());
  if (status === 'taken_back') return html`<p>You took it back !${when}.</p>`;
  if (status === 'refused') return html`<p><b>Refused</b> !${when}. It is not published.</p>`;
  if (kind === 'correction') return html`<p><b>Corrected</b> !${when}.</p>`;
  if (kind === 'withdrawal') return html`<p><b>Withdrawn</b> !${when}.</p>`;
  const reply = reply_id === null ? undefined : await findReply(ctx.store.db, reply_id);
  const place = `/audits/${company?.slug}/${text.audit_date}#${text.criterion ?? 'replies'}`;
  const end = reply?.outcome ? html` ${outcomes[reply.outcome]}` : '';
  const may_withdraw = reply && reply.outcome === null && reply.ended_at === null;
  return html`<p><b>Published</b> !${when}: <a href="${place}">where everybody reads it</a>.!${end}</p>
!${may_withdraw ? button(WITHDRAW, 'reply_id', reply.reply_id, 'Withdraw it') : ''}`;
}
