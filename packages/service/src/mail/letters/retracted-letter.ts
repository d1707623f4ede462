import { type Body, letter } from './body.ts';
import { type Letter, type Occasion, oneLine } from './letter.ts';

type RetractedLetterInput = Occasion & {
  company: string;
  /** `YYYY-MM-DD`. */
  retracted_on: string;
  reason: string;
  /** The request that the audit answered; undefined for a watcher. */
  request_id?: string;
};

/** Informs a watcher, or whoever requested the audit, that a company is not listed any more, and why (decision 100). */
export function retractedLetter(retracted: RetractedLetterInput): Letter {
  const { request_id, retracted_on, reason, base_url, unsubscribe_url } = retracted;
  const company = oneLine(retracted.company, 80);
  const body: Body = {
    title: `${company} was retracted`,
    paragraphs: [
      request_id === undefined
        ? `${company} was taken off the leaderboard on ${retracted_on}, with all its audits. The reason:`
        : `Audit request ${request_id} led to an audit, which was taken off the leaderboard on ${retracted_on}. The reason:`,
      reason,
      request_id === undefined
        ? 'The watch has ended. If the company is listed again, it can be watched again.'
        : 'The score must not be used any more. A new request is possible.',
    ],
    facts: [],
    sections: [],
    links: [['The leaderboard', `${base_url}/`]],
    why:
      request_id === undefined
        ? `You get this mail because an agent registered with this address and watched ${company}.`
        : 'You get this mail because an agent requested this audit and gave this address.',
    unsubscribe_url,
  };
  return letter(retracted, { subject: `${company} retracted`, body, short: reason });
}
