import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** @langchain/mcp-adapters: the tools as a LangChain agent would invoke them. */
const { MultiServerMCPClient } = await installed('@langchain/mcp-adapters');
type Block = { text: string; structuredContent?: unknown };
/** One block as it is; several in a list. */
type Tool = { name: string; invoke(args: object): Promise<Block | readonly Block[]> };

await drive(async (address, key) => {
  const client = new MultiServerMCPClient({
    mcpServers: { readymark: { transport: 'http', url: address, headers: headersOf(key) } },
  });
  const tools: Tool[] = await client.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    async call(name, args) {
      const content = [(await tools.find((tool) => tool.name === name)?.invoke(args)) ?? []].flat();
      const [structured] = content.flatMap(({ structuredContent = [] }) => structuredContent);
      return answerOf({ content, structuredContent: structured });
    },
    close: () => client.close(),
  };
});
