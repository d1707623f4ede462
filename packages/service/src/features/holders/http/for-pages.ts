import { html } from 'ghtml';
import type { OwnPages } from '../../../doors/http/pages/page-input.ts';
import { DRAFT_DAYS, PROVEN_DAYS } from '../domain/holder.ts';
import { OWN_PATH } from './addresses.ts';

/** What pages of the core say of the pages of those who hold a domain. */
export const ownPages: OwnPages = {
  beginButton: (website) =>
    html`<form class="check-now" method="post" action="${OWN_PATH}"><input type="hidden" name="website" value="${website}"><button type="submit">This is my site</button></form>`,
  about: '/about#own',
  promised:
    'A private draft belongs to whoever holds the domain: it is shown to nobody else, and published only when they ask for the audit and a person has reviewed it.',
  stored: `Of somebody who proves to hold a domain: the host, the token, when and where it was seen, for ${PROVEN_DAYS} days after that (14 without a proof); a private draft with what our robot was answered, for ${DRAFT_DAYS} days or until its holder deletes it. Only the address of their page opens it, and we keep its hash alone. Operators see a draft when its holder asks for the audit with it.`,
};
