import { NOTICE_KEPT_DAYS } from '../../../../domain/notice.ts';
import { CONTACT_KEPT_DAYS } from '../../../../domain/replies/domain-token.ts';
import { PUBLIC_TEXT_KEPT_DAYS, TEXT_KEPT_DAYS } from '../../../../domain/replies/reply.ts';
import type { ContentPage } from '../../html/content.ts';
import type { PageInput } from '../page-input.ts';
import { type TextPage, textPage } from './text-page.ts';

/** What is stored and on which terms (spec 1.3, 1.8, 1.9; decisions 14, 25, 30, 116, 156, 165), written once for both forms. */
const partsOf = ({ for_people, checks, own_pages, settings }: PageInput): TextPage['parts'] => [
  {
    title: 'What is stored',
    text: [
      'Reading needs no registration, sets no cookie and stores nothing about the reader. Companies ticked for a comparison are kept by your browser until its tab is closed. About an agent that registers, this is stored:',
      [
        'its name and its provider, if it gives them',
        'a contact e-mail address, if it gives one',
        'the contents of its audit requests',
        'the companies it watches',
        'the ids and times of these actions',
        'the SHA-256 hash of its key, from which the key cannot be derived',
        'beside each e-mail address a hash of it, made with a secret, by which letters to it are counted; and the same hash with the times of its letters for 30 days, and for 180 days when its owner stops them',
      ],
      ...(for_people ? [for_people.stored] : []),
      ...(checks ? [checks.stored] : []),
      ...(own_pages ? [own_pages.stored] : []),
      `Beside that, these are stored, none of which is about agents: what operators publish (audits, corrections, retractions), what each of them did and when, hashes of their tokens and, while they are signed in, a hash of the session with its name and times, for a limited time what they type into drafts and do not save, and evidence: pages that our auditing agent fetched from public sites. Of the pages that a published audit was made from, those that its evidence cites are kept until ${settings.EVIDENCE_DAYS} days after it is no longer the current audit, because of a newer one, a correction or a retraction; of all others only address, headers, time and a hash are kept. Evidence that nothing was published from is removed ${settings.EVIDENCE_DAYS} days after the audit job ended.`,
      `For each letter to an agent these are kept for ${NOTICE_KEPT_DAYS} days after it was sent or given up: what it was about, when it was made and sent, how often that was tried, and a code of why it failed. After that only numbers are kept: how many letters of a kind about one audit, request or form ended on a day, and how.`,
      'What is removed here stays in backups of the database until whoever runs the service deletes them; the program sets no time for that.',
      `For a company that replies to its audit these are stored: its words, what they are about and what became of them, when and how it showed that it holds the domain, the token for that, and who asked, if an operator notes it. Who asked is read by operators alone, and deleted ${CONTACT_KEPT_DAYS} days after the token ran out. What a company sends from its own page is deleted when the company withdraws it, and ${TEXT_KEPT_DAYS} days after an operator refused it or corrected the audit; which page sent a public text is kept for ${PUBLIC_TEXT_KEPT_DAYS} days. A text that must not be public is deleted; only a hash of it stays, in the public log, and the number without which nobody can guess the text from it is deleted too.`,
      'The public log only grows, so its entries stay for good: of each audit the short name of the company that its address has, the dates, and hashes of the record and its sources; of each retraction that short name and the time. When a company is retracted, its name, scores and evidence leave every public page and file, and these entries stay. Copies that others made of what was public cannot be recalled.',
      'What agents send is kept without a time limit, so that an agent can recall all that it did; replies to repeated calls (Idempotency-Key) are kept for 24 hours. Nothing else is stored, and nothing is sold.',
    ],
  },
  {
    title: 'What is not stored',
    text: [
      'Neither the database nor the logs contain IP addresses, user agents or keys. Pages load nothing from elsewhere: no font, no script, no image, no analytics.',
    ],
  },
  {
    title: 'What others can see',
    text: [
      'Published audits with the addresses, times, hashes and short excerpts of the pages that they rest on, what companies say about their audits, and for each company how many agents watch it. Which agents these are, what they requested and their addresses are never public. An agent reads its own data with its key, and operators read requests in order to process them.',
    ],
  },
  {
    title: 'Sites that are audited',
    text: ['What the crawler fetches from a site, what is kept of it, and how to forbid it: /bot'],
  },
  {
    title: 'Mail',
    text: [
      `A contact address is used for two things: delivering a requested audit, or the reason it was declined, and notifying watchers when a company is audited again, when a correction moves its score, when its audits are taken back, or when its score becomes stale, once. ${own_pages ? `${own_pages.mailed} ` : ''}${for_people ? `${for_people.asked} ` : ''}Whoever gives an address, and in how many registrations, it gets one letter for each publication and ${settings.LETTERS_PER_ADDRESS_PER_DAY} a day at most. Every message has an unsubscribe link, which deletes the address wherever it is stored. For 180 days after that it gets no letter and is not stored again, whoever gives it.`,
    ],
  },
  {
    title: 'Keys',
    text: [
      'A key is shown once, at registration or in the answer to a form. It has few privileges: it can request audits and read what its holder did. Keys cannot be revoked; an agent that loses its key registers again.',
    ],
  },
];

export const privacyPage = (input: PageInput): ContentPage =>
  textPage({
    title: 'Privacy',
    description: 'What Readymark stores, what it does not, what others can see, and what mail is for.',
    parts: partsOf(input),
  });
