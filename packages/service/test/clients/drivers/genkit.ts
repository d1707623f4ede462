import { installed } from '../installed.ts';
import { drive, headersOf, textAnswer } from '../steps.ts';

/** @genkit-ai/mcp: the tools as Genkit would run them for a model. A refusal comes back as `{error}`. */
const { createMcpClient } = await installed('@genkit-ai/mcp');
const { genkit } = await installed('genkit');
const server = 'readymark';
type Action = { (args: object): Promise<{ error?: unknown } | string>; __action: { name: string } };

await drive(async (address, key) => {
  const ai = genkit({});
  const client = createMcpClient({
    name: server,
    mcpServer: { url: address, requestInit: { headers: headersOf(key) } },
  });
  await client.ready();
  const tools: Action[] = await client.getActiveTools(ai);
  const nameOf = ({ __action }: Action) => __action.name.slice(server.length + 1);
  return {
    tools: async () => tools.map(nameOf),
    async call(name, args) {
      const reply = await tools.find((tool) => nameOf(tool) === name)?.(args);
      const failed = typeof reply === 'object' && reply.error !== undefined;
      return textAnswer(typeof reply === 'string' ? reply : JSON.stringify(reply), failed);
    },
    close: () => client.disable(),
  };
});
