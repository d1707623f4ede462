import { html } from 'ghtml';
import type { PageInput } from './page-input.ts';

/** A link to the form that requests an audit, filled in with what was searched for in vain; '' where there is no form. */
export const requestLink = ({ for_people }: PageInput, q: string): string =>
  for_people ? html`<a href="${for_people.requestAt(q)}">Request an audit</a>` : '';
