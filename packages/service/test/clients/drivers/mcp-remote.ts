import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, installed } from '../installed.ts';
import { answerOf, drive, headersOf } from '../steps.ts';

/** mcp-remote, the bridge for hosts that speak stdio only; behind it the official SDK 1.x as such a host. */
const { Client } = await installed('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await installed('@modelcontextprotocol/sdk/client/stdio.js');
const program = join(folder, 'node_modules/mcp-remote/dist/proxy.js');

await drive(async (address, key) => {
  const headers = join(folder, 'headers.txt');
  const lines = Object.entries(headersOf(key)).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(headers, lines.join(''), { mode: 0o600 });
  const args = [program, address, '--allow-http', '--header-file', headers];
  const client = new Client({ name: 'clients', version: '1.0.0' });
  const env = process.env as Record<string, string>;
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }: { name: string }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
});
