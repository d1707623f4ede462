/** Root-relative addresses of the pages of one company (decision 61). */
export const companyPath = (slug: string): string => `/audits/${slug}`;

/** The audit of one date. */
export const pastAuditPage = (slug: string, audit_date: string): string => `/audits/${slug}/${audit_date}`;

/** What changed between two audits; the last two without dates. */
export const changesPage = (slug: string, dates?: { from: string; to: string }): string =>
  `/audits/${slug}/changes${dates ? `?from=${dates.from}&to=${dates.to}` : ''}`;

/** What the score would become with other scores of criteria (decision 61). */
export const whatIfPage = (slug: string): string => `/audits/${slug}/what-if`;

/** Where the score is checked on the page of the company, to which badges lead (decision 147). */
export const checkPath = (slug: string): string => `${companyPath(slug)}#check`;
