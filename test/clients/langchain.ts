import { installed } from './installed.ts';
import { answerOf, drive, headersOf } from './steps.ts';

/** @langchain/mcp-adapters: the tools as a LangChain agent would invoke them. */
const { MultiServerMCPClient } = await installed('@langchain/mcp-adapters');
type Block = { text: string; structuredContent?: unknown };
type Tool = { name: string; invoke(args: object): Promise<Block> };

await drive(async (address, key) => {
  const client = new MultiServerMCPClient({
    mcpServers: { readymark: { transport: 'http', url: address, headers: headersOf(key) } },
  });
  const tools: Tool[] = await client.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    async call(name, args) {
      const block = await tools.find((tool) => tool.name === name)?.invoke(args);
      return answerOf({ content: block ? [block] : [], structuredContent: block?.structuredContent });
    },
    close: () => client.close(),
  };
});
