import { installed } from '../installed.ts';
import { drive, headersOf, textAnswer } from '../steps.ts';

/** @llamaindex/tools: the tools as a LlamaIndex agent calls them; they return text, or blocks of it. */
const { mcp } = await installed('@llamaindex/tools');
type Tool = { metadata: { name: string }; call(args: object): Promise<unknown> };
type Blocks = { content?: { text: string }[]; isError?: boolean } | { text: string }[] | string;

await drive(async (address, key) => {
  const client = mcp({ url: address, requestInit: { headers: headersOf(key) } });
  const tools: Tool[] = await client.tools();
  return {
    tools: async () => tools.map(({ metadata }) => metadata.name),
    async call(name, args) {
      const reply = (await tools.find(({ metadata }) => metadata.name === name)?.call(args)) as Blocks;
      if (typeof reply === 'string') return textAnswer(reply, /^\{"error":"/.test(reply));
      const { content = [], isError = false } = Array.isArray(reply) ? { content: reply } : reply;
      const text = content.map((block) => block.text).join('\n');
      return textAnswer(text, isError || /^\{"error":"/.test(text));
    },
    close: () => client.cleanup(),
  };
});
