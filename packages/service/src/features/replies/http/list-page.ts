import { html } from 'ghtml';
import type { DeskContent, DeskForm, DeskPage, Refused, Visit } from '../../../doors/http/desk/definition.ts';
import { listPage, narrowed, row, ways } from '../../../doors/http/desk/list-page.ts';
import { hostMark, statusMark, timeMark } from '../../../doors/http/desk/parts.ts';
import { dayMark, shortened } from '../../../doors/http/html/format.ts';
import type { CompanyText } from '../domain/company-text.ts';
import type { DeskReply, DomainToken } from '../domain/desk-reply.ts';
import { beginReply } from '../operations/begin-reply.ts';
import { listReplies } from '../operations/list-replies.ts';
import { beginAnywhere } from './begin-form.ts';
import {
  BEGIN_PATH,
  LIST_PATH,
  outcomeNames,
  placeNames,
  replyPath,
  textNames,
  textPath,
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
  again: drawReplies,
};

/** @param refused the form that begins a reply, with what was typed */
async function drawReplies(visit: Visit, refused?: Refused): Promise<DeskContent> {
  const list = narrowed(visit.query, LIST_PATH, ['open', 'all'], { words: { open: 'waiting' }, field: 'state' });
  const { chosen, after } = list;
  const all = chosen === 'all';
  const limit = all ? ROWS : OPEN_MAX;
  const { proofs, replies, texts, next } = await visit.call(listReplies, { state: chosen, limit, after });
  const begin = beginAnywhere(visit, refused);
  const now = visit.ctx.now();
  const rows = <T>(found: readonly T[], draw: (one: T, now: Date) => string) =>
    (all ? found : found.toReversed()).map((one) => draw(one, now));
  return listPage({
    title: 'Replies from companies',
    hint: 'What companies say about their audits. Scores change only by a new audit.',
    said: refused && begin,
    filters: list.links('Which replies'),
    parts: [
      { title: all ? 'Sent by companies' : 'Sent by companies, to decide', rows: rows(texts, textRow) },
      { title: 'Tokens', rows: rows(proofs, tokenRow) },
      { title: all ? 'Replies and disputes' : 'Open disputes', rows: rows(replies, replyRow) },
    ],
    none: html`<p>${all ? 'No company has replied yet.' : 'No text is waiting, nobody has been asked to show a domain, and no dispute is open.'}</p><p><a href="/desk">Go to the queue</a></p>`,
    ...ways(list, next),
    below: refused ? '' : begin,
  });
}

function textRow(text: CompanyText, now: Date): string {
  const { slug, website, kind, criterion, audit_date, sent_at, status } = text;
  const name = `${slug}, ${criterion ?? 'the whole audit'}`;
  const words = text.text === null ? '' : shortened(text.text.replaceAll(/\s+/g, ' '), TEXT_MAX);
  return row(
    {
      name,
      path: textPath(text),
      below: html`${textNames[kind]}, audit of !${dayMark(audit_date)}, !${hostMark(website)}`,
    },
    statusMark(status),
    timeMark(sent_at, now),
    html`<bdi>${words}</bdi>`,
  );
}

function tokenRow(proof: DomainToken, now: Date): string {
  const { slug, website, contact, operator, begun_at, expires_at, proven_at, usable_until } = proof;
  const state = tokenState(proof, now);
  const until =
    state === 'seen'
      ? html`${placeNames[proof.proof ?? 'dns']} !${timeMark(proven_at ?? begun_at, now)}; publish !${timeMark(usable_until ?? expires_at, now)} at the latest`
      : html`valid until !${dayMark(expires_at.slice(0, 10))}`;
  const by = html`by <bdi>${operator}</bdi>!${contact === null ? '' : html` for <bdi>${shortened(contact, 60)}</bdi>`}`;
  return row(
    { name: slug, path: tokenPath(proof), below: hostMark(website) },
    statusMark(tokenStates[state]),
    timeMark(begun_at, now),
    html`!${until}; !${by}`,
  );
}

function replyRow(reply: DeskReply, now: Date): string {
  const { reply_id, slug, audit_date, kind, criterion, text, published_at, outcome, outcome_at, ended_at } = reply;
  const state = ended_at !== null ? 'ended' : (outcome ?? (kind === 'dispute' ? 'open' : 'public'));
  const name = `${slug}, ${criterion ?? 'the whole audit'}`;
  return row(
    { name, path: replyPath(reply_id), below: html`${kind} about the audit of !${dayMark(audit_date)}` },
    statusMark(state),
    timeMark(published_at, now),
    outcome !== null && outcome_at !== null
      ? html`${outcomeNames[outcome][0]} !${timeMark(outcome_at, now)}`
      : html`<bdi>${text === null ? 'its text was removed' : shortened(text.replaceAll(/\s+/g, ' '), TEXT_MAX)}</bdi>`,
  );
}
