import type { Page } from '../../read/site.ts';
import { fold } from '../claims/folded.ts';
import { withHeader } from '../claims/quantities.ts';
import { LONGEST_QUOTE } from '../statements/alone.ts';

/** The row of a table as it is quoted, with what its first cell names and the headings that it is read by. */
export type HeadedRow = { quote: string; label: string; headings: readonly string[]; cells: readonly string[] };

/** How many columns a table has of which a row is quoted, and how long a heading is, in characters. */
const MOST_COLUMNS = 6;
const LONGEST_HEADING = 40;
/** How many rows of a table are looked at. */
const MOST_ROWS = 40;

const made = new WeakMap<Page, readonly HeadedRow[]>();

/**
 * The rows of the tables of a page that can be understood alone: `Plan: Solo; Projects: 5`. The heading of the first column may be
 * missing, as its cell names the row; no other may, and none may be a number, as then the table has no headings (decision 229).
 */
export function headedRows(page: Page): readonly HeadedRow[] {
  const known = made.get(page);
  if (known) return known;
  const found = page.tables.flatMap(({ rows }) => {
    const [headings = [], ...rest] = withHeader(rows);
    return isHead(headings) ? rest.slice(0, MOST_ROWS).flatMap((row) => headed(headings, row)) : [];
  });
  made.set(page, found);
  return found;
}

/** Columns of what was once: past work is no offer. */
const OF_PAST = /\b(?:came to|took|paid|was|were|cost us)\b/i;

/** Columns of what is not offered here, in the languages that are read. */
const OF_OTHERS =
  /^(?:(?:most |the |many )?others?|competitors?|(?:a |the )?(?:typical|traditional|average|usual|other) .{2,30}|elsewhere|them|rivals?|alternatives?|andere|üblich|mitbewerber|ailleurs|(?:les )?(?:autres|concurrents)|(?:los )?(?:otros|demás)|(?:la )?competencia|(?:gli )?altri|concorrenti|elders|anderen|(?:os )?outros|(?:a )?concorrência)$/iu;

/** A day of the week as the first heading: the row is one of hours. */
const DAY =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|mié|jeu|jue|ven|vie|sam|sáb|dim|dom|gio|ma|wo|vr|za|zo|seg|ter|qua|qui|sex)(?!\p{L})|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|(?:maan|dins|woens|donder|vrij|zater|zon)dag|segunda|terça|quarta|quinta|sexta)/iu;
const SHUT = /^(?:closed|geschlossen|fermé|cerrado|chiuso|gesloten|fechado)$/iu;

const isHead = ([first = '', ...others]: readonly string[]): boolean =>
  others.length > 0 &&
  !DAY.test(first) &&
  !others.some((one) => SHUT.test(one) || OF_PAST.test(one)) &&
  !others.some((one) => OF_OTHERS.test(one.trim())) &&
  others.length < MOST_COLUMNS &&
  !/\d/.test(first) &&
  new Set(others.map(fold)).size === others.length &&
  others.every((one) => !isBilingual(one) && /\p{L}/u.test(one) && !/\d/.test(one) && one.length <= LONGEST_HEADING);

/** `Nights / Nächte`, `NightsNächte`: a label in several languages does not name what is priced for who reads one of them. */
const isBilingual = (label: string): boolean => /\p{L} [/|] \p{L}|\p{Ll}\p{Lu}\p{Ll}/u.test(label);

/** A mark that leads to a note elsewhere: `Buckets *`. */
const NOTED = /(?:[*†‡]|(?<!m)[¹²³])\s*$/i;

function headed(headings: readonly string[], row: readonly string[]): HeadedRow[] {
  const [label = '', ...cells] = row;
  if (
    row.length !== headings.length ||
    !/\p{L}/u.test(label) ||
    isBilingual(label) ||
    [...headings, ...row].some((cell) => NOTED.test(cell)) ||
    cells.every((cell) => cell === '')
  )
    return [];
  const quote = row
    .map((cell, at) => (headings[at] ? `${headings[at]}: ${cell || '–'}` : cell).replace(/\s+/g, ' '))
    .join('; ');
  return quote.length > LONGEST_QUOTE || quote.includes('"') ? [] : [{ quote, label, headings, cells }];
}
