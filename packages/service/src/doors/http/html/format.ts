import { html } from 'ghtml';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-20` as `20 Nov 2026`. */
export function day(date: string): string {
  const [year = '', month = '', of = ''] = date.split('-');
  return `${Number(of)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** The same as a `time` element. */
export function dayMark(date: string): string {
  return html`<time datetime="${date}">${day(date)}</time>`;
}

/** A difference with its sign: `+3`, `−3` (a real minus), `±0`. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '±0';
}

/** `1 point`, `2 points`; thousands are separated by a narrow space. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `10000` as `10 000` with a narrow no-break space. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** The host of a website without `www.`; the text itself when it is not a URL. */
export function hostOf(website: string): string {
  return URL.canParse(website) ? new URL(website).host.replace(/^www\./, '') : website;
}

/** At most `max` characters of a text, for titles; a shortened text ends with an ellipsis. */
export function shortened(text: string, max: number): string {
  // As many units hold at most as many characters.
  if (text.length <= max) return text;
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
