import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** mcp-use 1.x: version 2 has its client in another package. */
const { MCPClient } = await installed('mcp-use');
const server = 'readymark';

await drive(async (address, key) => {
  const client = new MCPClient({ mcpServers: { [server]: { url: address, headers: headersOf(key) } } });
  const session = await client.createSession(server);
  return {
    tools: async () => (await session.listTools()).map(({ name }: { name: string }) => name),
    call: async (name, args) => answerOf(await session.callTool(name, args)),
    close: () => client.closeAllSessions(),
  };
});
