import { installed } from '../installed.ts';
import { answerOf, drive, headersOf, textAnswer } from '../steps.ts';

/** @tanstack/ai-mcp: the tools as TanStack AI executes them for a model. */
const { createMCPClient } = await installed('@tanstack/ai-mcp');
// biome-ignore lint/suspicious/noExplicitAny: of another program
type Tool = { name: string; execute(args: object, context?: object): Promise<any> };

await drive(async (address, key) => {
  const client = await createMCPClient({ transport: { type: 'http', url: address, headers: headersOf(key) } });
  const tools: Tool[] = await client.tools();
  return {
    tools: async () => tools.map(({ name }) => name),
    async call(name, args) {
      const reply = await tools.find((tool) => tool.name === name)?.execute(args, {});
      if (Array.isArray(reply)) return answerOf({ content: reply.map((one) => ({ text: one.text ?? one.content })) });
      if (Array.isArray(reply?.content)) return answerOf(reply);
      return textAnswer(typeof reply === 'string' ? reply : JSON.stringify(reply), reply?.error !== undefined);
    },
    close: () => client.close(),
  };
});
