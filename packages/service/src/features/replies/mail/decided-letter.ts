import { type Body, type Fact, letter } from '../../../mail/letters/body.ts';
import { type Letter, type Occasion, oneLine } from '../../../mail/letters/letter.ts';

/** What became of something that a company sent (decision 183). */
export type DecidedText = {
  company: string;
  slug: string;
  audit_date: string;
  /** What it is, such as `dispute of P1-A`. */
  what: string;
  /** What became of it, as the end of a sentence: `is published`. */
  became: string;
  means: string;
  answer: string | null;
};

export function decidedLetter(of: Occasion & DecidedText): Letter {
  const { slug, audit_date, what, became, means, answer, base_url, unsubscribe_url } = of;
  const company = oneLine(of.company, 80);
  const title = `${company}: your ${what} ${became}`;
  const links: Fact[] = [['The audit', `${base_url}/audits/${encodeURIComponent(slug)}`]];
  const body: Body = {
    title,
    paragraphs: [means, ...(answer === null ? [] : [`The operator says:\n${answer}`])],
    facts: [['Audit of', audit_date]],
    sections: [],
    links,
    why: `You get this mail because this address was confirmed for letters to ${company}.`,
    unsubscribe_url,
  };
  return letter(of, { subject: title, body });
}
