import type { AboutPart, PageInput } from '../../../doors/http/pages/page-input.ts';
import { DRAFT_DAYS, PROVEN_DAYS } from '../domain/holder.ts';
import { sendsMail } from '../domain/link.ts';

/** What somebody who holds a domain can do, on the page about the service. */
export const aboutHolders = ({ settings }: Pick<PageInput, 'settings'>): AboutPart => ({
  title: 'Is this your company?',
  id: 'own',
  text: [
    'Whoever holds the domain of a site can measure it before it is published:',
    [
      'Type the address at /own. You get a page at an address that nobody can guess.',
      'Put the token of that page into the DNS, a file, or the head of your home page, and press "Check now". No account and no operator is needed.',
      `For ${PROVEN_DAYS} days you can have the whole audit drafted, once a day: every criterion with what was found, what is missing for the next score, and what to paste. Nobody else sees it. It is deleted after ${DRAFT_DAYS} days, or when you say so.`,
      `Once an audit is published you see there what you can do about it: reply, dispute a score, ask for a correction or a re-audit, and take the badge${sendsMail(settings) ? '; and you get letters before the score is stale, if you want them' : ''}.`,
      'When you ask for the audit with such a draft, our reviewers read it instead of starting. Nothing is published that a person has not reviewed.',
    ],
  ],
});
