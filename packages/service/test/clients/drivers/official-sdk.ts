import { installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** @modelcontextprotocol/client. The first argument says how the revision is agreed on. */
const modes: Readonly<Record<string, unknown>> = { legacy: 'legacy', auto: 'auto', pinned: { pin: '2026-07-28' } };
const mode = modes[process.argv[2] ?? 'auto'];
const { Client, StreamableHTTPClientTransport } = await installed('@modelcontextprotocol/client');

await drive(async (address, key) => {
  const client = new Client({ name: 'clients', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: headersOf(key) } }),
  );
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }: { name: string }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
});
