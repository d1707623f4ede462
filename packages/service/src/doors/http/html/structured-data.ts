/** Who publishes the site, as structured data names it. */
export type Publisher = {
  base_url: string;
  /** Addresses of public profiles of whoever runs this installation. */
  profiles: readonly string[];
  /** Where to write: `mailto:` or an address. */
  contact: string;
};

/** What a page is beside a page, in words of schema.org: a text that defines words is about no offer of the publisher. */
export type PageType = 'DefinedTermSet';

/** A data block: not code, so the content security policy allows it. `<` is escaped, so no content can end the block. */
export const dataBlock = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', '\\u003c')}</script>`;

/** The name of the publisher in the data of each page, so that other data can refer to it. */
export const publisherId = (base_url: string): string => `${base_url}/#publisher`;

/** The publisher, the site and one page of it, as schema.org data. */
export function pageData(
  { base_url, profiles, contact }: Publisher,
  { name, description, path, type }: { name: string; description: string; path: string; type?: PageType },
): string {
  const publisher = { '@id': publisherId(base_url) };
  const [scheme, address] = contact.split(/:(.*)/s, 2);
  return dataBlock({
    '@graph': [
      {
        '@type': 'Organization',
        ...publisher,
        name: 'Readymark',
        url: `${base_url}/`,
        ...(profiles.length > 0 && { sameAs: profiles }),
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'support',
          ...(scheme === 'mailto' ? { email: address } : { url: contact }),
        },
      },
      { '@type': 'WebSite', '@id': `${base_url}/#site`, name: 'Readymark', url: `${base_url}/`, publisher },
      {
        '@type': type ? ['WebPage', type] : 'WebPage',
        name,
        description,
        url: base_url + path,
        isPartOf: { '@id': `${base_url}/#site` },
      },
    ],
  });
}
