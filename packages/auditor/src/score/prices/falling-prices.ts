import type { Page } from '../../read/site.ts';
import { pricesIn } from '../../read/text/prices.ts';
import { pricesIn as pricesWithPeriod } from '../claims/plans.ts';
import { quantitiesIn, withHeader } from '../claims/quantities.ts';
import { areAlternatives, periodNamed } from '../statements/periods.ts';

/**
 * Prices by which more costs less each, or a year less than its months: numbers say it in any language. In words they are for the ladders.
 */
type Counted = {
  label: string;
  count: number;
  names: ReadonlySet<string>;
  /** How what it is one of begins, where a word says that it is one: `single ride`. */
  one: string | undefined;
  price: number;
  words: string;
};

/** What is sold by weight or over a distance costs less a unit because of its carriage, a longer lesson because of its beginning, and a room because more sleep in it. */
const CARRIED = /^(?:weight|length|minute|hour|person)$/;
/** A larger flat or house costs less a room to move, paint or clean: that is no advantage of more. */
const SIZED =
  /m²|m2\b|sq\.? ?(?:ft|m)|(?<!\p{L})(?:(?:bed)?rooms?|zimmer|räume|storeys?|phases?|speed|courses?|pièces?|chambres?|habitaci(?:ón|ones)|stanz[ae]|camer[ae]|kamers?|quartos?|divisões)(?!\p{L})/iu;
/** Sizes of clothes for children are ages: the next costs little more. Of months that are rented each costs something. */
const AGES =
  /^\d{1,2} ?[-–] ?\d{1,2} ?(?:mos?|mths?|months?|monate?|mois|meses|mesi|maanden|y|yrs?|years?|jahre?|ans|años|anni|jaar|anos)(?!\p{L})/iu;
/** How long before its day something is cancelled. */
const NOTICE = /(?<!\p{L})(?:before|prior|vorher|vor|avant|antes|prima|tevoren)(?!\p{L})/iu;
const LITTLE_MORE = 1.5;
/** Least steps where things have no name in common, and the share by which the price of one falls from the first to the last. */
const [STEPS, FALL] = [3, 0.05];
/** Of how many months a year is the price: fewer are no year, more save nothing. */
const [FEWEST_MONTHS, MOST_MONTHS] = [6, 11.7];
/** How long a label is, in characters. */
const LABEL = 40;
/** How much of a table is looked at: rows are compared with each other. */
const [MOST_ROWS, MOST_COLUMNS] = [60, 12];

/** A number in front, behind a word, or behind what it is a pack of: `6 lessons`, `Abo 10`, `Book of 10 rides`. */
const COUNT =
  /^(?:(?:book|pack|package|card|pass|bundle|block|\p{L}{0,9}karte|paket|\p{L}{0,9}kaart|pakket|bono|tarjeta|carnet|tessera|pacchetto|caderneta|pacote) (?:of|with|van|von|mit|met|de|di|da|à|con) |\p{L}{1,8} )?(\d{1,4})(?![\d.,:])/iu;
/** One, in a word, and what it is one of. */
const ONE =
  /^(?:single|drop-in|one-off|losse?|einzeln?e?[rsn]?|suelt[ao]s?|singol[ao]|avuls[ao]s?) (\p{L}{3,20})$|^einzel(\p{L}{3,20})$/iu;
const BEGINNING = 4;

/** How many of what a label names: `6 lessons`; one hour of a lesson is one lesson. */
function countIn(label: string): Pick<Counted, 'count' | 'names' | 'one'> | undefined {
  const single = ONE.exec(label);
  const count = single ? 1 : Number(COUNT.exec(label)?.[1] ?? 0);
  if (count === 0 || label.length > LABEL) return undefined;
  if (count > 1 && quantitiesIn(label).some(({ unit }) => CARRIED.test(unit))) return undefined;
  if (SIZED.test(label) || NOTICE.test(label)) return undefined;
  const names = label.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const one = (single?.[1] ?? single?.[2])?.toLowerCase().slice(0, BEGINNING);
  return { count, names: new Set(names.map((name) => name.slice(0, 5))), one };
}

/** Whether both are of the same: a word of both, or what there is one of directly behind the number of the other. */
function areOfSame(first: Counted, last: Counted): boolean {
  if (first.one === undefined) return [...first.names].some((name) => last.names.has(name));
  const counted = /\d{1,4} (\p{L}+)/u.exec(last.label)?.[1]?.toLowerCase() ?? '';
  return counted.startsWith(first.one);
}

