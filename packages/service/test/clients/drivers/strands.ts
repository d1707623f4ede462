import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** @strands-agents/sdk of AWS: the tools as its client calls them for an agent. */
const { McpClient } = await installed('@strands-agents/sdk');

await drive(async (address, key) => {
  const client = new McpClient({ url: address, headers: headersOf(key) });
  const tools: { name: string }[] = await client.listTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    call: async (name, args) =>
      answerOf(
        await client.callTool(
          tools.find((tool) => tool.name === name),
          args,
        ),
      ),
    close: () => client.disconnect(),
  };
});
