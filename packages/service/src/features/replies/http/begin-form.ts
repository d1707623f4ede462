import { html } from 'ghtml';
import type { DeskRequestDetails } from '../../../domain/desk.ts';
import type { Refused, Visit } from '../../../doors/http/desk/definition.ts';
import { folded, hidden, stackedForm } from '../../../doors/http/desk/parts.ts';
import { shortened } from '../../../doors/http/html/format.ts';
import { BEGIN_PATH } from './words.ts';

const CONTACT_MAX = 254;

/** The form where the company is typed. @param refused what was typed, and why it was refused */
export function beginAnywhere(visit: Visit, refused: Refused | undefined): string {
  const slug = refused?.values.get('slug') ?? visit.query.get('slug') ?? '';
  const fields = html`<p><label for="slug">Slug of the company</label><input id="slug" name="slug" value="${slug.slice(0, 200)}" required maxlength="200" autocapitalize="none" spellcheck="false"></p>
!${contactField(refused?.values.get('contact') ?? '')}`;
  const form = stackedForm(visit, BEGIN_PATH, fields, refused);
  return folded('Begin a reply from a listed company', form, refused !== undefined || slug !== '', ' id="begin"');
}

/** On the page of a request for a listed company, whose notes may ask to reply; '' for another one. */
export function beginForRequest(visit: Visit, { listed, contact_email, registered_email }: DeskRequestDetails): string {
  if (!listed) return '';
  const fields = hidden('slug', listed.slug) + contactField(contact_email ?? registered_email ?? '');
  const form = stackedForm(visit, BEGIN_PATH, fields);
  return html`<section><h2>Reply of the company</h2><p class="hint">When the request asks to reply to the audit, or to dispute a criterion of it.</p>
!${folded(html`Begin a reply from <bdi>${shortened(listed.company, 40)}</bdi>`, form)}</section>`;
}

const contactField = (value: string): string =>
  html`<p><label for="contact">Who asks, for the desk alone</label><input id="contact" name="contact" value="${value}" maxlength="${CONTACT_MAX}" autocomplete="off" aria-describedby="contact-hint"></p>
<p class="hint" id="contact-hint">You send the token yourself. Who asks is forgotten 90 days after the token ran out.</p>
<p class="actions"><button>Make a token</button></p>`;
