const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const numeric = /\b(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})\b/g;
const monthFirst =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(20\d{2})\b/gi;
const dayFirst =
  /\b(\d{1,2})(?:st|nd|rd|th)?\.?\s(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s(20\d{2})\b/gi;

const day = (year: string, month: number, date: string): string | undefined =>
  month > 0 && month < 13 && Number(date) > 0 && Number(date) < 32
    ? `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
    : undefined;

const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Days that a text names, as `YYYY-MM-DD`, with the words that name them. */
export function daysIn(text: string): { day: string; words: string }[] {
  const found: { day: string | undefined; words: string }[] = [];
  for (const [words, year = '', month = '', date = ''] of text.matchAll(numeric))
    found.push({ day: day(year, Number(month), date), words });
  for (const [words, month = '', date = '', year = ''] of text.matchAll(monthFirst))
    found.push({ day: day(year, monthOf(month), date), words });
  for (const [words, date = '', month = '', year = ''] of text.matchAll(dayFirst))
    found.push({ day: day(year, monthOf(month), date), words });
  return found.flatMap((each) => (each.day === undefined ? [] : [{ day: each.day, words: each.words }]));
}
