/** How hosts of agents are pointed at the tool server (decision 194). What a host reads is one line, so that it can be pasted. */
type Host = {
  name: string;
  /** Where the line goes: a file, or a place in its settings. Undefined for a command. */
  place?: string;
  line: string;
};

/** The name of the server in every host. */
const NAME = 'readymark';

export function hosts(base: string): readonly Host[] {
  const url = `${base}/mcp`;
  return [
    { name: 'Claude Code', line: `claude mcp add --transport http ${NAME} ${url}` },
    { name: 'Claude Code, for a project', place: '.mcp.json', line: JSON.stringify(projectFile(base)) },
    { name: 'Claude Desktop', place: 'Settings, Connectors, Add custom connector', line: url },
    { name: 'Cursor', place: '.cursor/mcp.json', line: JSON.stringify({ mcpServers: { [NAME]: { url } } }) },
    {
      name: 'VS Code',
      place: '.vscode/mcp.json',
      line: JSON.stringify({ servers: { [NAME]: { type: 'http', url } } }),
    },
    { name: 'Gemini CLI', line: `gemini mcp add --transport http ${NAME} ${url}` },
    { name: 'Codex', line: `codex mcp add ${NAME} --url ${url}` },
    {
      name: 'Hosts of local servers alone',
      place: 'their mcpServers',
      line: JSON.stringify({ mcpServers: { [NAME]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
    },
  ];
}

/** /mcp.json: the `.mcp.json` of a project, with which everybody who works on it has the tools. */
export const projectFile = (base: string): object => ({
  mcpServers: { [NAME]: { type: 'http', url: `${base}/mcp` } },
});
