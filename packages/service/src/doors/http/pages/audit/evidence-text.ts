import { html } from 'ghtml';
import { hostOf, shortened } from '../../html/format.ts';

/** Sources in parentheses, as the auditing agent writes them behind what they show: `(https://acme.example/docs, 2026-11-20; …)`. */
const inParentheses = /\s*\(((?:https?:\/\/[^\s();]+(?:, \d{4}-\d\d-\d\d)?(?:; )?)+)\)/g;
const CHIP_MAX = 34;
const CHIPS_MAX = 6;

/** Evidence as sentences without addresses, and the addresses that were between them. */
export function evidenceParts(evidence: string): { text: string; addresses: string[] } {
  const addresses = new Set<string>();
  const text = evidence.replace(inParentheses, (_, list: string) => {
    for (const one of list.split('; ')) addresses.add(one.replace(/, \d{4}-\d\d-\d\d$/, ''));
    return '';
  });
  return { text: text.trim(), addresses: [...addresses].filter((address) => URL.canParse(address)) };
}

/** Addresses of sources as small links; '' without any. Pages of others are no recommendation. */
export function sourceChips(addresses: readonly string[], website: string): string {
  if (!addresses.length) return '';
  const host = hostOf(website);
  const name = (address: string) => {
    const { pathname } = new URL(address);
    return shortened(hostOf(address) === host ? pathname : hostOf(address) + pathname.replace(/\/$/, ''), CHIP_MAX);
  };
  const items = addresses
    .slice(0, CHIPS_MAX)
    .map((address) => html`<li><a href="${address}" rel="nofollow ugc noopener external">${name(address)}</a></li>`);
  return html`<ul class="chips" aria-label="Pages that show it">!${items}</ul>`;
}
