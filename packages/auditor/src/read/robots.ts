import robotsParser from 'robots-parser';
import { standards } from '../standards/standards.ts';
import type { ReadItem, Robots } from './site.ts';
import { seen } from './text/plain-text.ts';

/** What is read of a robots.txt, and how many of its rules: each is matched against every address that is asked about. */
const LONGEST = 200_000;

/** Fields of robots.txt that a standard defines, beside those of RFC 9309. */
const known: ReadonlySet<string> = new Set(standards.flatMap(({ robots }) => robots));
const MOST_LINES = 20;

/** The declaration of the package is of a module that Node does not see. */
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/** The robots.txt that was collected; undefined where there is none to be believed. */
export function readRobots(items: readonly ReadItem[]): Robots | undefined {
  const item = items.find(({ role, text, status }) => role === 'robots' && text !== undefined && status === 200);
  if (!item || item.text === undefined || item.soft_404) return undefined;
  const text = seen(item.text.slice(0, LONGEST));
  const agents = new Set<string>();
  const sitemaps: string[] = [];
  const fields = new Map<string, string[]>();
  let rules = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value =
      line
        .slice(colon + 1, 2000)
        .split('#', 1)[0]
        ?.trim() ?? '';
    if (name === 'user-agent') agents.add(value.toLowerCase());
    else if (name === 'allow' || name === 'disallow') rules++;
    else if (name === 'sitemap') sitemaps.push(value);
    else if (known.has(name)) fields.set(name, [...(fields.get(name) ?? []), value].slice(0, MOST_LINES));
  }
  const grouped = agents.size > 0 && (rules > 0 || fields.has('content-signal'));
  // Without any group all may be fetched (RFC 9309, 2.2.1); the file is there for its sitemap.
  const leads = agents.size === 0 && rules === 0 && sitemaps.some((address) => URL.canParse(address));
  const parsed = parse(item.final_url, text);
  return {
    item,
    text,
    valid: (grouped || leads) && !/html/.test(item.content_type),
    agents: [...agents],
    sitemaps,
    fields,
    // Another host than that of the file is not its matter: undefined, so allowed.
    allows: (agent, url) => parsed.isAllowed(url, agent) !== false,
  };
}
