import type { Headers } from '../failure.ts';
import { textOf } from './exchange.ts';

/** A page with less text than this may be one for robots only. */
const FEW_WORDS = 500;

/** How much of a body is looked at. Pages for robots are short. */
const LOOKED_AT = 100_000;

/** Whether an answer is a page that keeps robots out instead of the site's own word: unknown, never absent. */
export function isChallenge(status: number, headers: Headers, body: Uint8Array | undefined): boolean {
  if (textOf(headers['cf-mitigated']).toLowerCase().includes('challenge')) return true;
  if (headers['x-amzn-waf-action'] !== undefined) return true;
  const html = Buffer.from(body?.subarray(0, LOOKED_AT) ?? [])
    .toString('latin1')
    .toLowerCase();
  if ((status === 202 || status === 403) && (html.includes('sgcaptcha') || headers['sg-captcha'] !== undefined))
    return true;
  if (after(html, '<title', '</title').some((title) => title.includes('just a moment'))) return true;
  // Their scripts and headers are also on pages that they let through: those have words, and a status of success.
  const guarded =
    headers['x-datadome'] !== undefined ||
    html.includes('_incapsula_resource') ||
    html.includes('captcha-delivery.com') ||
    after(html, '<iframe', '>').some((frame) => frame.includes('captcha') || frame.includes('challenges.cloudflare'));
  return guarded && (status >= 400 || status === 202 || visibleCharacters(html) < FEW_WORDS);
}

/** The text between each opening and the next closing. */
function after(text: string, opening: string, closing: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf(opening); from !== -1; from = text.indexOf(opening, from)) {
    const to = text.indexOf(closing, from);
    const end = to === -1 ? text.length : to;
    found.push(text.slice(from, end));
    from = end + 1;
  }
  return found;
}

/** A count without a parser, in one pass: enough to distinguish a page from a notice. */
function visibleCharacters(html: string): number {
  let count = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    for (const word of html.slice(at, end).split(/\s/)) count += word.length;
    const hidden = ['script', 'style', 'noscript', 'svg'].find((name) => html.startsWith(name, end + 1));
    const close = hidden ? html.indexOf(`</${hidden}`, end) : end;
    const after = close === -1 ? -1 : html.indexOf('>', close);
    if (after === -1) break;
    at = after + 1;
  }
  return count;
}
