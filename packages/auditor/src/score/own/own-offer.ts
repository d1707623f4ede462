import type { Page, Site } from '../../read/site.ts';
import { ownedPart } from '../../site-owner.ts';
import { hasPhrase, tokensOf } from '../statements/clauses.ts';
import { phrases } from '../statements/languages/language.ts';
import { ownNames } from '../statements/names.ts';
import { provesByItself, type Statement } from '../statements/statement.ts';
import { isUnderstoodAlone } from './answers.ts';

/** What the offerer says of its own offer, prices and rules, and the documentation of its own interfaces (decision 229). */
const OWN = new Set(
  'home agent pricing terms refund privacy security docs help signup product status changelog'.split(' '),
);
/** Roles whose pages may be about anything: legal pages, prices and the home page are about the offer. */
const ABOUT_ANYTHING = new Set('docs help signup product'.split(' '));
/** How many others a page links in its text that lists them. */
const LISTED = 4;

/** What pages are named for of others, and of the offerer's own books: places around, friends, what customers wrote, what it all cost. */
const OF_OTHERS = phrases(
  'transparency, accounts, budget, finances, annual report, where your money goes, our costs, transparenz, haushalt, jahresbericht, transparence, comptes, transparencia, cuentas, trasparenza, bilancio, transparantie, jaarverslag, transparência, contas, ' +
    'tips, local area, around us, nearby, surroundings, neighbourhood, things to do, what to do, where to eat, places to, days out, partners, friends, reviews, testimonials, links, ' +
    'ausflug*, umgebung, tipps, partner, bewertungen, kundenstimmen, stimmen, ' +
    'alentours, aux environs, environs, bonnes adresses, à visiter, partenaires, avis, témoignages, ' +
    'alrededores, qué hacer, qué ver, recomendaciones, socios, opiniones, reseñas, ' +
    'dintorni, cosa fare, cosa vedere, consigli, recensioni, ' +
    'omgeving, wat te doen, beoordelingen, ' +
    'arredores, o que fazer, dicas, parceiros, avaliações',
);

const known = new WeakMap<Page, Map<string, boolean>>();

/**
 * Whether a page is positively of the own offer, so that its sentences may be printed as proof: by its role, as no page of others,
 * and as documentation only of something that can be called. Other pages are named and wait for a person.
 */
export function isOfOwnOffer(site: Site, page: Page | undefined, role: string): boolean {
  if (!OWN.has(role)) return false;
  if (page === undefined) return true;
  const roles = known.get(page) ?? new Map<string, boolean>();
  known.set(page, roles);
  const before = roles.get(role);
  if (before !== undefined) return before;
  const made = !isOfOthers(site, page, role) && (role !== 'docs' || documentsCalls(site, page));
  roles.set(role, made);
  return made;
}

/** Names a year before the last one: what it says was so then. */
const isOfYearsAgo = ({ collected_on }: Site, sentence: string): boolean =>
  /\b(?:19|20)\d\d\b/.test(sentence) &&
  [...sentence.matchAll(/\b(?:19|20)\d\d\b/g)].every(([year]) => Number(year) < Number(collected_on.slice(0, 4)) - 1);

/** May be printed as proof: it says something by itself, on a page of the own offer, and is in none of its lines that others say, where customers say `we` too. */
export const isProof = (
  site: Site,
  { page, role }: { page?: Page | undefined; role: string },
  statement: Statement,
): boolean =>
  provesByItself(statement) &&
  !isOfYearsAgo(site, statement.sentence) &&
  (page === undefined || isUnderstoodAlone(page, statement.sentence)) &&
  !page?.quoted.some((quoted) => quoted.includes(statement.sentence)) &&
  isOfOwnOffer(site, page, role);

/** A question, or how one begins that no part of an offer is named with. */
const isQuestion = (title: string): boolean =>
  title.includes('?') ||
  /^(?:why|which|do|does|can|should|is|are|warum|welche\p{L}?|brauche|pourquoi|faut-il|quel\p{L}{0,3}|por qué|perché|waarom|porquê) /iu.test(
    title,
  );

function isOfOthers(site: Site, page: Page, role: string): boolean {
  // A page without a role of its own has one of prices where it names three: they may be those of others.
  const unnamed = page.role === 'other';
  if (!unnamed && !ABOUT_ANYTHING.has(role)) return false;
  const own = ownNames(site);
  const named = [page.path.replaceAll(/[/_.-]/g, ' '), page.title, page.headings[0]?.text ?? ''];
  // A page that is named with a question answers readers, and may speak of the law or of others.
  if (role !== 'home' && page.role !== 'pricing' && named.slice(1).some(isQuestion)) return true;
  const words = named.map((name) => tokensOf(name).filter(({ text }) => !own.has(text)));
  if (words.some((tokens) => hasPhrase(tokens, OF_OTHERS))) return true;
  return role !== 'docs' && othersLinked(site, page) >= (unnamed ? LISTED / 2 : LISTED);
}

/** How many owners of other domains the text of a page links. */
function othersLinked(site: Site, { links }: Page): number {
  const owners = links
    .filter(({ area }) => area === 'main')
    .map(({ url }) => ownedPart(URL.parse(url)?.hostname ?? '') ?? site.domain);
  return new Set(owners.filter((owner) => owner !== site.domain)).size;
}

const documentsCalls = (site: Site, { code }: Page): boolean => code.length > 0 || site.apis.length > 0;
