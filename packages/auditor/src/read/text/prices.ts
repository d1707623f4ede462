/**
 * Prices as text and data state them (decision 91). An amount counts with its currency only: `$29`, `29,90 €`, `CHF 1'200`, `R360`. Sums in
 * millions are no prices.
 */
export type Price = {
  amount: number;
  /** As it is written: `$29`. */
  words: string;
  /** Per month, per user, … is beside it. */
  period: boolean;
};

const SIGNS = String.raw`US\$|CA\$|AU\$|NZ\$|HK\$|S\$|A\$|C\$|R\$|[$€£¥₹₩₽₺₫₱₪฿₦₴]`;
const CODES =
  'USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|RON|INR|BRL|ZAR|MXN|TRY|ILS|AED|SAR|KRW|CNY|THB|MYR|IDR|PHP|NGN|KES|UAH';
const WORDS = 'Kč|zł|kr|Ft|lei|Rs|RM|Fr';
const NUMBER = String.raw`\d{1,3}(?:[ ,.'’]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,4})?`;
/** Between sign and amount: the next line is another cell or paragraph, unless the sign is alone in its line. */
const GAP = String.raw`[^\S\n]?`;
const BELOW_SIGN = String.raw`(?:[^\S\n]|(?<=^[^\d\n]{1,4})\n)?`;
const ABOVE_SIGN = String.raw`(?:[^\S\n]|\n(?=[^\d\n]{1,4}$))?`;
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${SIGNS}|(?:${CODES}|${WORDS})\.?)${BELOW_SIGN}(?<amount>${NUMBER})(?!\d)`,
  'gmu',
);
const AFTER = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<amount>${NUMBER})(?:,-)?${ABOVE_SIGN}(?:[€£₽₺₫₴₪](?!${GAP}\d)|(?:${CODES}|${WORDS})(?![\p{L}\d]))`,
  'gmu',
);
/** Rand are written with a bare R, which names other things too: several of them are needed, or one between `from` and its period. */
const RANDS = String.raw`R\s?(?<amount>\d{1,3}(?:[ ,]\d{3}){1,2}(?:\.\d{2})?|\d{2,7}(?:[.,]\d{2})?)`;
const RAND = new RegExp(String.raw`(?<![\p{L}\d])${RANDS}(?![\p{L}\d])`, 'gu');
const OF_PERIOD = String.raw`\s{0,2}(?:per|a|an|pp)\s(?:night|day|person|week|month|hour|session|visit|guest|head|couple)`;
const ONE_RAND = new RegExp(String.raw`(?<=\b[Ff]rom\s)${RANDS}(?=${OF_PERIOD}|\s?$)`, 'gu');
/** Fees that are a share: `2.9% + 30¢`, `5 % commission`. Written as percent, so that they are compared with their like. */
const SHARE =
  /(?<![\p{L}\d.,])(?<amount>\d{1,2}(?:[.,]\d{1,3})?)\s?%(?=\s?(?:\+|(?:per|of (?:each|every|the|all)) (?:successful )?(?:transaction|sale|order|booking|payment|card charge|charge|donation)|(?:(?:transaction|processing|service|platform|card|booking) )?(?:fees?|commission)\b))/gu;
const CENTS = /(?<![\p{L}\d.,])(?<amount>\d{1,3}(?:\.\d{1,2})?)\s?(?:¢|cents?\b)/gu;
const MAGNITUDE = /^\s?(?:million|billion|trillion|mio|mrd|bn|[MBTmb](?![\p{L}/]))/u;
export const PERIOD =
  /(?:\/|\bper\b|\beach\b|\bevery\b|\ban?\b)\s{0,2}(?:\d{1,3}(?:[,.]\d{3})?\s)?(?:calendar )?(?:months?|mo|years?|yr|annum|weeks?|days?|nights?|hours?|hr|minutes?|users?|seats?|members?|persons?|people|requests?|calls?|credits?|units?|gb|1k|1m|million)\b|\b(?:monthly|yearly|annual(?:ly)?|weekly|daily|one[- ]time|once|lifetime|forever)\b|\b(?:pro|je)\s(?:monat|jahr|nutzer|nacht|tag)\b|\bpar\s(?:mois|an|utilisateur|nuit)\b|\bal\s(?:mes|año)\b/i;

/** All prices of a text, in order. */
export function pricesIn(text: string): Price[] {
  if (!/\d/.test(text)) return [];
  const found = new Map<number, Price>();
  const take = (pattern: RegExp, divisor = 1) => {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const amount = amountOf(match.groups?.amount ?? '');
      if (
        amount === undefined ||
        MAGNITUDE.test(text.slice(end, end + 10)) ||
        /^[kK](?!\p{L})/u.test(text.slice(end, end + 2))
      )
        continue;
      if (!found.has(match.index))
        found.set(match.index, {
          amount: amount / divisor,
          words: match[0].trim(),
          period: PERIOD.test(text.slice(end, end + 32)),
        });
    }
  };
  take(BEFORE);
  take(AFTER);
  take(SHARE);
  take(CENTS, 100);
  if ([...text.matchAll(RAND)].length >= 3) take(RAND);
  take(ONE_RAND);
  return [...found].sort(([a], [b]) => a - b).map(([, price]) => price);
}

/** `1.234,50`, `1,234.50`, `1 234`, `29.9` as a number. */
export function amountOf(words: string): number | undefined {
  const plain = words.replace(/[ '’]/g, '');
  const cents = /^0[.,](\d{1,4})$/.exec(plain) ?? /[.,](\d{1,2}|\d{4})$/.exec(plain);
  const whole = (cents ? plain.slice(0, -(cents[1] ?? '').length - 1) : plain).replace(/[.,]/g, '');
  const amount = Number(`${whole}.${cents?.[1] ?? '0'}`);
  return Number.isFinite(amount) ? amount : undefined;
}
