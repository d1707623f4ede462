import { type Body, letter } from './body.ts';
import { type Letter, type Occasion, oneLine } from './letter.ts';

type DeclinedLetterInput = Occasion & { request_id: string; company: string; declined_reason: string };

/** Informs a requester that there will be no audit, and why (decision 28). The company is named as in the request. */
export function declinedLetter(declined: DeclinedLetterInput): Letter {
  const { request_id, declined_reason, base_url, unsubscribe_url } = declined;
  const company = oneLine(declined.company, 80);
  const body: Body = {
    title: `The audit request for ${company} was declined`,
    paragraphs: [`Audit request ${request_id} will not lead to an audit. The reason:`, declined_reason],
    facts: [],
    sections: [],
    links: [
      ['How to send a new request', `${base_url}/auth.md`],
      ['The leaderboard', `${base_url}/`],
    ],
    why: 'You get this mail because an agent requested this audit and gave this address.',
    unsubscribe_url,
  };
  return letter(declined, { subject: `Audit request for ${company} declined`, body, short: declined_reason });
}
