import { html } from 'ghtml';
import type { z } from 'zod';
import { Fault } from '../../../domain/fault.ts';
import { REPLY_CHARACTERS_MAX } from '../../../domain/replies/reply.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../../../doors/http/desk/definition.ts';
import { factList, faultMessage, message, stackedForm, statusMark, timeMark } from '../../../doors/http/desk/parts.ts';
import { day, dayMark, hostOf } from '../../../doors/http/html/format.ts';
import type { DomainToken } from '../domain/desk-reply.ts';
import { checkReplyProof } from '../operations/check-reply-proof.ts';
import { listReplies } from '../operations/list-replies.ts';
import { sayForm } from './say-form.ts';
import { LIST_PATH, placeNames, TOKEN_PATH, tokenPath, tokenState, tokenStates } from './words.ts';

type Looked = z.output<typeof checkReplyProof.output>;

/** Tokens of one company among which one is found for. */
const TOKENS_MAX = 500;

/** One token: what the company does with it, whether it was seen, and the form that publishes what the company says. */
export const tokenPage: DeskPage = {
  path: TOKEN_PATH,
  async draw(visit) {
    const proof = await shownHere(visit);
    const begun = visit.query.get('done') === 'begun';
    return drawToken(
      visit,
      proof,
      begun ? message('done', 'The token is made. Send the company what to do with it.') : '',
    );
  },
};

/** Looks for the token at both places, and says what was seen. */
export const checkForm: DeskForm = {
  path: `${TOKEN_PATH}/check`,
  async submit(visit) {
    const found = await visit.call(checkReplyProof, { proof_id: visit.params.proof_id ?? '' });
    return drawToken(visit, found.proof, seen(found));
  },
  again: async (visit, { fault }) => drawToken(visit, await shownHere(visit), faultMessage(fault)),
};

/** The token at an address. Faults: not_found. */
export async function shownHere(visit: Visit): Promise<DomainToken> {
  const { slug = '', proof_id } = visit.params;
  const { proofs } = await visit.call(listReplies, { slug, state: 'all', limit: TOKENS_MAX });
  const proof = proofs.find((one) => one.proof_id === proof_id);
  if (!proof) throw new Fault('not_found', 'There is no such token of this company.');
  return proof;
}

/** @param above what was just done, as HTML */
function drawToken(visit: Visit, proof: DomainToken, above: string): DeskContent {
  const { slug, website, contact, operator, begun_at, expires_at } = proof;
  const now = visit.ctx.now();
  const state = tokenState(proof, now);
  const facts = factList([
    ['Website', html`<bdi>${website}</bdi>`],
    ['Asked by', contact === null ? '<span class="none">nobody is noted</span>' : html`<bdi>${contact}</bdi>`],
    ['Begun', html`!${timeMark(begun_at, now)} by <bdi>${operator}</bdi>`],
    ['Token', html`<code>${proof.token}</code>`],
    ['Valid until', dayMark(expires_at.slice(0, 10))],
    ['Seen', seenText(proof, now)],
    ['Public page', html`<a href="/audits/${slug}">${slug}</a>`],
  ]);
  return {
    title: `A reply from ${slug}`,
    main: html`<p class="path"><a href="${LIST_PATH}">Replies</a></p>
<h1>A reply from ${slug}</h1>
<p class="request-state"><span>The token: !${statusMark(tokenStates[state])}</span></p>
!${above}
<div class="request-page">
<div>!${facts}</div>
<section class="request-actions" aria-labelledby="next"><h2 id="next">What next?</h2>
!${state === 'ran_out' ? html`<p>This token ran out on !${dayMark(expires_at.slice(0, 10))}. <a href="${LIST_PATH}?slug=${slug}#begin">Begin again</a> to make another one.</p>` : html`!${state === 'seen' ? sayForm(visit, proof) : ''}!${check(visit, proof, state === 'seen')}`}
</section>
<div>!${state === 'ran_out' ? '' : toCompany(visit, proof)}</div>
</div>`,
  };
}

function seenText({ proof, proven_at, usable_until }: DomainToken, now: Date): string {
  if (proof === null || proven_at === null || usable_until === null) return '<span class="none">not yet</span>';
  const usable = usable_until > now.toISOString();
  return html`${placeNames[proof]}, !${timeMark(proven_at, now)}; !${usable ? html`replies may be published until !${dayMark(usable_until.slice(0, 10))}` : 'that was too long ago to publish'}`;
}

function check(visit: Visit, proof: DomainToken, again: boolean): string {
  const fields = html`<p><button!${again ? ' class="quiet"' : ''}>Look for the token${again ? ' again' : ''}</button></p>
<p class="hint">Asks for the TXT record and the file. It takes a few seconds.</p>`;
  return stackedForm(visit, `${tokenPath(proof)}/check`, fields);
}

/** What was found at both places, in words. */
function seen({ proof, dns, file }: Looked): string {
  const words = [
    ...(dns ? [`TXT record: ${dns.found ? 'the token is there' : dns.problem}.`] : []),
    `File: ${file.found ? 'the token is there' : file.problem}.`,
  ];
  const found = dns?.found || file.found;
  return message(
    found ? 'done' : 'wrong',
    found ? `The token was seen. Replies from ${proof.slug} may be published now.` : 'The token was not seen.',
    html`<ul class="dots">!${words.map((one) => html`<li>${one}</li>`)}</ul>`,
  );
}

/** A letter to copy: what the company does with the token. */
function toCompany({ ctx }: Visit, { dns, file, website, expires_at }: DomainToken): string {
  const host = hostOf(website);
  const places = [
    ...(dns ? [`a TXT record in your DNS\n   name:  ${dns.name}\n   value: ${dns.value}`] : []),
    `a file at ${file.url}\n   with this line: ${file.line}`,
  ];
  const letter = `To publish what you say about the audit of ${host} on Readymark, we must see that you hold the domain. Please make ${dns ? 'one of these' : 'this'}:

${places.map((place, at) => `${at + 1}. ${place}`).join('\n\n')}

The token is valid until ${day(expires_at.slice(0, 10))}. Then send us your text: plain text, at most ${REPLY_CHARACTERS_MAX.toLocaleString('en')} characters for each criterion, and as many for the audit as a whole. Say of which criteria you dispute the score. It will be public and cannot be edited. A score changes only by a new audit.

How it works: ${ctx.settings.BASE_URL}/about#reply`;
  return html`<h2>For the company</h2>
<p><label for="letter">What to send, to copy</label><textarea id="letter" class="replies-letter" rows="16" readonly>${letter}</textarea></p>
!${dns ? '' : '<p class="hint">Names below this host belong to others, so only the file counts.</p>'}`;
}
