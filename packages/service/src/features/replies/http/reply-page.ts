import { html } from 'ghtml';
import type { z } from 'zod';
import { type ReplyOutcome, replyOutcomes } from '../../../domain/replies/reply.ts';
import { subjectLink } from '../../../doors/http/desk/addresses.ts';
import type { DeskContent, DeskForm, DeskPage, Refused, Visit } from '../../../doors/http/desk/definition.ts';
import {
  choice,
  factList,
  faultMessage,
  folded,
  message,
  options,
  stackedForm,
  timeMark,
} from '../../../doors/http/desk/parts.ts';
import { day, dayMark } from '../../../doors/http/html/format.ts';
import { replyBlock } from '../../../doors/http/pages/replies/block.ts';
import { disputedOf } from '../../../doors/http/pages/replies/view.ts';
import type { DeskReply } from '../domain/desk-reply.ts';
import { decideReply } from '../operations/decide-reply.ts';
import { removeReply } from '../operations/remove-reply.ts';
import { showReply } from '../operations/show-reply.ts';
import { LIST_PATH, outcomeNames, replyPath, textPath, tokenPath } from './words.ts';

type Shown = z.output<typeof showReply.output>;

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
  again: drawReply,
};

/** Removes the text of a reply for good. */
export const removeForm: DeskForm = {
  path: `${PATH}/remove`,
  async submit(visit) {
    await visit.call(removeReply, { reply_id: idOf(visit) });
    return { see_other: `${replyPath(idOf(visit))}?done=removed` };
  },
  again: drawReply,
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
  const published = subjectLink({ text: `publication ${publication}`, kind: 'publication', id: String(publication) });
  const facts = factList([
    [
      'About',
      html`${criterion ?? 'the whole audit'}, <a href="/audits/${slug}/${audit_date}#${criterion ?? 'replies'}">the audit of ${day(audit_date)}</a>`,
    ],
    ['Published', html`!${timeMark(published_at, now)} in !${published}`],
    reply.proof_id.startsWith('txt_')
      ? ['Sent', html`<a href="${textPath({ slug, text_id: reply.proof_id })}">by the company, from its own page</a>`]
      : ['Token', html`<a href="${tokenPath(reply)}">with which it was published</a>`],
    ['Public log', entries.length ? `entry ${entries.join(', ')}` : 'not yet'],
    ['What was done', html`<a href="/desk/log?text=${encodeURIComponent(slug)}">in the desk’s log</a>`],
  ]);
  const done = refused ? '' : (said[visit.query.get('done') ?? ''] ?? '');
  const what = kind === 'dispute' ? 'A dispute' : 'A reply';
  return {
    title: `${what} from ${slug}`,
    main: html`<p class="path"><a href="${LIST_PATH}">Replies</a></p>
<h1>${what} from ${slug}</h1>
!${refused ? faultMessage(refused.fault) : done && message('done', done)}
!${ended_at === null ? '' : message('note', `The company was retracted on ${day(ended_at.slice(0, 10))}: this is not public any more.`)}
<div class="request-page">
<div><div class="evidence">!${replyBlock(slug, { ...publicOf(reply), disputed: disputedOf(visit.ctx.catalogue.current(), slug, reply) }, now.toISOString().slice(0, 10))}</div>
!${facts}</div>
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
    .publicAudits(slug)
    .filter((audit) => audit.published_at > published_at)
    .map(({ audit_date }) => [audit_date, day(audit_date)] as const)
    .toReversed();
  const chosen = refused?.values.get('outcome');
  const by = refused?.values.get('audit_date') ?? '';
  const outcomeChoice = (outcome: ReplyOutcome) => {
    const [name, means] = outcomeNames[outcome];
    const never = outcome === 'corrected' && !later.length;
    const words = html`<b>${name}</b>: ${means}${never ? '. There is none yet' : ''}`;
    return choice(['radio', 'outcome', outcome], words, outcome === chosen, never ? ' required disabled' : ' required');
  };
  const audits = later.length
    ? html`<p><label for="audit_date">The audit that corrected</label><select id="audit_date" name="audit_date">!${options(later, by)}</select></p>`
    : '';
  const fields = html`<fieldset><legend>What became of it?</legend>!${replyOutcomes.filter((outcome) => outcomes.includes(outcome)).map(outcomeChoice)}</fieldset>
!${kind === 'dispute' ? audits : ''}
<p><button>Publish the outcome</button></p>
<p class="hint">It is public, final and in the public log. It changes no score.</p>`;
  return stackedForm(visit, `${replyPath(reply_id)}/decide`, fields);
}

function removal(visit: Visit, { reply_id, text, removed_at }: DeskReply): string {
  if (text === null)
    return removed_at === null ? '' : html`<p>Its text was removed on !${dayMark(removed_at.slice(0, 10))}.</p>`;
  const fields = html`<p>For a text of somebody else, or one that names a person. It is deleted from the database and from all pages at once, and cannot be brought back; its place says that it was removed.</p>
!${choice(['checkbox', 'sure', 'yes'], 'Yes, delete it for good', false, ' required')}
<p><button class="quiet">Remove the text</button></p>`;
  return folded('Remove the text', stackedForm(visit, `${replyPath(reply_id)}/remove`, fields));
}
