import type { Audit } from '@readymark/rubric/audit/audit';
import { type Body, letter } from '../../../mail/letters/body.ts';
import { companyName, type Letter, type Occasion } from '../../../mail/letters/letter.ts';

type ConfirmationLetterInput = Occasion & {
  purpose: string;
  /** The company that is to be watched, as the leaderboard names it; null for a request, and where it is not listed any more. */
  watched: Pick<Audit, 'slug' | 'company' | 'framework'> | null;
  confirm_url: string;
  /** For how many days the link works. */
  days: number;
};

/**
 * Asks the owner of an address that was typed into a form whether letters are welcome (decision 116). It contains nothing
 * that was typed, of a company only the name that we publish: whoever sent the form may be a stranger to the recipient.
 */
export function confirmationLetter(of: ConfirmationLetterInput): Letter {
  const { purpose, watched, confirm_url, days, base_url, unsubscribe_url } = of;
  const watch = purpose === 'watch';
  const wanted = watch
    ? `Somebody asked Readymark to write to this address whenever ${watched ? companyName(watched) : 'this company'} is audited again.`
    : 'Somebody asked Readymark for the audit of a company, and to write to this address when it is done or declined.';
  const body: Body = {
    title: 'Please confirm your address',
    paragraphs: [
      wanted,
      `If that was you, open this link within ${days} days and press the button there:`,
      confirm_url,
      'If it was not you, there is nothing to do: without the button no other letter comes, and the address is deleted after these days.',
    ],
    facts: [],
    sections: [],
    links: [
      ...(watched === null ? [] : ([['The company', `${base_url}/audits/${watched.slug}`]] as const)),
      ['Confirm this address', confirm_url],
      ['What Readymark is', `${base_url}/about`],
    ],
    why: 'You get this mail because this address was typed into a form of Readymark.',
    unsubscribe_url,
  };
  return letter(of, { subject: 'Please confirm your address', body });
}
