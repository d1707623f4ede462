import { html } from 'ghtml';
import { repliesPath } from '../../../../catalogue/families/replies-document.ts';
import type { PublicReply } from '../../../../domain/replies/reply.ts';
import { day } from '../../html/format.ts';
import { pastAuditPage } from '../addresses.ts';
import { replyBlock } from './block.ts';
import { type AuditReplies, ownReplies, saysSomething } from './view.ts';
import { inShort, summedUp } from './words.ts';

/** How a company may reply, in one sentence; '' for one that does not exist (decision 105). */
export const howToReply = (fictional: boolean): string =>
  fictional
    ? ''
    : '<p class="hint">Whoever holds the domain of this company may <a href="/about#reply">reply to its audit or dispute a criterion</a>.</p>';

/** Replies to other audits that are named; the document has all. */
const OTHERS_MAX = 12;

/**
 * That the company has replied, with a link to what it says; '' where it says nothing.
 *
 * @param page address of the page with all of it; '' for this one
 */
export function repliedSentence(replies: AuditReplies, page = ''): string {
  const own = ownReplies(replies);
  const shown = own.length ? own : replies.others;
  if (!shown.length) return '';
  return html`The company has replied to ${own.length ? 'this audit' : 'another audit of it'}: <a href="${page}#replies">${summedUp(shown, replies.today)}</a>.`;
}

/** The same for the first screen. */
export function repliesNote(replies: AuditReplies, page = ''): string {
  const sentence = repliedSentence(replies, page);
  return sentence && html`<p class="note">!${sentence}</p>`;
}

/** What is said beside the badge, whose image says only the score; '' where the company says nothing. */
export const badgeNote = (replies: AuditReplies): string =>
  saysSomething(replies)
    ? html`<p>The image shows the score alone. Where it leads, readers find that <a href="#replies">the company has replied</a>.</p>`
    : '';

/**
 * What the company says of the whole audit, and where it says something of single criteria and of other audits; '' where
 * it says nothing.
 */
export function repliesSection(slug: string, replies: AuditReplies): string {
  if (!saysSomething(replies)) return '';
  const { whole, by_criterion, others, today } = replies;
  const below = [...by_criterion].map(
    ([id, replies]) =>
      html`<li><a href="#${id}">${id}</a> ${replies.map((reply) => inShort(reply, today)).join('; ')}</li>`,
  );
  return html`<section class="replies" aria-labelledby="replies">
<h2 id="replies">What the company says</h2>
!${whole.map((reply) => replyBlock(slug, reply, today))}
!${below.length ? html`<p>Under single criteria:</p><ul class="dots">!${below}</ul>` : ''}
!${others.length ? html`<p>About other audits:</p><ul class="dots">!${others.slice(0, OTHERS_MAX).map((reply) => other(slug, reply, today))}</ul>` : ''}
<p class="hint">Replies change no score; only a new audit does. All of them as data: <a href="${repliesPath(slug)}">replies.json</a>.</p>
</section>`;
}

const other = (slug: string, reply: PublicReply, today: string): string =>
  html`<li><a href="${pastAuditPage(slug, reply.audit_date)}#${reply.criterion ?? 'replies'}">${day(reply.audit_date)}, ${reply.criterion ?? 'the whole audit'}</a>: ${inShort(reply, today)}</li>`;
