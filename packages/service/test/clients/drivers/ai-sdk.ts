import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** @ai-sdk/mcp: the tools as generateText would execute them. */
const { createMCPClient } = await installed('@ai-sdk/mcp');

await drive(async (address, key) => {
  const client = await createMCPClient({ transport: { type: 'http', url: address, headers: headersOf(key) } });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: async (name, args) => answerOf(await tools[name].execute(args, { toolCallId: 'one', messages: [] })),
    close: () => client.close(),
  };
});
