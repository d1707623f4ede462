import type { Site } from '../../read/site.ts';
import { fold, hasAny } from '../claims/folded.ts';
import { amount, bounded, quantitiesIn } from '../claims/quantities.ts';
import { type Text, textsOf } from '../claims/texts.ts';
import { isOfOwnOffer } from '../own/own-offer.ts';
import { placeOf } from '../presence.ts';
import { statementOf } from '../statements/statement.ts';
import { type HeadedRow, headedRows } from './headed-rows.ts';

/** An amount, also one whose currency is elsewhere, by its two places: `21,50`. */
const isAmount = (cell: string): boolean => amount.test(cell) || /^\d{1,6}[.,]\d\d$|^Fr\.? ?\d/.test(cell);

/**
 * A row that bounds something, as its heading, its label or a cell says: a rate, a limit, or what a plan includes. How large or long something
 * is bounds nothing, nor does what an option is set to, and of a row of prices it is not known which.
 */
export const boundsIn = ({ label, headings, cells }: HeadedRow, words: readonly string[]): boolean => {
  if (cells.some((cell) => NEARLY.test(cell))) return false;
  const priced = cells.some((cell, at) => isAmount(cell) || amount.test(headings[at + 1] ?? ''));
  return cells.some((cell, at) => {
    const head = headings[at + 1] ?? '';
    if (isAmount(cell) || !COUNTS.test(cell) || SHARE.test(cell) || cell.length > SHORT) return false;
    if (hasAny(fold(head), words)) return true;
    if (priced) return false;
    if (RATE.test(cell)) return true;
    // In any other table it may be how much there is, how long something takes, or what it is set to.
    if (!OF_PLANS.test(headings[0] ?? '')) return false;
    if ((label.length <= SHORT && hasAny(fold(label), words)) || bounded.test(cell)) return true;
    const [first = ''] = headings;
    return [head, label].some(
      (name) =>
        INCLUDED.test(name) ||
        // A row that is one plan says how much it has of each.
        (BEGINS.test(cell) &&
          quantitiesIn(`${cell} ${name}`).some(({ unit, per }) => per !== '' || (first !== '' && !SHAPES.has(unit)))),
    );
  });
};
/** How large, heavy or good something is: it says nothing of how much one gets. */
const SHAPES = new Set(['percent', 'length', 'weight']);
/** What the plan has of it, and no more: `Seats included`. */
const INCLUDED =
  /(?<!\p{L})(?:included?|includes|inklusive|enthalten|inbegriffen|inclus(?:es?)?|incluid[oa]s?|inclus[oaie]|compres[oaie]|inbegrepen|incluíd[oa]s?|concurrent|simultaneous|gleichzeitig|simultanés?|simultáne[oa]s?|simultane[oaie]?|gelijktijdig)(?!\p{L})/iu;
/** The first heading of a table that compares what is offered: none, or `Plan`. */
const OF_PLANS =
  /^$|^(?:plan[sy]?|planes|tiers?|editions?|packages?|pakete?|tarife?s?|tarifas?|abos?|formules?|offres?|forfaits?|pian[oi]|abbonament[oi]|pacchett[oi]|planos?|paquetes?|pacotes?|pakket(?:ten)?|abonnement(?:en|s)?|features?|limits?)(?!\p{L})/iu;
/** Begins with its number: `CRF 23` sets something. */
const BEGINS = /^[<>≤≥~+]? ?\d/;
/** Has a number that is no part of a name: `up to 4` and not `MP4` or `H.264`. */
const COUNTS = /(?<![\p{L}\d.])\d/u;
/** A share of a price or a service, and how many of one thing come to another, bound nothing: `20 %`, `1 per 8 guests`. */
const SHARE = /^-?\d[\d.,]* ?%|\d (?:per|pro|auf|pour|por|por cada|ogni|op) \d/iu;
/** What was measured, and bounds nothing. */
const NEARLY = /^[~≈]|^roughly\b|^approx|\b(?:approx|about|around|roughly|circa|ca\.)\s?\d/i;
/** How long a cell may be that says no more than a bound, in characters. */
const SHORT = 40;
/** `200 a month`. */
const RATE =
  /\d ?(?:\/|(?:an?|per|each|pro|im|par|al|a la|por|ao|al|op|per) )\s?(?:second|minute|hour|day|week|month|year|monat|tag|jahr|woche|mois|jour|an|mes|día|semana|año|mese|giorno|anno|maand|dag|jaar|mês|dia|ano)\b/iu;
/** Columns of a table of options, as programs have them. */
const OF_OPTION = /^(?:type|default(?: value)?|required|standardwert|typ|défaut|par défaut|predeterminado|padrão)$/i;

/** A cell that says something of another row: `as Total`, `US, bigger`. */
const OF_OTHER_ROW =
  /^(?:as|same|like|ditto|after that|then|idem|wie|danach|comme|ensuite|como|después|come|poi|zoals|daarna|depois)[ ,]|\b(?:same as|as above|everything in|all of|bigger|smaller|larger|others?|the rest)\b|^(?:alles|tout) (?:aus|de|du) /iu;

/** The place of the first row with its headings that shows something of the offerer's own, with the row; empty where there is none. */
export function rowSaid(site: Site, roles: readonly string[], shows: (row: HeadedRow, text: Text) => boolean): string {
  for (const role of roles)
    for (const text of textsOf(site)) {
      const { page, language } = text;
      if (text.role !== role || page === undefined || language === undefined) continue;
      if (!isOfOwnOffer(site, page, role)) continue;
      const row = headedRows(page).find(
        (one) =>
          !one.headings.some((head) => OF_OPTION.test(head)) &&
          ![one.label, ...one.cells].some((cell) => OF_OTHER_ROW.test(cell)) &&
          shows(one, text) &&
          !statementOf(one.quote, site, language).of_party,
      );
      if (row) return `${placeOf(site, text.item.final_url)}: "${row.quote}"`;
    }
  return '';
}