/** An amount with its currency, or a bare one below a heading of a count: `132.–`. */
const amountIn = (cell: string, bare: boolean): number =>
  pricesIn(cell)[0]?.amount ??
  (bare ? Number(/^(\d{1,5}(?:[.,]\d{2})?)(?:[.,]?[–-])?$/.exec(cell.trim())?.[1]?.replace(',', '.') ?? 0) : 0);

const areSizes = (first: Counted, last: Counted): boolean =>
  AGES.test(first.label) && AGES.test(last.label) && last.price > first.price && last.price < first.price * LITTLE_MORE;

const falls = (of: readonly Counted[]): [Counted, Counted] | undefined => {
  for (const first of of)
    for (const last of of) {
      const each = last.price / last.count;
      if (
        areOfSame(first, last) &&
        last.count > first.count &&
        last.price > first.price &&
        each < (first.price / first.count) * (1 - FALL) &&
        !areSizes(first, last)
      )
        return [first, last];
    }
  return undefined;
};

const said = ({ label, words }: Counted): string => `${label}: ${words}`;

/** Rows of so many of one thing with prices, or columns of them. */
function inTable(rows: readonly (readonly string[])[]): string[] | undefined {
  const [head = [], ...rest] = withHeader(rows);
  const of = (label: string, counted: ReturnType<typeof countIn>, words: string, bare: boolean): Counted[] => {
    const price = counted ? amountIn(words, bare) : 0;
    return counted && price > 0 ? [{ label, ...counted, price, words }] : [];
  };
  const heads = head.map(countIn);
  const across = rest.map((row) =>
    row.flatMap((cell, at) => (at === 0 ? [] : of(head[at] ?? '', heads[at], cell, true))),
  );
  const labels = rows.map(([label = '']) => countIn(label));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const down = Array.from({ length: Math.max(0, columns - 1) }, (_, column) =>
    rows.flatMap((row, at) => of(row[0] ?? '', labels[at], row[column + 1] ?? '', false)),
  );
  const named = [...down, ...across].map(falls).find((found) => found !== undefined);
  if (named) return named.map(said);
  const ranged = head.filter((label) => RANGE.test(label)).length >= STEPS;
  return (
    stepsOf(down) ??
    (ranged ? stepsOf(across.filter(isFalling)) : undefined) ??
    inPlans(head, rest) ??
    inUnits(head, rest)
  );
}

/** So much, or a piece: what a price is of. */
const UNIT =
  /^(?:\d{1,4} ?)?(?:g|gr|gram|grams|gramm|kg|kilo|ml|cl|l|litre|liter|oz|lb|pc|piece|unit|copy|page|item|stk|st|stück|pièce|pieza|pezzo|pz|stuk|unidad|unidade)$/i;
/** A heading and a cell that say what their price is of: `Per 100 g`, `£1.40/kg`. */
const UNIT_HEAD = /^(?:\p{L}{4,7} )?(?:per|pro|par|por|je) (.{1,12})$/iu;
const UNIT_CELL = /\d ?\/ ?([^/]{1,12}?)\.?$/;
const isOfUnit = (text: string, where: RegExp): boolean => UNIT.test(where.exec(text)?.[1] ?? '');

/** A column of prices of one unit that fall from row to row, beside one of prices that rise. */
function inUnits(head: readonly string[], rows: readonly (readonly string[])[]): string[] | undefined {
  if (rows.length < STEPS) return undefined;
  const columns = head.map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? '') }));
  const priced = columns.map(({ name, cells }) => ({
    of_unit: isOfUnit(name, UNIT_HEAD) || cells.every((cell) => isOfUnit(cell, UNIT_CELL)),
    cells,
    prices: cells.map((cell) => (cell.length <= LABEL ? amountIn(cell, false) : 0)),
  }));
  const rises = priced.some(
    ({ of_unit, prices }) => !of_unit && prices.every((price, at) => price > (prices[at - 1] ?? 0)),
  );
  const found = priced.find(
    ({ of_unit, prices: [first = 0, ...others] }) =>
      of_unit &&
      others.every((price, at) => price > 0 && price <= (at === 0 ? first : (others[at - 1] ?? 0))) &&
      (others.at(-1) ?? 0) < first * (1 - FALL),
  );
  return rises && found ? [0, rows.length - 1].map((at) => `${rows[at]?.[0]}: ${found.cells[at]}`) : undefined;
}

