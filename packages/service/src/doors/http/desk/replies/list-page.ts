import { html } from 'ghtml';
import type { Fault } from '../../../../domain/fault.ts';
import type { DeskProof, DeskReply } from '../../../../domain/replies/desk-reply.ts';
import { beginReply } from '../../../../operations/desk/replies/begin-reply.ts';
import { listReplies } from '../../../../operations/desk/replies/list-replies.ts';
import { dayMark, hostOf, shortened } from '../../html/format.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { listKeys } from '../list-keys.ts';
import { statusMark, timeMark } from '../parts.ts';
import { beginAnywhere } from './begin-form.ts';
import {
  BEGIN_PATH,
  LIST_PATH,
  outcomeNames,
  placeNames,
  replyPath,
  tokenPath,
  tokenState,
  tokenStates,
} from './words.ts';

/** What waits for an operator is listed as a whole; of all replies a page at a time. */
const OPEN_MAX = 200;
const ROWS = 40;
const TEXT_MAX = 90;

/** Replies of companies: who is to show a domain, and disputes without an outcome, oldest first; or all, newest first. */
export const repliesPage: DeskPage = { path: LIST_PATH, nav: 'Replies', draw: (visit) => drawReplies(visit) };

/** Makes the token of a reply, and leads to what the company does with it. */
export const beginForm: DeskForm = {
  path: BEGIN_PATH,
  async submit(visit, values) {
    const contact = values.get('contact')?.trim();
    const proof = await visit.call(beginReply, { slug: values.get('slug') ?? '', ...(contact && { contact }) });
    return { see_other: `${tokenPath(proof)}?done=begun` };
  },
  again: (visit, values, fault) => drawReplies(visit, { values, fault }),
};

/** @param refused the form that begins a reply, with what was typed */
async function drawReplies(visit: Visit, refused?: { values: URLSearchParams; fault: Fault }): Promise<DeskContent> {
  const all = visit.query.get('state') === 'all';
  const after = visit.query.get('after')?.slice(0, 200);
  const { proofs, replies, next } = await visit.call(listReplies, {
    state: all ? 'all' : 'open',
    limit: all ? ROWS : OPEN_MAX,
    ...(after && { after }),
  });
  const filter = (state: 'open' | 'all', words: string) =>
    html`<li><a href="${LIST_PATH}?state=${state}"!${(state === 'all') === all ? ' aria-current="true"' : ''}>${words}</a></li>`;
  const inOrder = <T>(rows: readonly T[]): readonly T[] => (all ? rows : rows.toReversed());
  return {
    title: 'Replies',
    keys: listKeys,
    main: html`<h1>Replies from companies</h1>
<p class="hint">What companies say about their audits. Scores change only by a new audit.</p>
!${refused ? beginAnywhere(visit, refused) : ''}
<nav aria-label="Which replies"><ul class="queue-filters">!${filter('open', 'waiting')}!${filter('all', 'all')}</ul></nav>
!${proofs.length ? part('Tokens', inOrder(proofs), (one) => tokenRow(one, visit.ctx.now())) : ''}
!${replies.length ? part(all ? 'Replies and disputes' : 'Open disputes', inOrder(replies), (one) => replyRow(one, visit.ctx.now())) : ''}
!${proofs.length + replies.length ? '' : html`<div class="queue-none"><p>${all ? 'No company has replied yet.' : 'Nobody is to show a domain, and no dispute is open.'}</p><p><a href="/desk">Go to the queue</a></p></div>`}
!${next === null ? '' : html`<p class="actions"><a rel="next" href="${LIST_PATH}?state=${all ? 'all' : 'open'}&after=${next}">Older ones</a></p>`}
!${refused ? '' : beginAnywhere(visit, undefined)}`,
  };
}

const part = <T>(title: string, rows: readonly T[], row: (one: T) => string): string =>
  html`<h2 class="replies-part">${title}</h2><ol class="queue-rows jobs-rows" data-rows>!${rows.map((one) => html`<li>!${row(one)}</li>`)}</ol>`;

function tokenRow(proof: DeskProof, now: Date): string {
  const { slug, website, contact, operator, begun_at, expires_at, proven_at, usable_until } = proof;
  const state = tokenState(proof, now);
  const until =
    state === 'seen'
      ? html`${placeNames[proof.proof ?? 'dns']} !${timeMark(proven_at ?? begun_at, now)}; publish !${timeMark(usable_until ?? expires_at, now)} at the latest`
      : html`valid until !${dayMark(expires_at.slice(0, 10))}`;
  return html`<p class="queue-who"><a href="${tokenPath(proof)}">${slug}</a> <bdi class="queue-host">${shortened(hostOf(website), 60)}</bdi></p>
<p>!${statusMark(tokenStates[state])}</p><p>!${timeMark(begun_at, now)}</p><p class="queue-site">!${until}; by <bdi>${operator}</bdi>!${contact === null ? '' : html` for <bdi>${shortened(contact, 60)}</bdi>`}</p>`;
}

function replyRow(reply: DeskReply, now: Date): string {
  const { reply_id, slug, audit_date, kind, criterion, text, published_at, outcome, outcome_at, ended_at } = reply;
  const state = ended_at !== null ? 'ended' : (outcome ?? (kind === 'dispute' ? 'open' : 'stands'));
  const said =
    outcome !== null && outcome_at !== null
      ? html`${outcomeNames[outcome][0]} !${timeMark(outcome_at, now)}`
      : html`<bdi>${text === null ? 'its text was removed' : shortened(text.replaceAll(/\s+/g, ' '), TEXT_MAX)}</bdi>`;
  return html`<p class="queue-who"><a href="${replyPath(reply_id)}">${slug}, ${criterion ?? 'the whole audit'}</a> <span class="queue-host">${kind} about the audit of !${dayMark(audit_date)}</span></p>
<p>!${statusMark(state)}</p><p>!${timeMark(published_at, now)}</p><p class="queue-site">!${said}</p>`;
}
