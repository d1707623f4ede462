import { remembered } from '../../remembered.ts';
import { en as english } from '../statements/languages/en.ts';
import { languages } from '../statements/languages/index.ts';

/** Numbers with their units: how much one gets, and how precisely a site speaks. */
type Quantity = {
  number: string;
  unit: string;
  per: string;
  /** It is an amount of money, `20 € a month`: what is bounded is not its unit. */
  priced: boolean;
};

const units: ReadonlyMap<string, string> = new Map([
  ...languages.flatMap((language) => Object.entries(language.units)),
  ...Object.entries({
    request: 'request req requests reqs call calls query queries hit hits rpm rps',
    event: 'event events impression impressions',
    user: 'user users seat seats member members licence licences license licenses agent agents admin admins',
    person:
      'person persons people guest guests adult adults child children pax sleeper sleepers participant participants',
    day: 'day days',
    hour: 'hour hours hr hrs h',
    minute: 'minute minutes min mins',
    second: 'second seconds sec secs ms',
    week: 'week weeks',
    month: 'month months mo',
    year: 'year years yr yrs',
    night: 'night nights',
    byte: 'gb mb tb kb gib mib bytes gigabytes megabytes terabytes',
    weight: 'kg kgs g gram grams lb lbs pound pounds tonne tonnes tons oz',
    length: 'km mile miles metre metres meter meters cm mm ft feet inch inches m',
    character: 'character characters word words token tokens',
    credit: 'credit credits point points coin coins',
    project: 'project projects site sites website websites domain domains app apps workspace workspaces store stores',
    record: 'record records row rows item items product products sku skus object objects entry entries field fields',
    message:
      'message messages email emails sms contact contacts subscriber subscribers invitation invitations invite invites',
    ticket: 'ticket tickets spot spots',
    order: 'order orders booking bookings transaction transactions invoice invoices appointment appointments',
    review: 'review reviews comment comments post posts',
    dashboard:
      'dashboard dashboards report reports widget widgets chart charts alert alerts monitor monitors webhook webhooks',
    core: 'cpu cpus core cores vcpu vcpus gpu gpus vm vms thread threads server servers instance instances device devices',
    run: 'run runs build builds job jobs task tasks step steps execution executions operation operations',
    file: 'file files image images page pages document documents video videos attachment attachments upload uploads',
    room: 'room rooms bed beds bedroom bedrooms bathroom bathrooms table tables place places space spaces',
    visit: 'visit visits visitor visitors session sessions lesson lessons class classes pageview pageviews view views',
    time: 'time times x',
    percent: 'percent %',
  }).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
]);
const links = new Set(['per', 'a', 'an', 'each', 'every', '/']);
const often: ReadonlyMap<string, string> = new Map(Object.entries(english.every));
/** A word that bounds the number behind it, in all languages. */
export const bounded =
  /(?:up to|at most|at least|no more than|max(?:im[a-z]{1,6}|\.)?|min(?:im[a-z]{1,6}|\.)?|bis zu|höchstens|mindestens|jusqu.à|au plus|au moins|hasta|al menos|fino a|al massimo|almeno|tot|ten minste|minstens|hoogstens|até|pelo menos|no máximo|limit(?:ed)? (?:to|of)) (?:of )?\d/i;
/** An amount of money. */
export const amount = /[$€£¥]|\b(?:CHF|EUR|USD|GBP|R\$?) ?\d|\d ?(?:CHF|EUR|USD|GBP|euros?)\b/i;

/** Units of time. */
export const times: ReadonlySet<string> = new Set('second minute hour day night week month year'.split(' '));

const numeric = /^[~≈<>≤≥+(]{0,2}\d[\d.,]{0,15}(?:k|m|bn)?[+)]?$/i;
const joined = /^(\d[\d.,]{0,15})(?:-|–)?([\p{L}%]{1,16})$/iu;

const currency = /^(?:[€£$¥]|eur|euros?|usd|gbp|chf|dollars?|francs?|franken|kr)(?:$|[/,.;:])/;

const digitsOf = (token: string): string =>
  token
    .replace(/[^\d.km]/gi, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** Numbers that have a unit within the next three words: `50,000 custom events per month`. */
export const quantitiesIn = (text: string): readonly Quantity[] => (/\d/.test(text) ? findQuantities(text) : NONE);
const NONE: readonly Quantity[] = [];

const findQuantities = remembered(20_000, (text): readonly Quantity[] => {
  const tokens = text
    .slice(0, 2000)
    .split(/[\s()[\]|*`"“”]/)
    .filter((token) => token !== '');
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = (tokens[at] as string).replace(/[.,;:!?]$/, '');
    const one = joined.exec(token);
    if (one && units.has((one[2] as string).toLowerCase())) {
      found.push({
        number: digitsOf(one[1] as string),
        unit: units.get((one[2] as string).toLowerCase()) as string,
        per: perOf(tokens, at + 1, []),
        priced: false,
      });
      continue;
    }
    if (!numeric.test(token)) continue;
    for (let ahead = 1; ahead <= 3 && at + ahead < tokens.length; ahead++) {
      const raw = (tokens[at + ahead] as string).toLowerCase();
      if (numeric.test(raw)) break;
      const [word = '', ...after] = raw.split(/[/,;:.]/);
      const unit = units.get(word) ?? units.get(word.split('-')[1] ?? '');
      if (unit === undefined) {
        if (/[.;:!?]$/.test(raw)) break;
        continue;
      }
      found.push({
        number: digitsOf(token),
        unit,
        per: perOf(tokens, at + ahead + 1, after),
        priced: tokens.slice(at + 1, at + ahead).some((between) => currency.test(between.toLowerCase())),
      });
      break;
    }
  }
  return found;
});

/** The time (or thing) that a quantity is for: `/ month`, `per minute`, `a day`, `/mo`. */
function perOf(tokens: readonly string[], at: number, after: readonly string[]): string {
  const next = [...after, ...tokens.slice(at, at + 3)].map((token) => token.toLowerCase().replace(/[.,;:!?]$/, ''));
  for (const [index, token] of next.entries()) {
    const repeated = often.get(token);
    if (repeated) return repeated;
    const linked = links.has(token)
      ? next[index + 1]
      : token.startsWith('/')
        ? token.slice(1)
        : index < after.length
          ? token
          : undefined;
    if (linked === undefined) continue;
    const unit = units.get(linked.replace('s/', '')) ?? '';
    if (times.has(unit)) return unit;
    if (links.has(token) && token !== 'a' && token !== 'an') return linked;
  }
  return '';
}

/** The rows of a table from its header on: titles and notes that span all columns are left out. */
export const withHeader = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const widest = Math.max(0, ...rows.map((row) => row.length));
  return widest < 2 ? [] : rows.filter((row) => row.length * 2 > widest);
};
