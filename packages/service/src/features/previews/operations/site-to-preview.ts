import { readTypedAddress } from '@readymark/auditor/collect/guard/typed-address';
import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import { tenantScope } from '@readymark/auditor/site-scope';
import { invalidFields } from '../../../domain/fault.ts';

/** The site that is previewed: its host, the address that is visited, and what all hosts of its owner have in common. */
type PreviewedSite = { host: string; website: string; owner: string };

/**
 * Reads an address as people type it: `example.com`, `https://www.example.com/prices`. The home page of its host is visited.
 *
 * @throws Fault invalid_request for what is no public website, and for a page on a host that many companies share
 */
export function siteToPreview(text: string): PreviewedSite {
  const refused = (message: string) => invalidFields([{ field: 'website', message }]);
  const read = readTypedAddress(text);
  if ('refused' in read) throw refused(read.refused);
  const scope = tenantScope(read.url.href);
  if (scope !== undefined && new URL(scope).pathname !== '/')
    throw refused('must not be a part of a host that many companies share: request an audit of it instead');
  const website = `https://${read.url.hostname}/`;
  const site = siteOf(website);
  return { host: site.host, website, owner: ownerOf(site) };
}
