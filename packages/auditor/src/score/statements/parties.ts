import type { Site } from '../../read/site.ts';
import { isWithin } from '../../site-scope.ts';
import { hasPhrase, placesIn, type Token } from './clauses.ts';
import { connectable, type Language, phrases } from './languages/language.ts';
import { ownNames } from './names.ts';

/**
 * Those in whose hands much of an offer may be: payment, hosting, shops, carriers, marketplaces, networks, makers of software. What a
 * sentence that names one of them says may be his terms, and is no proof of the offerer's.
 */
const vendors: readonly string[] = [
  ...connectable,
  ...phrases(
    'stripe, paypal, klarna, adyen, mollie, square, braintree, paddle, visa, mastercard, american express, amex, apple, google, microsoft, amazon, aws, azure, meta, facebook, instagram, whatsapp, linkedin, youtube, tiktok, twitter, cloudflare, vercel, netlify, heroku, digitalocean, hetzner, ionos, strato, ovh, wix, squarespace, webflow, wordpress, jimdo, godaddy, github, gitlab, bitbucket, airbnb, booking com, expedia, tripadvisor, trustpilot, yelp, etsy, ebay, uber, dhl, ups, fedex, hermes, dpd, gls, usps, royal mail, postnl, correos, poste italiane, colissimo, mondial relay, chronopost, twint, sumup, opentable, thefork, calendly, doctolib, treatwell, eventbrite, telegram, discord',
  ),
];

const labelsOf = (url: string): string[] => (URL.parse(url)?.hostname ?? '').split('.');

const known = new WeakMap<Site, ReadonlySet<string>>();

/** Names of hosts of others that the site links: `examplepay` of examplepay.com. */
function linkedNames(site: Site): ReadonlySet<string> {
  const before = known.get(site);
  if (before) return before;
  const own = new Set(site.domain.split('.'));
  const names = new Set<string>();
  for (const { links } of site.pages)
    for (const { url } of links) {
      if (site.scope !== undefined && isWithin(site.scope, url)) continue;
      const label = labelsOf(url).at(-2) ?? '';
      if (label.length >= SHORTEST && !own.has(label)) names.add(label);
    }
  known.set(site, names);
  return names;
}
/** Shorter names of hosts are parts of them (`co.uk`) or words. */
const SHORTEST = 4;

/** Offices and bodies by their letters: `the DVSA`. What everybody has, `the API`, is none. */
const BODY =
  /(?<!\p{L})(?:[Tt]he|[Dd]ie|[Dd]as|[Dd]er|[Dd]e[mn]|[Ll][ae]s?|[Ee]l|[Ll]os|[Ii]l|[Dd]e|[Hh]et|[Oo]s?|[Aa]s?) (?!(?:API|AI|SDK|CLI|VAT|USA|MCP|UR[IL]|PDF|PNG|ZIP|CSV|JSON|XML|HTML|CSS|HTTPS?|REST|FAQ|SLA|GDPR|DPA|ISO|IBAN|SEPA|UTC|GMT|CET|SMS|SSO|SAML|DNS|SSL|TLS|VPS|VPN|CPU|GPU|RAM|SSD|PIN|MOT|SMTP|CRM|CMS|ERP|AGB|DSGVO|TVA|CGV|IVA|RGPD|AVG|BTW)(?!\p{L}))(\p{Lu}{3,6})(?!\p{L})/gu;

/** Whether a sentence names another party, by a name of its own or as what it is (`the payment provider`). */
export function namesParty(sentence: string, tokens: readonly Token[], site: Site, language: Language): boolean {
  if (hasPhrase(tokens, language.parties)) return true;
  const own = new Set(site.domain.split('.'));
  const names = ownNames(site);
  if ([...sentence.matchAll(BODY)].some(([, body = '']) => !names.has(body.toLowerCase()))) return true;
  const isName = ({ text, at }: Token) => !own.has(text) && /^\p{Lu}/u.test(sentence.slice(at, at + 1));
  const linked = linkedNames(site);
  return (
    placesIn(tokens, vendors).some(([at]) => isName(tokens[at] as Token)) ||
    tokens.some((token) => linked.has(token.text.replace(/'s$/, '')) && isName(token))
  );
}
