import { html } from 'ghtml';
import type { ReplyKind } from '../../../domain/replies/reply.ts';
import type { DeskContent, DeskForm, Visit } from '../../../doors/http/desk/definition.ts';
import { folded, hidden, stackedForm } from '../../../doors/http/desk/parts.ts';
import { day } from '../../../doors/http/html/format.ts';
import { replyBlock } from '../../../doors/http/pages/replies/block.ts';
import { disputedOf } from '../../../doors/http/pages/replies/view.ts';
import type { DomainToken } from '../domain/desk-reply.ts';
import { publishReply } from '../operations/publish-reply.ts';
import { sayForm, type Typed, typedIn } from './say-form.ts';
import { shownHere } from './token-page.ts';
import { LIST_PATH, replyPath, TOKEN_PATH, tokenPath } from './words.ts';

/** The same as `publish_reply` takes it. */
function inputOf(visit: Visit, { about, audit_date, text }: Typed) {
  const [kind = '', criterion = null] = about.split(' ');
  const reply = { kind: kind as ReplyKind, criterion, text };
  return { proof_id: visit.params.proof_id ?? '', ...(audit_date && { audit_date }), replies: [reply] };
}

const refusedAgain: DeskForm['again'] = async (visit, { values, fault }) => {
  const proof = await shownHere(visit);
  return page(proof, html`!${sayForm(visit, proof, typedIn(values), fault)}`);
};

/** Shows a reply exactly as its page will, and publishes nothing. */
export const previewForm: DeskForm = {
  path: `${TOKEN_PATH}/preview`,
  async submit(visit, values) {
    const typed = typedIn(values);
    const { audit_date, replies } = await visit.call(publishReply, { ...inputOf(visit, typed), dry_run: true });
    const proof = await shownHere(visit);
    const now = visit.ctx.now().toISOString();
    const shown = {
      ...{ reply_id: '', audit_date, kind: replies[0]?.kind ?? 'reply', criterion: replies[0]?.criterion ?? null },
      ...{ text: typed.text, text_salt: null, published_at: now, outcome: null, removed_at: null, whole_at: '' },
      ...{ proof: proof.proof ?? 'dns', proven_at: proof.proven_at ?? now },
    };
    const disputed = disputedOf(visit.ctx.catalogue.current(), proof.slug, shown);
    const fields = html`!${Object.entries(typed).map(([name, value]) => hidden(name, value))}
<p><button>Publish it</button></p>
<p class="hint">It is public within a second, and stays: no text can be edited. It is stated in the public log.</p>`;
    return page(
      proof,
      html`<h2>As everybody will read it</h2>
<p>!${shown.criterion === null ? 'Above the criteria' : html`Below ${shown.criterion}`} of <a href="/audits/${proof.slug}/${audit_date}">the audit of ${day(audit_date)}</a>:</p>
<div class="evidence">!${replyBlock(proof.slug, { ...shown, disputed }, now.slice(0, 10))}</div>
!${stackedForm(visit, `${tokenPath(proof)}/publish`, fields)}
!${folded('Change it', sayForm(visit, proof, typed))}`,
    );
  },
  again: refusedAgain,
};

export const publishForm: DeskForm = {
  path: `${TOKEN_PATH}/publish`,
  async submit(visit, values) {
    const { replies } = await visit.call(publishReply, inputOf(visit, typedIn(values)));
    return { see_other: `${replyPath(replies[0]?.reply_id ?? '')}?done=published` };
  },
  again: refusedAgain,
};

/** @param main HTML below the name of the company */
function page(proof: DomainToken, main: string): DeskContent {
  const { slug } = proof;
  return {
    title: `A reply from ${slug}`,
    main: html`<p class="path"><a href="${LIST_PATH}">Replies</a> · <a href="${tokenPath(proof)}">The token</a></p>
<h1>A reply from ${slug}</h1>
<div class="replies-say">!${main}</div>`,
  };
}
