/**
 * What rules of statements and finders know of a language. Words are in lower case, as they are written; a `*` at the end stands
 * for any ending, `#` for a number. A further language is a further file and a line in `index.ts`.
 */
export type Language = {
  code: string;
  /** As sentences of evidence name it: `German`. */
  name: string;
  /** Words that any text of this language has some of, and others have not. */
  common: readonly string[];
  /** What follows is denied, until a clause ends: `not`. */
  negations: readonly string[];
  /** Denies every member of the list that follows: `no`, `without`. */
  denying_lists: readonly string[];
  /** Have a negation and deny nothing: `not only`, `no more than`. */
  not_denying: readonly string[];
  /** A sentence, in lower case, in which the offerer says what it does not do (decision 200): `we don't wash leather`. */
  refuses: RegExp;
  /** Begin a clause that is only supposed: `if`. */
  conditions: readonly string[];
  /** How an answer begins that denies what was asked: `no`, `not yet`. */
  no: readonly string[];
  /** In a question whether the customer must or pays something, which a no refuses nobody: `do I need`. */
  needs: readonly string[];
  /** Begin another clause, which is not denied: `but`. */
  clause_starts: readonly string[];
  /** Other words for those of ladders and finders. */
  synonyms?: readonly (readonly [string, readonly string[]])[];
  /** What is not there yet. */
  planned: readonly string[];
  /** What is no longer there. */
  past: readonly string[];
  /** What a condition of a deal comes to: money that is paid, returned or saved. */
  settling: readonly string[];
  /** What a condition of a deal may be about, by its name: `refund*`, `annual`. */
  deals: readonly string[];
  /** What nobody can measure: a condition with it cannot be checked. */
  vague: readonly string[];
  /** Advice to readers: what they should do, here or elsewhere. */
  advice: readonly string[];
  /** What the customer has to do or promises. */
  duties: readonly string[];
  /** What the law or another contract gives, and not the offer. */
  reserved: readonly string[];
  /** People who offer something like it: `other providers`. */
  others: readonly string[];
  /** Of somebody whom the sentence before named, where a sentence begins with it: `their`. Left out where it also means `your`. */
  theirs?: readonly string[];
  /** Begin a sentence that says nothing without the one before it: `after that`. */
  leaning: readonly string[];
  /** Among the first words of a sentence, they point at something that was named before: `If they …`. */
  pointing: readonly string[];
  /** Begin a sentence that goes on from the one before it: `so`. */
  goes_on: readonly string[];
  /** Point at what was named before wherever they are: `within those 14 days`. */
  demonstratives: readonly string[];
  /** Begin a clause that says only where something is written: `see`. */
  elsewhere: readonly string[];
  /** Others than the offerer and his customer, by what they are: `the payment provider`. */
  parties: readonly string[];
  /** What a whole sentence, in lower case, has: a verb, or who does something. */
  states: RegExp;
  /** The customer is spoken to: `you`, `your`. */
  you: readonly string[];
  /** The offerer speaks: `we`, `our`. */
  own: readonly string[];
  /** Parts of addresses and titles of articles: `blog`, `news`. */
  articles: readonly string[];
  /** What pages are called that look for staff, as parts of addresses: `careers`. */
  jobs: readonly string[];
  /** Months by the number of their first letters that differ, from January. */
  months: readonly string[];
  /** Words for the numbers that times and counts have most. */
  numbers: readonly string[];
  /** Units by what they measure: `{ tag: 'day' }`. */
  units: Readonly<Record<string, string>>;
  /** How often, by the unit of time: `{ monatlich: 'month' }`. */
  every: Readonly<Record<string, string>>;
  /**
   * Words that nominate a sentence for a fact, by the `finder` that ladders name and the argument: `{ renewal: { words: […] } }`. Those
   * of English are in ladders.
   */
  finders: Finders;
  /** Words that show a part of the offer, by its name in `claims/offer.ts`; those of English are there. */
  parts: Readonly<Record<string, readonly string[]>>;
};

export type Finders = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** `a, b c`: phrases between commas. */
export const phrases = (text: string): string[] => text.split(', ');

/** `{ day: 'tag tage' }` as `{ tag: 'day', tage: 'day' }`. */
export const units = (names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(names).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit])));

/** Where people keep their own data on their devices. Ladders have the same in English. */
export const personal: readonly string[] = phrases(
  'icloud, apple health, health connect, google fit, apple calendar, apple kalender, iphone calendar, iphone kalender',
);

/** What customers run that an offer may be connected to; payment is none of it (decision 201). Ladders have the same in English. */
export const connectable: readonly string[] = phrases(
  'quickbooks, xero, freeagent, netsuite, bill com, coupa, birchstreet, edi, sftp, datev, lexoffice, lexware, sevdesk, ebics, shopware, shopify, woocommerce, prestashop, exact online, moneybird, twinfield, holded, contasol, fatture in cloud, teamsystem, moloni, invoicexpress, toconline, pennylane, sellsy, cegid, mailchimp, zapier, google calendar, google kalender, outlook, ical, icalendar, ics, slack, microsoft teams, salesforce, hubspot, pos system*, property management',
);
