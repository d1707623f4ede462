import type { PublicReply } from '../../../../domain/replies/reply.ts';
import { counted, day } from '../../html/format.ts';
import type { ShownReply } from './view.ts';

/** What is said of a company's replies, in the same words wherever it is said (decision 156). All of it is plain text. */

const DAY_MS = 86_400_000;
const dayOf = (time: string) => time.slice(0, 10);

/** Whole days (UTC) from the publication of a dispute to today. */
const daysOpen = ({ published_at }: PublicReply, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(dayOf(published_at))) / DAY_MS));

function openText(reply: PublicReply, today: string): string {
  const days = daysOpen(reply, today);
  return days === 0 ? 'open since today' : `open for ${counted(days, 'day')}`;
}

const isOpen = ({ kind, outcome }: PublicReply): boolean => kind === 'dispute' && outcome === null;

const ends = { upheld: 'the score was confirmed', corrected: 'corrected', withdrawn: 'withdrawn' } as const;

/** A reply in a few words, for lists: `disputed, open for 12 days`. */
export function inShort(reply: PublicReply, today: string): string {
  const { kind, outcome } = reply;
  const end = outcome ? ends[outcome.outcome] : kind === 'dispute' ? openText(reply, today) : '';
  return [kind === 'dispute' ? 'disputed' : 'replied', end].filter(Boolean).join(', ');
}

/** What the company does with its words, and since when. */
export function whatItIs(reply: ShownReply, today: string): string {
  const at = day(dayOf(reply.published_at));
  if (reply.kind === 'reply') return `The company replied on ${at}.`;
  const score = reply.disputed ? `the score of ${reply.disputed.score} of ${reply.disputed.max}` : 'this score';
  return reply.outcome
    ? `The company disputed ${score} on ${at}.`
    : `The company has disputed ${score} since ${at}: ${openText(reply, today)}.`;
}

/** How the company showed that it holds the domain. */
export const howProven = ({ proof, proven_at }: Pick<PublicReply, 'proof' | 'proven_at'>): string =>
  `It showed by ${proofNames[proof]} on ${day(dayOf(proven_at))} that it holds the domain.`;

const proofNames: Readonly<Record<PublicReply['proof'], string>> = {
  dns: 'a DNS record',
  file: 'a file on its website',
  page: 'an element of its home page',
  mail: 'a mail to its administrator',
};

/** What became of a reply, without a full stop, because a link to the correcting audit may follow; '' where nothing became of it. */
export function outcomeText({ outcome, kind }: PublicReply): string {
  if (!outcome) return '';
  const said = {
    upheld: 'the score was reviewed and confirmed',
    corrected: 'a new audit corrected the score',
    withdrawn: `the company withdrew its ${kind}`,
  } as const;
  return `Outcome of ${day(dayOf(outcome.at))}: ${said[outcome.outcome]}`;
}

/** Instead of a text that was taken away; '' where the text is there. */
export const removedText = ({ text, removed_at }: PublicReply): string =>
  text === null ? `An operator removed this text${removed_at ? ` on ${day(dayOf(removed_at))}` : ''}.` : '';

/** How many replies and open disputes there are: `1 dispute open for 12 days, 2 replies`. Empty without any. */
export function summedUp(replies: readonly PublicReply[], today: string): string {
  const open = replies.filter(isOpen);
  const [oldest] = open.toSorted((a, b) => (a.published_at < b.published_at ? -1 : 1));
  const decided = replies.filter(({ kind, outcome }) => kind === 'dispute' && outcome !== null).length;
  const others = replies.length - open.length - decided;
  return [
    oldest && `${counted(open.length, 'dispute')} ${openText(oldest, today)}`,
    decided && counted(decided, 'decided dispute'),
    others && counted(others, 'reply', 'replies'),
  ]
    .filter(Boolean)
    .join(', ');
}
