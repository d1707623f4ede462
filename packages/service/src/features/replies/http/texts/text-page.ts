import { html } from 'ghtml';
import { Fault } from '../../../../domain/fault.ts';
import { REPLY_CHARACTERS_MAX } from '../../../../domain/replies/reply.ts';
import type { DeskContent, DeskForm, DeskPage, Refused, Visit } from '../../../../doors/http/desk/definition.ts';
import {
  choice,
  factList,
  faultMessage,
  hostMark,
  message,
  stackedForm,
  statusMark,
  timeMark,
} from '../../../../doors/http/desk/parts.ts';
import { day } from '../../../../doors/http/html/format.ts';
import { replyBlock } from '../../../../doors/http/pages/replies/block.ts';
import { disputedOf } from '../../../../doors/http/pages/replies/view.ts';
import type { CompanyText, TextKind } from '../../domain/company-text.ts';
import { decideText } from '../../operations/decide-text.ts';
import { listReplies } from '../../operations/list-replies.ts';
import { LIST_PATH, placeNames, replyPath, TEXT_PATH, textNames, textPath } from '../words.ts';

/** Texts of one company among which one is found. */
const TEXTS_MAX = 500;

/** What a company sent from its own page, as everybody will read it, and the decision (decision 183). */
export const textPage: DeskPage = { path: TEXT_PATH, draw: (visit) => drawText(visit) };

export const decideTextForm: DeskForm = {
  path: `${TEXT_PATH}/decide`,
  async submit(visit, values) {
    const { text_id = '' } = visit.params;
    const answer = (values.get('answer') ?? '').replaceAll('\r\n', '\n').trim();
    const decision = values.get('decision') as 'accept' | 'refuse';
    const { slug } = await visit.call(decideText, { text_id, decision, ...(answer && { answer }) });
    return { see_other: `${textPath({ slug: visit.params.slug ?? slug, text_id })}?done=decided` };
  },
  again: drawText,
};

async function shownHere(visit: Visit): Promise<CompanyText> {
  const { slug = '', text_id } = visit.params;
  const { texts } = await visit.call(listReplies, { slug, state: 'all', limit: TEXTS_MAX });
  const text = texts.find((one) => one.text_id === text_id);
  if (!text) throw new Fault('not_found', 'There is no such text of this company.');
  return text;
}

async function drawText(visit: Visit, refused?: Refused): Promise<DeskContent> {
  const text = await shownHere(visit);
  const {
    slug,
    website,
    audit_date,
    kind,
    criterion,
    sent_at,
    status,
    decided_at,
    answer,
    reply_id,
    proof,
    proven_at,
  } = text;
  const now = visit.ctx.now();
  const facts = factList([
    [
      'About',
      html`${criterion ?? 'the whole audit'}, <a href="/audits/${slug}/${audit_date}#${criterion ?? 'replies'}">the audit of ${day(audit_date)}</a>`,
    ],
    ['Sent', html`!${timeMark(sent_at, now)} from the page of !${hostMark(website)}`],
    ['Domain', html`shown ${placeNames[proof]}, !${timeMark(proven_at, now)}`],
    ['Reply', reply_id === null ? '' : html`<a href="${replyPath(reply_id)}">the public one</a>`],
    ['Decided', decided_at === null ? '' : timeMark(decided_at, now)],
    ['Answer', answer === null ? '' : html`<bdi>${answer}</bdi>`],
  ]);
  return {
    title: `A text from ${slug}`,
    main: html`<p class="path"><a href="${LIST_PATH}">Replies</a></p>
<h1>${slug}: ${textNames[kind]}</h1>
<p class="request-state"><span>!${statusMark(status)}</span></p>
!${refused ? faultMessage(refused.fault) : visit.query.get('done') === 'decided' ? message('done', 'Decided. Its sender sees it on their page, and gets a letter where they want letters.') : ''}
<div class="request-page">
<div>!${shown(visit, text)}
!${facts}</div>
<section class="request-actions" aria-labelledby="next"><h2 id="next">What next?</h2>
!${status === 'waiting' ? decision(visit, text, refused) : '<p>There is nothing to do.</p>'}
</section>
</div>`,
  };
}

/** The text as everybody will read it; a request for a correction as it is. */
function shown({ ctx }: Visit, text: CompanyText): string {
  const { kind, slug, audit_date, criterion, proof, proven_at } = text;
  if (text.text === null) return '';
  if (kind === 'correction' || kind === 'withdrawal')
    return html`<div class="evidence"><blockquote dir="auto" class="company-text">${text.text}</blockquote></div>`;
  const now = ctx.now().toISOString();
  const reply = {
    ...{ reply_id: '', audit_date, kind, criterion, text: text.text, text_salt: null, published_at: now },
    ...{ outcome: null, removed_at: null, whole_at: '', proof, proven_at },
  };
  const disputed = disputedOf(ctx.catalogue.current(), slug, reply);
  return html`<div class="evidence">!${replyBlock(slug, { ...reply, disputed }, now.slice(0, 10))}</div>`;
}

/** What accepting it does, for each kind. */
const accepts: Readonly<Record<TextKind, string>> = {
  reply: 'Publish it as it is. It is public within a second, in the public log, and cannot be edited',
  dispute: 'Publish it as it is. It stays open until you decide it: upheld, or corrected by a new audit',
  correction: 'It was corrected. Publish the correction of the audit first; this only answers the company',
  withdrawal: 'Publish that the company withdrew its text, which can still be read',
};

function decision(visit: Visit, text: CompanyText, refused: Refused | undefined): string {
  const chosen = refused?.values.get('decision');
  const fields = html`<fieldset><legend>What becomes of it?</legend>
!${choice(['radio', 'decision', 'accept'], html`<b>Accept</b>: ${accepts[text.kind]}`, chosen === 'accept', ' required')}
!${choice(['radio', 'decision', 'refuse'], '<b>Refuse</b>: of somebody else, names a person, or is not about the audit', chosen === 'refuse', ' required')}</fieldset>
<p><label for="answer">What its sender reads; required with a refusal</label><textarea id="answer" name="answer" rows="4" maxlength="${REPLY_CHARACTERS_MAX}">${refused?.values.get('answer') ?? ''}</textarea></p>
<p><button>Decide</button></p>`;
  return stackedForm(visit, `${textPath(text)}/decide`, fields);
}
