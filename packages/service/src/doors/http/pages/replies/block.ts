import { html } from 'ghtml';
import { dayMark } from '../../html/format.ts';
import { pastAuditPage } from '../addresses.ts';
import type { AuditReplies, ShownReply } from './view.ts';
import { howProven, outcomeText, removedText, whatItIs } from './words.ts';

/**
 * One reply of a company as every page shows it (decision 156): its words as text, with what says whose they are before
 * them and what became of them after. Its line breaks are kept, and its writing direction ends with it.
 *
 * @param today `YYYY-MM-DD` (UTC)
 */
export function replyBlock(slug: string, reply: ShownReply, today: string): string {
  const { text, outcome, whole_at } = reply;
  const corrected = outcome?.audit_date ?? null;
  const by =
    corrected === null
      ? ''
      : html`: <a href="${pastAuditPage(slug, corrected)}">the audit of !${dayMark(corrected)}</a>`;
  const words =
    text === null ? html`<p class="none">${removedText(reply)}</p>` : html`<blockquote dir="auto">${text}</blockquote>`;
  return html`<div class="reply">
<p class="says"><b>The company says</b>, in its own words and not the auditor’s:</p>
!${words}!${whole_at ? html`<p><a href="${whole_at}">The whole reply</a></p>` : ''}
<p class="about">${whatItIs(reply, today)} ${howProven(reply)}</p>
!${outcome ? html`<p class="about outcome">${outcomeText(reply)}!${by}.</p>` : ''}
</div>`;
}

/** The replies to one criterion of an audit; '' without any. */
export const replyBlocks = (slug: string, { by_criterion, today }: AuditReplies, id: string): string =>
  (by_criterion.get(id) ?? []).map((reply) => replyBlock(slug, reply, today)).join('\n');
