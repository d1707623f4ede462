import { html } from 'ghtml';
import type { Fault } from '../../../domain/fault.ts';
import { REPLY_CHARACTERS_MAX, type ReplyKind } from '../../../domain/replies/reply.ts';
import type { Visit } from '../../../doors/http/desk/definition.ts';
import { options, stackedForm } from '../../../doors/http/desk/parts.ts';
import { day, grouped } from '../../../doors/http/html/format.ts';
import type { DomainToken } from '../domain/desk-reply.ts';
import { tokenPath } from './words.ts';

export type Typed = { about: string; audit_date: string; text: string };

/** What a company says, before it is published. Publishing follows the preview. @param refused what was typed, and why it was refused */
export function sayForm(visit: Visit, proof: DomainToken, typed?: Typed, fault?: Fault): string {
  const { snapshot, dates, criteria } = publicAuditsAt(visit, proof.slug);
  const about = typed?.about ?? '';
  const group = (kind: ReplyKind, label: string) => {
    const of = criteria.map(({ id, name }) => [`${kind} ${id}`, `${id} ${name}`] as const);
    return html`<optgroup label="${label}">!${options(of, about)}</optgroup>`;
  };
  const current = snapshot.entry(proof.slug)?.audit_date;
  const audits = dates.map((date) => [date, `${day(date)}${date === current ? ', the current one' : ''}`] as const);
  const fields = html`<p><label for="audit_date">The audit of</label><select id="audit_date" name="audit_date">!${options(audits, typed?.audit_date)}</select></p>
<p><label for="about">About</label><select id="about" name="about" required><option value="">Choose…</option>!${options([['reply', 'a reply to the whole audit']], about)}!${group('dispute', 'A dispute of the score of')}!${group('reply', 'A reply to')}</select></p>
<p><label for="text">What the company says</label><textarea id="text" name="text" rows="8" maxlength="${REPLY_CHARACTERS_MAX}" required dir="auto" aria-describedby="text-hint">${typed?.text ?? ''}</textarea></p>
<p class="hint" id="text-hint">Its own words, as they came: plain text, at most ${grouped(REPLY_CHARACTERS_MAX)} characters for a criterion. Publish only what came from the person who was given this token.</p>
<p><button>Preview</button></p>`;
  return stackedForm(visit, `${tokenPath(proof)}/preview`, fields, fault && { fault });
}

/** The public audits of a company, from the snapshot. */
function publicAuditsAt({ ctx }: Visit, slug: string) {
  const snapshot = ctx.catalogue.current();
  const dates = snapshot.publicAudits(slug).map(({ audit_date }) => audit_date);
  return { snapshot, dates: dates.toReversed(), criteria: snapshot.record(slug)?.criteria ?? [] };
}

export function typedIn(values: URLSearchParams): Typed {
  const of = (name: string) => values.get(name) ?? '';
  // Browsers send line ends as two characters.
  return { about: of('about'), audit_date: of('audit_date'), text: of('text').replaceAll('\r\n', '\n').trim() };
}
