import { type Body, letter } from './body.ts';
import { companyName, type Letter, type Occasion } from './letter.ts';

type StaleScore = {
  slug: string;
  company: string;
  framework: string;
  overall_score: number;
  tier: string;
  audit_date: string;
};

/** Notifies a watcher that scores became stale, each with what it was (decision 182). There is at least one. */
export function staleLetter(of: Occasion & { day: string; scores: readonly StaleScore[] }): Letter {
  const { scores, base_url, unsubscribe_url } = of;
  const [first, ...others] = scores;
  const name = first ? companyName(first) : '';
  const subject = others.length
    ? `The scores of ${name} and ${others.length} more are stale`
    : `The score of ${name} is stale`;
  const body: Body = {
    title: subject,
    paragraphs: [
      'A score reports what was found on the day of the audit. No new audit was made before the day on which one was due, so what is listed below may be out of date. Anybody may ask for a new audit; it is free.',
    ],
    facts: [],
    sections: [
      {
        heading: 'Stale scores',
        rows: scores.map((score) => [
          companyName(score),
          `${score.overall_score} of 100, ${score.tier}, audited on ${score.audit_date}: ${base_url}/audits/${encodeURIComponent(score.slug)}`,
        ]),
      },
    ],
    links: [['The leaderboard', `${base_url}/`]],
    why: `You get this mail because an agent registered with this address and watches ${others.length ? 'these companies' : name}.`,
    unsubscribe_url,
  };
  return letter(of, { subject, body });
}
