import { completeAddress } from '@readymark/auditor/collect/guard/typed-address';
import { html } from 'ghtml';
import { siteName } from '../../../catalogue/search/search.ts';
import type { ForPeople } from '../../../doors/http/pages/page-input.ts';

/** What pages of the core say of the forms. */
export const forPeople: ForPeople = {
  requestAt(q) {
    const known = q === '' ? {} : siteName(q) === undefined ? { company: q } : { website: completed(q) };
    const query = new URLSearchParams(known);
    return `/request${query.size ? `?${query}` : ''}`;
  },
  requestLink: (q) => html`<a href="${forPeople.requestAt(q)}">Request an audit</a>`,
  watchAt: (slug) => `/watch?slug=${slug}`,
  stored:
    'For the forms for people (/request, /watch) the same is stored, and beside it for 30 days: when the form was sent and for what, with hashes of its token and of the address, to count letters. An address from a form is used for one letter only until its owner confirms it; without that it is deleted after 7 days, or at once when its owner stops the mails.',
  asked: 'An address that was typed into a form is first asked to confirm that.',
  promised:
    'If an address was typed into a form of the site, it gets one mail that asks to confirm it, and no other before that.',
};

/** What is no address is refused when the form is sent, with the reason. */
const completed = (typed: string): string => {
  const read = completeAddress(typed);
  return 'address' in read ? read.address : typed;
};
