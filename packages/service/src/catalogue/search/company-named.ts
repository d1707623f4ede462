import { completeAddress } from '@readymark/auditor/collect/guard/typed-address';
import { sameSite, siteOf } from '@readymark/auditor/site-owner';
import { websiteIssue } from '@readymark/rubric/field';
import { fold } from '../../domain/companies/company-name.ts';
import type { FormerSlugs, Retraction } from '../../domain/companies/former-slug.ts';
import type { Entry, Listed, Snapshot } from '../snapshot.ts';
import { QUERY_LENGTH_MAX } from './search.ts';

/** A company that was retracted, by the slug that it had last. */
type RetractedCompany = Retraction & { slug: string };

/**
 * The company that a text names, wherever one is named (decision 101): by its slug or a former one in any case, by the host
 * or an address of its site, or by its whole name in any case; undefined for anything else. Costs about as much as a look-up,
 * so it may be asked for every guess.
 */
export function companyNamed(snapshot: Snapshot, text: string): Entry | undefined {
  const name = text.slice(0, QUERY_LENGTH_MAX).trim();
  if (name === '') return undefined;
  const slug = name.toLowerCase();
  const former = snapshot.former(slug);
  const by_slug =
    snapshot.entry(slug) ?? (former && 'moved_to' in former ? snapshot.entry(former.moved_to) : undefined);
  // The slug of a retracted company names no other one.
  if (by_slug || former) return by_slug;
  const website = websiteIn(name);
  const at_site = website === undefined ? undefined : snapshot.atSite(website);
  const found = at_site ?? ofWholeName(snapshot, name);
  return found && snapshot.entryOf(found);
}

/** The same for a slug: that of the company which a text names, or else the text as it is. */
export const slugOf = (snapshot: Snapshot, text: string): string => companyNamed(snapshot, text)?.slug ?? text;

/** The retracted company that a text names in one of these ways; undefined where it names a listed one, or nobody. */
export function retractedNamed(snapshot: Snapshot, text: string): RetractedCompany | undefined {
  const name = text.slice(0, QUERY_LENGTH_MAX).trim();
  if (snapshot.former_slugs.size === 0 || name === '' || companyNamed(snapshot, name)) return undefined;
  const companies = retractedCompanies(snapshot.former_slugs);
  const slug = name.toLowerCase();
  const before = snapshot.former_slugs.get(slug);
  // By a slug that it had before, it is known by its last one.
  if (before) return companies.find((one) => one.slug === ('moved_to' in before ? before.moved_to : slug));
  const website = websiteIn(name);
  const site = website === undefined ? undefined : siteOf(website);
  const folded = fold(name);
  return companies.find((one) => (site ? one.site && sameSite(one.site, site) : one.folded === folded));
}

/** A text as the address of a site; undefined where it cannot be one. */
function websiteIn(text: string): string | undefined {
  if (!/[.\uff0e\u3002]/.test(text) || /\s/.test(text)) return undefined;
  const completed = completeAddress(text);
  if ('refused' in completed || websiteIssue(completed.address) !== undefined) return undefined;
  return completed.address;
}

/** Names in the order of `compareTexts`, in which those that differ in case and accents alone are neighbours. */
const { compare: compareLetters } = new Intl.Collator('en', { sensitivity: 'base' });

/** The only company of this name in any case, found without a search. */
function ofWholeName({ by_name }: Snapshot, text: string): Listed | undefined {
  let [low, high] = [0, by_name.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareLetters(by_name.at(middle)?.company ?? '', text) < 0) low = middle + 1;
    else high = middle;
  }
  const folded = fold(text);
  const found: Listed[] = [];
  for (let at = low; found.length < 2 && compareLetters(by_name.at(at)?.company ?? '', text) === 0; at++) {
    const company = by_name.at(at);
    if (!company) break;
    if (fold(company.company) === folded) found.push(company);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** A retracted company with what it is found by. */
type Retracted = RetractedCompany & { folded: string | undefined; site: ReturnType<typeof siteOf> | undefined };

const retracted_of = new WeakMap<FormerSlugs, readonly Retracted[]>();

/** The companies that are retracted, latest first. */
function retractedCompanies(former: FormerSlugs): readonly Retracted[] {
  const known = retracted_of.get(former);
  if (known) return known;
  const made = [...former].flatMap(([slug, one]): Retracted[] => {
    if (!('retracted' in one)) return [];
    const { company, website } = one.retracted;
    return [{ slug, ...one.retracted, folded: company && fold(company), site: website ? siteOf(website) : undefined }];
  });
  retracted_of.set(former, made.reverse());
  return made;
}
