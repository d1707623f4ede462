import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** @modelcontextprotocol/sdk 1.x. */
const { Client } = await installed('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = await installed('@modelcontextprotocol/sdk/client/streamableHttp.js');

await drive(async (address, key) => {
  const client = new Client({ name: 'clients', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: headersOf(key) } }),
  );
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }: { name: string }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
});
