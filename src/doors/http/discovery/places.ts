/** One public address, as every document that lists addresses tells of it. */
type Place = {
  /** Root-relative, without parameters. */
  path: string;
  title: string;
  note: string;
  /** Which section of /llms.txt it stands in. */
  section: 'Scores' | 'Agents' | 'Optional';
};

/**
 * The one source of what this site has for its readers: llms.txt, the API catalog, the skill and the sitemap are made
 * from it.
 */
export const places: readonly Place[] = [
  {
    path: '/api/audits/index.json',
    title: 'Leaderboard',
    note: 'every audited company with rank, score, tier and pillar scores; JSON, no key',
    section: 'Scores',
  },
  { path: '/index.md', title: 'Leaderboard as Markdown', note: 'the same for reading', section: 'Scores' },
  {
    path: '/rubric.md',
    title: 'Rubric',
    note: 'what is scored: pillars, criteria, points and tier bounds',
    section: 'Scores',
  },
  {
    path: '/api/watch-stats',
    title: 'Watch statistics',
    note: 'how many agents watch each company; JSON, no key',
    section: 'Scores',
  },
  {
    path: '/auth.md',
    title: 'auth.md',
    note: 'how an agent registers itself in one anonymous call and uses its key',
    section: 'Agents',
  },
  { path: '/openapi.json', title: 'OpenAPI 3.1', note: 'the interface description, for code', section: 'Agents' },
  {
    path: '/docs.md',
    title: 'API reference',
    note: 'every call with its fields, errors and limits, for reading',
    section: 'Agents',
  },
  {
    path: '/mcp/server-card',
    title: 'MCP server card',
    note: 'the tool server at /mcp offers the same capabilities as nine tools',
    section: 'Agents',
  },
  {
    path: '/.well-known/agent-skills/readymark/SKILL.md',
    title: 'Skill',
    note: 'how to use Readymark, as a skill file',
    section: 'Agents',
  },
  {
    path: '/.well-known/oauth-protected-resource',
    title: 'Protected resource metadata',
    note: 'RFC 9728',
    section: 'Optional',
  },
  { path: '/.well-known/api-catalog', title: 'API catalog', note: 'RFC 9727', section: 'Optional' },
  {
    path: '/privacy',
    title: 'Privacy and licence',
    note: 'what is stored, and what may be done with the scores',
    section: 'Optional',
  },
];
