/** How far a collection goes: `site` reads what an audit needs, `preview` the home page and documents for machines alone. */
export type Reach = 'site' | 'preview';

/** How long a collection may take, how many requests it has, and how many sitemaps it reads (decisions 92 and 180). */
export const reaches: Readonly<Record<Reach, { ms: number; requests: number; sitemaps: number }>> = {
  site: { ms: 10 * 60_000, requests: 90, sitemaps: 5 },
  preview: { ms: 40_000, requests: 18, sitemaps: 2 },
};
