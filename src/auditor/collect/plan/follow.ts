import type { Candidates } from './candidates.ts';
import { metadataOf } from './declared.ts';
import { domainOf, relatedHosts } from './hosts.ts';
import type { Ledger } from './ledger.ts';
import type { Pages } from './pages.ts';

const JSON_FIRST = 'application/json, */*;q=0.5';

/** Follows what a site declares of itself, on its own hosts and on those that it rents. */
export async function followDeclared(given: {
  ledger: Ledger;
  pages: Pages;
  candidates: Candidates;
  origin: string;
}): Promise<void> {
  const { ledger, pages, candidates, origin } = given;
  const { declared } = pages;
  const domain = domainOf(origin);
  const ours = (url: string) => domainOf(url) === domain;

  const fetchAll = async (role: string, urls: readonly string[], most: number) => {
    let count = 0;
    for (const url of urls) {
      if (count >= most) return;
      if (ledger.asked(url)) continue;
      count++;
      const seen = await ledger.ask({ role, url, accept: JSON_FIRST });
      if (seen?.ok) await pages.readDocument(seen);
    }
  };

  ledger.phase('declared documents', 6);
  await fetchAll('api_description', declared.apis.filter(ours), 2);
  await fetchAll('oauth_metadata', declared.issuers.filter(ours).map(metadataOf), 1);
  await fetchAll('jwks', declared.keys.filter(ours), 1);
  await fetchAll('skill', declared.skills.filter(ours), 2);
  await fetchAll('declared', declared.documents.filter(ours), 2);

  ledger.phase('related hosts', 6);
  const hosts = relatedHosts(origin, [...pages.linked, ...declared.status, ...declared.pages.map(({ url }) => url)]);
  for (const { host, role, url } of hosts) {
    if (ledger.left() === 0) return;
    if (role === 'docs') candidates.admit(host);
    await ledger.ask({ role: 'robots', url: `https://${host}/robots.txt` });
    if (role === 'api') {
      if (!pages.apis.length) await fetchAll('api_description', [`https://${host}/openapi.json`], 1);
      continue;
    }
    await pages.askFor(url, role);
    if (role === 'docs') await fetchAll('probe', [`https://${host}/llms.txt`], 1);
  }
  candidates.add([...pages.linked].map((url) => ({ url, text: '' })), 'page');
}
