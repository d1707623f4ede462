import { html } from 'ghtml';
import { TOKEN_DAYS } from '../../../domain/replies/domain-token.ts';
import type { OwnPages } from '../../../doors/http/pages/page-input.ts';
import { OWN_PATH } from '../domain/addresses.ts';
import { DRAFT_DAYS, PROVEN_DAYS } from '../domain/holder.ts';
import { LINK_DAYS, LINK_KEPT_DAYS } from '../domain/link.ts';
import { looksPerHour } from '../domain/look-limits.ts';

/** What pages of the core say of the pages of those who hold a domain. */
export const ownPages: OwnPages = {
  beginButton: (website) =>
    html`<form class="check-now" method="post" action="${OWN_PATH}"><input type="hidden" name="website" value="${website}"><button type="submit">This is my site</button></form>`,
  about: '/about#own',
  visits: `Whoever shows that they hold a domain can have a private draft made, at most once in 24 hours: it asks for what an audit asks for, by the same rules. To see whether they hold it, a TXT record, a file and the home page of that domain are read when they press a button, at most ${looksPerHour.domain} times an hour; that is done whatever robots.txt says, but a domain on our list is not asked for the file and the page.`,
  promised:
    'A private draft belongs to whoever holds the domain: it is shown to nobody else, and published only when they ask for the audit and a person has reviewed it.',
  stored: `For somebody who proves that they hold a domain: the host, the token, when and where it was seen, for ${PROVEN_DAYS} days after that (${TOKEN_DAYS} without a proof); a private draft with what our robot was answered, for ${DRAFT_DAYS} days or until its holder deletes it. Only the address of their page opens it, and we keep its hash alone. Operators see a draft when its holder asks for the audit with it. For a link that is sent by mail: its page, what it is for and a hash of the address for ${LINK_KEPT_DAYS} days, and the address until it is used, ${LINK_DAYS} days at most. For a company that asked for letters: the host, the address, and what it was notified of, until it wants none.`,
  mailed:
    'A company that confirmed an address on its page gets letters too: when its score becomes stale, when another rubric will be used, and when what it sent was decided.',
};
