/** How the auditing agent is called in robots.txt (decision 92). */
export const ROBOTS_TOKEN = 'AgentReadinessAuditor';

/** The User-Agent that it sends: it leads to the page about it. */
export const crawlerUserAgent = (base_url: string): string =>
  `${ROBOTS_TOKEN}/1.0 (+${base_url.replace(/\/$/, '')}/bot)`;
