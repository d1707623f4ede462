import { installed } from '../installed.ts';
import { answerOf, drive } from '../steps.ts';

/** mcp-client, as FastMCP recommends it. It has no option for headers, so a key is an argument. */
const { MCPClient } = await installed('mcp-client');

await drive(async (address, key) => {
  if (key !== undefined) throw new Error('it sends no header');
  const client = new MCPClient({ name: 'clients', version: '1.0.0' });
  await client.connect({ type: 'httpStream', url: address });
  return {
    tools: async () => (await client.getAllTools()).map(({ name }: { name: string }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
});
