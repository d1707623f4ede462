import robotsParser from 'robots-parser';
import type { EvidenceProblem } from '../../evidence/evidence.ts';
import type { Fetched } from '../fetch.ts';

/** What a site's robots.txt says to us (RFC 9309, decision 92). */
export type RobotsRules = {
  /** `closed`: it could not be read, so nothing may be asked for. `open`: there is none. */
  state: 'rules' | 'open' | 'closed';
  /** Why it is closed. */
  reason: string | null;
  /** What an item is marked with that it forbids. */
  problem: EvidenceProblem;
  allows(url: URL): boolean;
  /** In seconds. */
  crawl_delay: number | undefined;
  sitemaps: readonly string[];
};

/** Our name in robots.txt. */
const TOKEN = 'agentreadinessauditor';

/** The package matches every rule against every address: more of them would take longer than fetching does. */
const MOST_RULES = 5_000;
const MOST_CHARACTERS = 200_000;
const MOST_SITEMAPS = 100;

/** The package answers for one origin only; the rules are those of a host, on either port. */
const ORIGIN = 'https://robots.invalid';

/** The declaration of the package is of a module that Node does not see. */
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getCrawlDelay(agent: string): number | undefined };

const openRules: RobotsRules = {
  state: 'open',
  reason: null,
  problem: 'robots',
  allows: () => true,
  crawl_delay: undefined,
  sitemaps: [],
};

const closedRules = (reason: string, problem: EvidenceProblem = 'robots'): RobotsRules => ({
  ...openRules,
  state: 'closed',
  reason,
  problem,
  allows: () => false,
});

/** RFC 9309: no robots.txt allows everything; one that cannot be asked for forbids everything. */
export function rulesOf({ item, body }: Fetched): RobotsRules {
  const { status, problem } = item;
  if (status !== null && status >= 400 && status < 500 && status !== 429 && problem !== 'challenge') return openRules;
  // More redirects than are followed: as if there were none.
  if (problem === 'malformed' && item.redirects.length > 0) return openRules;
  if (problem !== null) return closedRules(item.detail ?? problem, problem === 'server_error' ? 'robots' : problem);
  if (status === null || status >= 300) return closedRules(`status ${status}`);
  const text = new TextDecoder().decode(body);
  // A last line that was cut could forbid more or less than the whole one.
  return readRobots(item.truncated ? text.slice(0, Math.max(0, text.lastIndexOf('\n'))) : text);
}

function readRobots(text: string): RobotsRules {
  const { lines, sitemaps } = ourLines(text);
  if (lines.length > MOST_RULES || lines.reduce((sum, line) => sum + line.length, 0) > MOST_CHARACTERS)
    return closedRules('it has more rules than are read');
  const robots = parse(`${ORIGIN}/robots.txt`, [`User-agent: ${TOKEN}`, ...lines].join('\n'));
  const delay = robots.getCrawlDelay(TOKEN);
  return {
    state: 'rules',
    reason: null,
    problem: 'robots',
    allows: ({ pathname, search }) =>
      robots.isAllowed(`${ORIGIN}${unreserved(`${pathname}${search}`)}`, TOKEN) !== false,
    crawl_delay: delay !== undefined && delay > 0 ? delay : undefined,
    sitemaps,
  };
}

/**
 * The rules of the groups for us, or else of those for everybody: groups of the same name are one, names are compared
 * without version and case, and lines of no group (Sitemap) end none. What is for others is left out before the package
 * sees it, because it keeps every rule once for every name of its group.
 */
function ourLines(text: string): { lines: string[]; sitemaps: string[] } {
  const rules = { ours: [] as string[], everybody: [] as string[] };
  const sitemaps: string[] = [];
  let named = false;
  let [ours, everybody, inNames] = [false, false, false];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon === -1) continue;
    const [field, value] = [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
    if (field === 'sitemap' && value !== '' && sitemaps.length < MOST_SITEMAPS) sitemaps.push(value);
    if (field === 'user-agent') {
      if (!inNames) [ours, everybody] = [false, false];
      inNames = true;
      const name = value.split(/[/\s]/, 1)[0]?.toLowerCase();
      if (name === TOKEN) [ours, named] = [true, true];
      if (name === '*') everybody = true;
    }
    if (!['allow', 'disallow', 'crawl-delay'].includes(field)) continue;
    inNames = false;
    // Several stars mean one.
    const rule = `${field}: ${unreserved(value).replaceAll(/\*{2,}/g, '*')}`;
    if (ours) rules.ours.push(rule);
    if (everybody) rules.everybody.push(rule);
  }
  return { lines: [...new Set(named ? rules.ours : rules.everybody)], sitemaps };
}

/** Letters, digits and marks mean the same encoded and plain. */
const unreserved = (path: string): string =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
