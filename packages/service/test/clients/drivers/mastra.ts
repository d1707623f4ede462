import { installed } from '../installed.ts';
import { answerOf, drive, headersOf, textAnswer } from '../steps.ts';

/** @mastra/mcp: the tools as a Mastra agent would execute them. */
const { MCPClient } = await installed('@mastra/mcp');
const server = 'readymark';

await drive(async (address, key) => {
  const url = new URL(address);
  const client = new MCPClient({ servers: { [server]: { url, requestInit: { headers: headersOf(key) } } } });
  const tools = await client.listTools();
  return {
    tools: async () => Object.keys(tools).map((name) => name.slice(server.length + 1)),
    async call(name, args) {
      const reply = await tools[`${server}_${name}`].execute(args, {});
      if (Array.isArray(reply?.content)) return answerOf(reply);
      return textAnswer(JSON.stringify(reply), reply?.error !== undefined);
    },
    close: () => client.disconnect(),
  };
});
