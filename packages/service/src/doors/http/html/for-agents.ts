/**
 * One line for readers without a browser: where an agent begins.
 *
 * @param base absolute address of the service; '' for a reader that is at one of its addresses
 */
export const forAgents = (base = ''): string =>
  `Agents: ${base}/llms.txt says what is here, ${base}/auth.md how to get a key, and tools (MCP) are at ${base}/mcp.`;

/** What makes the search of the leaderboard a tool for agents in the browser (WebMCP, declarative): attributes of its form. */
export const searchTool =
  'toolname="search_companies" tooldescription="Finds audited companies by name or website and shows their scores." toolautosubmit';
