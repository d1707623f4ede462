import { squeezed } from '../../read/text/plain-text.ts';
import type { Published, RegistryName } from '../../standards/registries.ts';
import { MAX_NAMES, registries } from '../../standards/registries.ts';
import { pathOfStandard } from '../../standards/standards.ts';
import type { Fetching, Ledger } from './ledger.ts';
import type { Pages } from './pages.ts';

/**
 * Asks registries for the public documents of what the site says that it published there: what is called like its domain first. Only
 * those that an operator allows (`AUDIT_REGISTRIES`), by GET, and where their robots.txt allows it (decision 211).
 */
export async function askRegistries(given: {
  fetcher: Fetching;
  ledger: Ledger;
  pages: Pages;
  allowed: readonly RegistryName[];
  origin: string;
  scope: string | undefined;
  /** What the company is called in its address. */
  label: string;
}): Promise<void> {
  const { fetcher, ledger, pages, allowed, origin, scope } = given;
  const { declared } = pages;
  if (allowed.length === 0) return;
  if (allowed.includes('mcp') && scope === undefined && (declared.mcp.length > 0 || declared.mcp_none)) {
    // The entry that the site itself keeps of its server.
    const seen = await ledger.ask({
      role: 'probe',
      url: `${origin}${pathOfStandard('mcp_registry')}`,
      accept: JSON_FIRST,
    });
    if (seen?.ok) await pages.readDocument(seen);
  }
  const label = squeezed(given.label);
  const isNamed = ({ name }: Published) => label.length > 2 && squeezed(name).includes(label);
  const named = [...declared.published].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  ledger.phase('registries', MAX_NAMES * allowed.length);
  for (const registry of allowed)
    for (const { name } of named.filter((one) => one.registry === registry).slice(0, MAX_NAMES)) {
      const url = await firstAllowed(registries[registry].documents(name), fetcher);
      await ledger.ask({ role: 'registry', url, accept: 'application/json, text/html;q=0.5' });
    }
}

const JSON_FIRST = 'application/json, */*;q=0.5';

/** The first address that its robots.txt allows; where it allows none, the first: its item says so. */
async function firstAllowed(urls: readonly string[], { robots }: Fetching): Promise<string> {
  for (const url of urls) if ((await robots?.(new URL(url)))?.allows(new URL(url)) ?? true) return url;
  return urls[0] ?? '';
}
