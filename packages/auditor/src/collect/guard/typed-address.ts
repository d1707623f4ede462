import { withoutEnd } from '../../read/text/plain-text.ts';
import { readDestination } from './address-policy.ts';

/** What an address that somebody typed is, or what it must be instead: words that say the next step. */
type Completed = { address: string } | { refused: string };
type Typed = { url: URL } | { refused: string };

/** Format characters, but for the joiners that some scripts need in names; what is private; and marks that choose a glyph. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Variation_Selector}]/u;

/** What comes along when an address is copied: spaces, and marks of no width that turn no text around. */
const edge = /[\s\u200b-\u200f\u2060\ufeff]/;
const beginning = /^[\s\u200b-\u200f\u2060\ufeff]+/;

/** Not `example.com:443` and not `localhost:8080`. */
const scheme = /^([a-z][a-z0-9+-]*):(?!\d{1,5}(?:[/?#]|$))/i;

/**
 * Completes a web address as people type it: `example.com`, `example.com:443/prices`, in full-width letters. https, where it names no
 * scheme; a usual port says the scheme, and is left out. Whether it is public is not asked.
 */
export function completeAddress(text: string): Completed {
  const typed = narrow(withoutEnd(text.replace(beginning, ''), edge));
  if (unseen.test(typed))
    return { refused: 'must be without characters that cannot be seen: type it anew instead of pasting it' };
  const named = scheme.exec(typed)?.[1]?.toLowerCase();
  const authority = typed.replace(/^(?:[a-z][a-z0-9+-]*:)?\/\//i, '').split(/[/?#\\]/, 1)[0] ?? '';
  if (authority.includes('@'))
    return {
      refused: /^(?:mailto:)?[^@:]+@[^@:]*$/i.test(typed)
        ? 'must be a website and no mail address: type what follows its @'
        : 'must be without a user name and password: leave out everything before the @',
    };
  if (named !== undefined && named !== 'https' && named !== 'http')
    return { refused: 'must begin with https:// or http://, or with the name of the site' };
  const address = named === undefined ? withScheme(typed.replace(/^\/+/, '')) : typed;
  const url = URL.parse(address);
  if (!url || !/:\d+$/.test(authority)) return { address };
  if (!['', '80', '443'].includes(url.port))
    return { refused: 'must be without a port, or with 80 or 443: sites are visited at no other' };
  if (url.port !== '') url.protocol = url.port === '80' ? 'http:' : 'https:';
  else if (named === undefined && authority.endsWith(':80')) url.protocol = 'http:';
  url.port = '';
  return { address: url.href };
}

/** The public web address that somebody typed, as it may be visited (decision 92); or what it must be instead. */
export function readTypedAddress(text: string): Typed {
  const completed = completeAddress(text);
  if ('refused' in completed) return completed;
  const read = readDestination(completed.address);
  if ('url' in read) return read;
  return { refused: `must be the public address of a website, such as https://example.com (this is ${read.refused})` };
}

const withScheme = (typed: string): string => `https://${typed}${/[/?#]/.test(typed) ? '' : '/'}`;

/** Full-width letters and marks, as input methods of East Asia write them, and their full stop. */
function narrow(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3002', '.');
}
