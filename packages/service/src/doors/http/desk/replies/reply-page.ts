import { html } from 'ghtml';
import type { z } from 'zod';
import type { Fault } from '../../../../domain/fault.ts';
import type { DeskReply } from '../../../../domain/replies/desk-reply.ts';
import { type ReplyOutcome, replyOutcomes } from '../../../../domain/replies/reply.ts';
import { decideReply } from '../../../../operations/desk/replies/decide-reply.ts';
import { removeReply } from '../../../../operations/desk/replies/remove-reply.ts';
import { showReply } from '../../../../operations/desk/replies/show-reply.ts';
import { day, dayMark } from '../../html/format.ts';
import { replyBlock } from '../../pages/replies/block.ts';
import { subjectLink } from '../addresses.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { faultMessage, formStart, message, timeMark } from '../parts.ts';
import { LIST_PATH, outcomeNames, replyPath, tokenPath } from './words.ts';

type Shown = z.output<typeof showReply.output>;
type Refused = { values: URLSearchParams; fault: Fault };

const PATH = `${LIST_PATH}/{reply_id}`;
const idOf = ({ params }: Visit) => params.reply_id ?? '';

/** One reply as everybody reads it, with what may become of it. */
export const replyPage: DeskPage = { path: PATH, draw: (visit) => drawReply(visit) };

/** Publishes what became of a reply. */
export const decideForm: DeskForm = {
  path: `${PATH}/decide`,
  async submit(visit, values) {
    const outcome = values.get('outcome') as ReplyOutcome;
    const audit_date = values.get('audit_date') ?? '';
    const by = outcome === 'corrected' && audit_date !== '' && { audit_date };
    await visit.call(decideReply, { reply_id: idOf(visit), outcome, ...by });
    return { see_other: `${replyPath(idOf(visit))}?done=decided` };
  },
  again: (visit, values, fault) => drawReply(visit, { values, fault }),
};

/** Removes the text of a reply for good. */
export const removeForm: DeskForm = {
  path: `${PATH}/remove`,
  async submit(visit) {
    await visit.call(removeReply, { reply_id: idOf(visit) });
    return { see_other: `${replyPath(idOf(visit))}?done=removed` };
  },
  again: (visit, values, fault) => drawReply(visit, { values, fault }),
};

const said: Readonly<Record<string, string>> = {
  published: 'Published. It is public within a second.',
  decided: 'The outcome is published.',
  removed: 'The text is removed. Everybody still sees that there was one.',
};

async function drawReply(visit: Visit, refused?: Refused): Promise<DeskContent> {
  const shown = await visit.call(showReply, { reply_id: idOf(visit) });
  const { reply, entries } = shown;
  const { slug, audit_date, kind, criterion, publication, published_at, ended_at } = reply;
  const now = visit.ctx.now();
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>!${value}</dd></div>`;
  const done = refused ? '' : (said[visit.query.get('done') ?? ''] ?? '');
  const what = kind === 'dispute' ? 'A dispute' : 'A reply';
  return {
    title: `${what} from ${slug}`,
    main: html`<p class="path"><a href="${LIST_PATH}">Replies</a></p>
<h1>${what} from ${slug}</h1>
!${refused ? faultMessage(refused.fault) : done && message('done', done)}
!${ended_at === null ? '' : message('note', `The company was retracted on ${day(ended_at.slice(0, 10))}: this is not public any more.`)}
<div class="request-page">
<div><div class="evidence">!${replyBlock(slug, publicOf(reply), now.toISOString().slice(0, 10))}</div>
<dl class="request-facts">!${row('About', html`${criterion ?? 'the whole audit'}, <a href="/audits/${slug}/${audit_date}#${criterion ?? 'replies'}">the audit of ${day(audit_date)}</a>`)}
!${row('Published', html`!${timeMark(published_at, now)} in !${subjectLink({ text: `publication ${publication}`, kind: 'publication', id: String(publication) })}`)}
!${row('Token', html`<a href="${tokenPath(reply)}">with which it was published</a>`)}
!${row('Public log', html`${entries.length ? `entry ${entries.join(', ')}` : 'not yet'}`)}
!${row('What was done', html`<a href="/desk/log?text=${encodeURIComponent(slug)}">in the desk’s log</a>`)}</dl></div>
<section class="request-actions" aria-labelledby="next"><h2 id="next">What next?</h2>
!${outcomeForm(visit, shown, refused)}
!${removal(visit, reply)}
</section>
</div>`,
  };
}

/** The same reply as everybody reads it. */
const publicOf = ({ outcome, outcome_at, corrected_by, ...reply }: DeskReply) => ({
  ...reply,
  ...{ text_salt: null, whole_at: '' },
  outcome: outcome === null ? null : { outcome, audit_date: corrected_by, at: outcome_at ?? reply.published_at },
});

function outcomeForm(visit: Visit, { reply, outcomes }: Shown, refused: Refused | undefined): string {
  const { reply_id, slug, kind, published_at } = reply;
  if (!outcomes.length) return html`<p>It has ended; an outcome is final.</p>`;
  const later = visit.ctx.catalogue
    .current()
    .standing(slug)
    .filter((audit) => audit.published_at > published_at)
    .map(({ audit_date }) => audit_date)
    .toReversed();
  const chosen = refused?.values.get('outcome');
  const by = refused?.values.get('audit_date');
  const choice = (outcome: ReplyOutcome) => {
    const [name, means] = outcomeNames[outcome];
    const never = outcome === 'corrected' && !later.length;
    return html`<label class="request-choice"><input type="radio" name="outcome" value="${outcome}" required!${outcome === chosen ? ' checked' : ''}!${never ? ' disabled' : ''}> <span><b>${name}</b>: ${means}${never ? '. There is none yet' : ''}</span></label>`;
  };
  const audits = later.length
    ? html`<p><label for="audit_date">The audit that corrected</label><select id="audit_date" name="audit_date">!${later.map((date) => html`<option value="${date}"!${date === by ? ' selected' : ''}>${day(date)}</option>`)}</select></p>`
    : '';
  return html`!${formStart(visit, `${replyPath(reply_id)}/decide`, 'class="request-form"')}
<fieldset><legend>What became of it?</legend>!${replyOutcomes.filter((outcome) => outcomes.includes(outcome)).map(choice)}</fieldset>
!${kind === 'dispute' ? audits : ''}
<p><button>Publish the outcome</button></p>
<p class="hint">It is public, final and in the public log. It changes no score.</p></form>`;
}

function removal(visit: Visit, { reply_id, text, removed_at }: DeskReply): string {
  if (text === null)
    return removed_at === null ? '' : html`<p>Its text was removed on !${dayMark(removed_at.slice(0, 10))}.</p>`;
  return html`<details class="request-folded"><summary>Remove the text</summary>
!${formStart(visit, `${replyPath(reply_id)}/remove`, 'class="request-form"')}
<p>For a text of somebody else, or one that names a person. It is deleted from the database and from all pages at once, and cannot be brought back; its place says that it was removed.</p>
<label class="request-choice"><input type="checkbox" name="sure" value="yes" required> <span>Yes, delete it for good</span></label>
<p><button class="quiet">Remove the text</button></p></form></details>`;
}
