import { type Probe, probeFamilies } from '../../evidence/probes.ts';
import { pathOfStandard } from '../../standards/standards.ts';
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
  if (/service-(desc|doc)|api-catalog|llms|mcp|markdown|rel="?ard\b/i.test(header)) return true;
  if (robots.some((text) => /llms\.txt|openapi|mcp|^\s{0,9}agentmap\s{0,9}:/im.test(text))) return true;
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

type Probing = {
  ledger: Ledger;
  origin: string;
  missing: Answered | undefined;
  /** Whether the site speaks of programs, which llms.txt settles too. */
  speaks: boolean;
  /** Whether a page of this role is linked, so that its usual address need not be guessed. */
  knows(role: string): boolean;
};

/**
 * Asks for machine documents at their usual addresses, as `evidence/probes.ts` says. Most sites have none: two requests
 * that find nothing say so for a family.
 */
export async function askProbes(probing: Probing): Promise<Answered[]> {
  const answers: Answers = new Map();
  for (const family of probeFamilies) await askFamily(probing, family, answers);
  return [...answers.values()].filter(({ ok }) => ok);
}

/**
 * The same where there may be too few requests for all: the first of every family, then the others.
 *
 * @returns addresses that were left when the requests were used up: whether something is there is unknown
 */
export async function askProbesByFirst(probing: Probing): Promise<string[]> {
  const answers: Answers = new Map();
  for (const family of probeFamilies) await askFamily(probing, family.slice(0, 1), answers);
  const left: string[] = [];
  for (const family of probeFamilies) left.push(...(await askFamily(probing, family, answers)));
  return left;
}

type Answers = Map<Probe, Answered>;

/** Asks for those of a family that were not asked for yet. @returns addresses that no request was left for */
async function askFamily(probing: Probing, family: readonly Probe[], answers: Answers): Promise<string[]> {
  const { ledger, origin, missing, knows } = probing;
  const there = new Set<string>();
  const left: string[] = [];
  let misses = 0;
  for (const probe of family) {
    if (misses >= MOST_MISSES || (!probing.speaks && probe !== family[0])) break;
    if (there.has(probe.document)) continue;
    if (probe.path === '/pricing' && knows('pricing')) continue;
    const { path, accept } = probe;
    const order = { role: 'probe', url: `${origin}${path}`, ...(accept ? { accept } : {}) };
    const seen = answers.get(probe) ?? (await ledger.ask(order));
    if (!seen) {
      if (ledger.left() === 0 && !ledger.asked(order.url, accept)) left.push(order.url);
      continue;
    }
    answers.set(probe, seen);
    if (isMiss(seen, probe, missing)) misses++;
    else if (seen.ok) {
      there.add(probe.document);
      probing.speaks ||= path === pathOfStandard('llms_txt');
    }
  }
  return left;
}

/** Nothing is there, or what answers all addresses; a refusal may hide something, and is none. */
function isMiss(seen: Answered, { path }: Pick<Probe, 'path'>, missing: Answered | undefined): boolean {
  const { status, sha256 } = seen.item;
  if (status === 404 || status === 410 || (status !== null && status >= 500)) return true;
  if (!seen.ok) return false;
  return (missing?.ok === true && missing.item.sha256 === sha256) || (path !== '/pricing' && /html/.test(seen.type));
}
