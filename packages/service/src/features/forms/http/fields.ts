import type { FieldError } from '@readymark/rubric/field';
import { html } from 'ghtml';

/** What a form shows: the texts that were typed, and what is wrong with them. */
export type FilledForm = {
  /** Sent with the form: sending it twice is sending it once. */
  token: string;
  values: Readonly<Record<string, string>>;
  errors: readonly FieldError[];
  /** What is wrong beyond single fields. */
  message?: string;
};

type Field = {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email';
  /** Which keys a phone shows. */
  inputmode?: 'url';
  required?: boolean;
  /** What the label says of a field that is not required. */
  unless?: string;
  maxlength: number;
  autocomplete?: string;
  placeholder?: string;
  /** Lines of a larger field. */
  rows?: number;
  /** Is never shown again. */
  secret?: boolean;
};

/** One labelled field, with its hint and what is wrong with it beside it. Every text is escaped. */
export function field(form: FilledForm, of: Field): string {
  const {
    name,
    label,
    hint,
    type = 'text',
    inputmode,
    required,
    unless = 'optional',
    maxlength,
    autocomplete,
    placeholder,
    rows,
    secret,
  } = of;
  const value = secret ? '' : (form.values[name] ?? '');
  const errors = form.errors.filter((error) => error.field === name);
  const described = [hint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(' ');
  const common = html`id="${name}" name="${name}" maxlength="${maxlength}"!${required ? ' required' : ''}!${inputmode ? html` inputmode="${inputmode}"` : ''}!${autocomplete ? html` autocomplete="${autocomplete}"` : ''}!${placeholder ? html` placeholder="${placeholder}"` : ''}!${described ? html` aria-describedby="${described}"` : ''}!${errors.length ? ' aria-invalid="true"' : ''}`;
  return html`<div class="field">
<label for="${name}">${label}!${required ? '' : html` <span>(${unless})</span>`}</label>
!${hint ? html`<p class="hint" id="${name}-hint">!${hint}</p>` : ''}
!${errors.length ? html`<p class="wrong" id="${name}-error">${errors.map(({ message }) => `${label} ${message}.`).join(' ')}</p>` : ''}
!${rows ? html`<textarea !${common} rows="${rows}">${value}</textarea>` : html`<input !${common} type="${type}" value="${value}"!${secret ? ' spellcheck="false" autocapitalize="off"' : ''}>`}
</div>`;
}

const isRefused = ({ errors, message }: FilledForm) => errors.length > 0 || message !== undefined;

/** Before the title of a page whose form was refused, where readers of screens hear it first. */
export const refusedTitle = (form: FilledForm): string => (isRefused(form) ? 'Not sent: ' : '');

/** What was wrong, above the form, with links to the fields. */
export function refusals(form: FilledForm): string {
  if (!isRefused(form)) return '';
  const { errors, message } = form;
  const named = [...new Set(errors.map(({ field }) => field))].filter((name) => name !== 'form');
  const whole = errors.filter(({ field }) => field === 'form').map(({ message }) => `This ${message}.`);
  return html`<section class="refused" aria-labelledby="refused">
<h2 id="refused">Nothing was sent</h2>
!${[...(message === undefined ? [] : [message]), ...whole].map((text) => html`<p>${text}</p>`)}
!${named.length ? html`<p>Please look at: !${named.map((name) => html`<a href="#${name}">${name.replaceAll('_', ' ')}</a>`).join(', ')}</p>` : ''}
</section>`;
}

/** The fields that both forms end with: an address for letters, and a key that somebody may have already. */
export function contactFields(form: FilledForm, email: Pick<Field, 'hint' | 'unless'>): string {
  return html`!${field(form, { name: 'email', label: 'E-mail address', type: 'email', maxlength: 254, autocomplete: 'email', ...email })}
<details class="with-key"!${form.values.api_key || form.errors.some((error) => error.field === 'api_key') ? ' open' : ''}>
<summary>I have a key of this service already</summary>
!${field(form, { name: 'api_key', label: 'Key', maxlength: 200, autocomplete: 'off', placeholder: 'rmk_…', secret: true, hint: 'What you send then belongs to the same registration, and letters go to its address. Leave the e-mail address empty.' })}
</details>`;
}

/** What is said of typed data, under both forms. */
export const dataNote =
  'Stored: what you type here. The address gets one letter that asks you to confirm it, and is deleted after 7 days if you do not; it is never public. No cookie is set. <a href="/privacy">Privacy</a>, <a href="/terms">terms</a>.';
