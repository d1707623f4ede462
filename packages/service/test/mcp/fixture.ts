import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault, toolError } from '../../src/domain/fault.ts';
import type { Tool, ToolServerInput } from '../../src/doors/mcp/server.ts';
import { type ToolServer, toolServer } from '../../src/doors/mcp/tool-server.ts';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const record = {
  company: 'Acme',
  slug: 'acme',
  overall_score: 61,
  evidence: 'Plain words — with “quotes”, \\ and \u2028.',
};
const record_bytes = Buffer.from(JSON.stringify(record));

export const fixture_tools: readonly Tool[] = [
  {
    name: 'get_audit',
    title: 'Get an audit',
    description: 'One audit.',
    inputSchema: { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'] },
    outputSchema: { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'] },
    annotations,
  },
  {
    name: 'fails',
    title: 'Fails',
    description: 'Throws.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    annotations,
  },
];

/** A small dispatcher with one tool that returns a record or refuses, and one that throws. */
export const fixture_input = (base_url = 'http://localhost:8080'): ToolServerInput => ({
  base_url,
  info: { name: 'fixture', version: '1.0.0', title: 'Fixture', description: 'For tests.', websiteUrl: base_url },
  instructions: 'Call get_audit.',
  tools: fixture_tools,
  async call(name, args) {
    if (name === 'fails') throw new Error('secret of the inside');
    if (args.slug === 'acme') return args.as_document ? { document: record_bytes } : { structuredContent: record };
    const fault =
      typeof args.slug === 'string'
        ? new Fault('not_found', 'No such audit.')
        : new Fault('invalid_request', 'slug must be a string.');
    return { error: toolError(fault) };
  },
});

/** Serves a tool server on a loopback port. */
export async function listen(make: (base_url: string) => ToolServer): Promise<{ url: string; close(): Promise<void> }> {
  let door: ToolServer | undefined;
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await door?.handle({
      method: request.method ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer?.status ?? 500, answer?.headers).end(answer?.body.map(String).join(''));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const base = `http://localhost:${(http.address() as AddressInfo).port}`;
  door = make(base);
  return {
    url: `${base}/mcp`,
    async close() {
      await door?.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

export const fixture = () => listen((base_url) => toolServer(fixture_input(base_url)));

export const envelope = (version: unknown = '2026-07-28') => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});
