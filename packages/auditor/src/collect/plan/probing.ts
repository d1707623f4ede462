import { type Probe, probeFamilies } from '../../evidence/probes.ts';
import { domainOf } from './hosts.ts';
import type { Answered, Ledger } from './ledger.ts';

/** A family of probes ends after so many. */
export const MOST_MISSES = 2;

type Signs = {
  origin: string;
  /** Addresses that the home page and the sitemaps name. */
  links: Iterable<string>;
  /** What the home page says in its Link header. */
  header: string | undefined;
  /** Texts of robots.txt. */
  robots: readonly string[];
};

const programPath =
  /(^|\/)(docs?|documentation|developers?|apis?|api-docs|reference|sdks?|mcp|graphql|openapi|swagger|webhooks?|cli|integrations?)(\/|\.|$)/i;
const dataFile = /\.(json|ya?ml)$/i;
const noData = /manifest|oembed|feed|wp-json/i;

/** Whether anything that was seen without a guess speaks of programs: documentation, data, another host of the site. */
export function speaksOfPrograms({ origin, links, header = '', robots }: Signs): boolean {
  if (/service-(desc|doc)|api-catalog|llms|mcp|markdown/i.test(header)) return true;
  if (robots.some((text) => /llms\.txt|openapi|mcp/i.test(text))) return true;
  const domain = domainOf(origin);
  const own = new URL(origin).host.replace(/^www\./, '');
  for (const url of links) {
    const { host, pathname } = new URL(url);
    if (domainOf(url) !== domain) continue;
    if (host.replace(/^www\./, '') !== own) return true;
    if (programPath.test(pathname) || (dataFile.test(pathname) && !noData.test(pathname))) return true;
  }
  return false;
}

/**
 * Asks for machine documents at their usual addresses, as `evidence/probes.ts` says. Most sites have none: two requests
 * that find nothing say so for a family.
 *
 * @param speaks whether the site speaks of programs, which llms.txt settles too
 * @param knows whether a page of this role is linked, so that its usual address need not be guessed
 */
export async function askProbes(given: {
  ledger: Ledger;
  origin: string;
  missing: Answered | undefined;
  speaks: boolean;
  knows(role: string): boolean;
}): Promise<Answered[]> {
  const { ledger, origin, missing, knows } = given;
  const found: Answered[] = [];
  let { speaks } = given;
  for (const family of probeFamilies) {
    const there = new Set<string | undefined>();
    let misses = 0;
    for (const probe of family) {
      if (misses >= MOST_MISSES || (!speaks && probe !== family[0])) break;
      if (probe.same !== undefined && there.has(probe.same)) continue;
      if (probe.path === '/pricing' && knows('pricing')) continue;
      const { path, accept } = probe;
      const seen = await ledger.ask({ role: 'probe', url: `${origin}${path}`, ...(accept ? { accept } : {}) });
      if (!seen) continue;
      if (seen.ok) found.push(seen);
      if (isMiss(seen, probe, missing)) misses++;
      else if (seen.ok) {
        there.add(probe.same);
        speaks ||= path === '/llms.txt';
      }
    }
  }
  return found;
}

/** Nothing is there, or what answers all addresses; a refusal may hide something, and is none. */
function isMiss(seen: Answered, { path }: Pick<Probe, 'path'>, missing: Answered | undefined): boolean {
  const { status, sha256 } = seen.item;
  if (status === 404 || status === 410 || (status !== null && status >= 500)) return true;
  if (!seen.ok) return false;
  return (missing?.ok === true && missing.item.sha256 === sha256) || (path !== '/pricing' && /html/.test(seen.type));
}