/** A heading of a column of so many: `10-99`, `500+`. */
const RANGE = /^(?:ab |from |da |desde |dès |vanaf )?\d{1,5} ?(?:[-–] ?\d{1,5}|\+)?$/i;

const isFalling = (counted: readonly Counted[]): boolean =>
  (counted.at(-1)?.price ?? 0) < (counted[0]?.price ?? 0) && counted.length >= STEPS;

const numberIn = (cell: string): number =>
  Number(/^\d{1,3}(?:[.,]\d{3})+$|^\d{1,6}$/.exec(cell.trim())?.[0].replace(/[.,]/g, '') ?? 0);

/** Plans one below the other, of which each costs more, has more of something, and asks less for what comes beside it. */
function inPlans(head: readonly string[], rows: readonly (readonly string[])[]): string[] | undefined {
  const columns = head.map((_, at) => rows.map((row) => row[at] ?? '')).slice(1);
  const counts = columns.map((cells) => cells.map(numberIn));
  const prices = columns.map((cells) => cells.map((cell) => (cell.length <= LABEL ? amountIn(cell, false) : 0)));
  for (const [at, counted] of counts.entries())
    for (const [beside, asked] of prices.entries()) {
      const places = rows.flatMap((_, place) => ((counted[place] ?? 0) > 0 && (asked[place] ?? 0) > 0 ? [place] : []));
      const costs_more = prices.some((paid) => {
        const of_plans = places.map((place) => paid[place] ?? 0);
        return of_plans.every((price, step) => price > (step === 0 ? 0 : (of_plans[step - 1] ?? 0)));
      });
      if (!costs_more) continue;
      const steps = places.map((place): Counted => {
        const [label = '', words = ''] = [columns[at]?.[place], columns[beside]?.[place]];
        return { label, count: counted[place] ?? 0, names: new Set(), one: undefined, price: asked[place] ?? 0, words };
      });
      const found = isFalling(steps) ? stepsOf([steps]) : undefined;
      if (found) return found;
    }
  return undefined;
}

/** Rows of rising counts without a common name, each of which costs less a piece than the one before, or is the price of one. */
function stepsOf(columns: readonly (readonly Counted[])[]): string[] | undefined {
  for (const listed of columns) {
    // From the largest to a single one; other numbers that fall are ages, times, years and days of notice.
    const counted = listed.at(-1)?.one === undefined ? listed : listed.toReversed();
    const [first, last] = [counted[0], counted.at(-1)];
    if (!first || !last || counted.length < STEPS || areSizes(first, last)) continue;
    if (counted.some(({ count }, at) => at > 0 && count <= (counted[at - 1]?.count ?? 0))) continue;
    const each = counted.map(({ count, price }) => (last.price > first.price ? price / count : price));
    if (
      each.every((price, at) => at === 0 || price <= (each[at - 1] ?? 0)) &&
      (each.at(-1) ?? 0) < (each[0] ?? 0) * (1 - FALL)
    )
      return [first, last].map(said);
  }
  return undefined;
}

/** A month or a year of one thing in a row or a sentence, where the year costs less than its months. */
function inYear(text: string): string[] | undefined {
  const prices = pricesWithPeriod(text);
  const month = prices.find(({ period }) => period === 'month');
  const year = prices.find(({ period, currency }) => period === 'year' && currency === month?.currency);
  if (!month || !year) return undefined;
  const [first, last] = month.from < year.from ? [month, year] : [year, month];
  if (!areAlternatives(text.slice(first.to, last.from))) return undefined;
  const months = year.amount / month.amount;
  return months > FEWEST_MONTHS && months < MOST_MONTHS
    ? [`${month.amount} ${month.currency} a month`, `${year.amount} a year`]
    : undefined;
}

/** The first and last step of what falls on a page; undefined where nothing does. */
export function fallingOn({ tables, sentences }: Page): string[] | undefined {
  for (const table of tables) {
    const rows = table.rows.slice(0, MOST_ROWS).map((row) => row.slice(0, MOST_COLUMNS));
    const found = inTable(rows);
    if (found) return found;
    const [head = [], ...rest] = withHeader(rows);
    for (const row of rest) {
      const periods = row.map((cell, at) => {
        const period = periodNamed(head[at] ?? '');
        return period ? `${cell} per ${period}` : cell;
      });
      const yearly = inYear(periods.join(' ; '));
      if (yearly) return yearly;
    }
  }
  for (const sentence of sentences) {
    const found = sentence.length <= 300 ? inYear(sentence) : undefined;
    if (found) return found;
  }
  return undefined;
}
