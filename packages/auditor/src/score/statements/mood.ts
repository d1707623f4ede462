import type { Token } from './clauses.ts';

/** A question states nothing, with its sign or with that of an accordion behind it. */
export const isAsked = (sentence: string): boolean => /[?？][\s+–\-–"”»')\]]{0,4}$/u.test(sentence.trim());

/** Lines of programs and patterns, names of keys (`orders:list:v1`) and of optional parameters (`since?, until?`). */
export const isCode = (sentence: string): boolean =>
  /[a-z]:[\w-]+:\w|\w\(\w[\w,? ]*\?[,)]/.test(sentence) || /\(\{|\?[:]|\(\);|=>|[{}]\s*[;,]/.test(sentence);

/** How many words of a menu may be in one line. */
const MENU = 20;
const number = /\d/;
/** "How much it gains from staying": what a text is about, not what it says of it. */
const MEASURE = /(?:^|:\s)how (?:much|many|well|far|often|long|quickly|easily)\b/i;

/** An arrow behind a few words leads to another page: `See our work →`. One within a sentence is a way through menus. */
const isButton = (sentence: string): boolean => {
  const [before = '', ...behind] = sentence.split(/[→➔›»]/);
  if (behind.length === 0 || /[.!]$/.test(sentence)) return false;
  const isLast = behind.every((one) => one.trim() === '');
  return before.trim().split(/\s+/).length <= (isLast ? 2 * BUTTON : BUTTON);
};
/** How many words a button has. */
const BUTTON = 4;

/** A row of links: `Related: Till integration · All integrations · Scales`. */
const isMenu = (sentence: string): boolean => {
  const parts = sentence.split(/ [·•|] /);
  return parts.length > 2 && parts.every((part) => part.trim().split(/\s+/).length <= BUTTON);
};

/**
 * Words of a menu, a button or a heading, which name something and state nothing: fewer than four words, or more that all
 * begin with a capital or are short, without a number.
 */
export function isLabel(sentence: string, tokens: readonly Token[]): boolean {
  if (MEASURE.test(sentence) || isButton(sentence)) return true;
  if (number.test(sentence)) return false;
  if (isMenu(sentence)) return true;
  const words = sentence.match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  if (words.length < 4) return true;
  if (sentence.trim().endsWith(':') && tokens.length < 16) return true;
  if (words.length > MENU || /[.!]$/.test(sentence.trim())) return false;
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word) || word.length < 4).length;
  return capitals === words.length;
}

/** A request to the customer: `please call us`, `bitte melden Sie sich`. */
const request =
  /(?:^|[,;:–—] ?|\b(?:please|bitte|merci de|veuillez|por favor|per favore|alstublieft) )(?:please |bitte )?(?:(?:contact|call|e-?mail|write|let|send|return|reply|notify|inform|ring|text|report|check|keep|bring|ask|see|use|make|give|store|eat|fill|put|take|leave|remember|remove|wash|clean)(?= (?:us|me|the|your|it|to|an?|in|this|that|sure|photos?)\b)|\p{L}+en sie\b|\p{L}+ez\b|(?:contacte|llame|escriba|avise|envíe|contáctenos|contattateci|contattaci|chiamate|scriveteci|avvisateci|bel|mail|ligue|escreva|contacte-nos)(?!\p{L}))/iu;
/** Somebody does something: the offerer, or the customer who gets it. */
const deed =
  /(?<!\p{L})(?:we|i|you (?:get|receive|pay|lose|keep|can|may|have)|refund\p{L}*|charg\p{L}+|free|wir|ich|erstatte\p{L}*|berechne\p{L}*|nous|je|rembours\p{L}*|nosotros|reembols\p{L}*|cobramos|devolvemos|rimbors\p{L}*|offriamo|wij|terugbeta\p{L}*|devolv\p{L}*)(?!\p{L})/iu;

/** Asks the customer for something, and leaves out what follows from it. */
export const asksOnly = (sentence: string): boolean => request.test(sentence) && !deed.test(sentence);
