/** An expected failure: the reason that the client gives, and why. */
type Known = { says: RegExp; because: string };

/** One client to drive, with what is installed for it and what is known not to work. */
export type ClientRow = {
  name: string;
  /** The program in `drivers/` that drives it, with its arguments. */
  driver: readonly [file: string, ...args: string[]];
  /** What is installed, the version of the first is shown; by npm, or by pip. */
  packages: readonly [string, ...string[]];
  python?: true;
  /** Why a step fails, where that is to be expected; `install` and `run` are steps too. */
  known?: Readonly<Record<string, Known>>;
  remark?: string;
};

const own_check: Known = {
  says: /did not match expected schema|Schema validation failed/,
  because: 'it checks arguments itself: by the input schema an optional one may be left out, but not be null.',
};

export const clients: readonly ClientRow[] = [
  {
    name: 'official SDK 2, 2026-07-28',
    driver: ['official-sdk.ts', 'pinned'],
    packages: ['@modelcontextprotocol/client@latest'],
  },
  {
    name: 'official SDK 2, auto',
    driver: ['official-sdk.ts', 'auto'],
    packages: ['@modelcontextprotocol/client@latest'],
  },
  {
    name: 'official SDK 2, 2025-11-25',
    driver: ['official-sdk.ts', 'legacy'],
    packages: ['@modelcontextprotocol/client@latest'],
  },
  { name: 'official SDK 1', driver: ['official-sdk-1.ts'], packages: ['@modelcontextprotocol/sdk@^1'] },
  {
    name: 'official Python SDK, auto',
    driver: ['python.ts', 'official:auto'],
    packages: ['mcp'],
    python: true,
  },
  {
    name: 'official Python SDK, legacy',
    driver: ['python.ts', 'official:legacy'],
    packages: ['mcp'],
    python: true,
  },
  { name: 'FastMCP, Python', driver: ['python.ts', 'fastmcp'], packages: ['fastmcp'], python: true },
  { name: 'AI SDK', driver: ['ai-sdk.ts'], packages: ['@ai-sdk/mcp@latest', 'ai@latest'] },
  {
    name: 'LangChain',
    driver: ['langchain.ts'],
    packages: ['@langchain/mcp-adapters@latest', '@langchain/core@latest'],
    known: { nulls: own_check },
  },
  {
    name: 'OpenAI Agents, strict',
    driver: ['openai-agents.ts'],
    packages: ['@openai/agents@latest', 'zod@latest'],
    remark: 'Sends null for every argument that is not meant, in each step.',
    known: {
      strict: {
        says: /for list_audits$/,
        because: 'no strict schema can describe min, which maps ids to points; it offers this tool without strict.',
      },
    },
  },
  {
    name: 'mcp-remote',
    driver: ['mcp-remote.ts'],
    packages: ['mcp-remote@latest', '@modelcontextprotocol/sdk@^1'],
  },
  { name: 'mcporter', driver: ['mcporter.ts'], packages: ['mcporter@latest'] },
  {
    name: 'mcp-use',
    driver: ['mcp-use.ts'],
    packages: ['mcp-use@^1', '@langchain/core@^1', 'langchain@^1'],
    remark: 'Version 2 moved its client to @mcp-use/client, which could not be installed from the npm registry in use.',
  },
  { name: 'Mastra', driver: ['mastra.ts'], packages: ['@mastra/mcp@latest', '@mastra/core@latest'] },
  {
    name: 'Genkit',
    driver: ['genkit.ts'],
    packages: ['@genkit-ai/mcp@latest', 'genkit@latest'],
    known: { nulls: own_check },
  },
  { name: 'Google ADK', driver: ['google-adk.ts'], packages: ['@google/adk@latest', '@modelcontextprotocol/sdk@^1'] },
  { name: 'AWS Strands', driver: ['strands.ts'], packages: ['@strands-agents/sdk@latest'] },
  { name: 'LlamaIndex', driver: ['llama-index.ts'], packages: ['@llamaindex/tools@latest', 'llamaindex@latest'] },
  {
    name: 'VoltAgent',
    driver: ['voltagent.ts'],
    packages: ['@voltagent/core', 'ai', 'zod'],
  },
  {
    name: 'mcp-client',
    driver: ['mcp-client.ts'],
    packages: ['mcp-client@latest'],
    known: { 'key in header': { says: /sends no header/, because: 'it has no option for headers.' } },
  },
  { name: 'TanStack AI', driver: ['tanstack-ai.ts'], packages: ['@tanstack/ai-mcp@latest'] },
  {
    name: 'Inspector CLI, auto',
    driver: ['inspector.ts', 'auto'],
    packages: ['@modelcontextprotocol/inspector@latest'],
  },
  {
    name: 'Inspector CLI, legacy',
    driver: ['inspector.ts', 'legacy'],
    packages: ['@modelcontextprotocol/inspector@latest'],
  },
];
