import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { readRubrics } from '../../packages/rubric/src/read-rubrics.ts';
import { aboutTools, instructions } from '../../packages/service/src/doors/mcp/open.ts';
import { toolOperations, toolsOf } from '../../packages/service/src/doors/mcp/tools.ts';
import { descriptionOf } from '../../packages/service/src/operations/operation.ts';
import { readSettings } from '../../packages/service/src/settings.ts';
import { operations } from '../../packages/service/test/world/site.ts';
import { madeAudits } from './service.ts';

/**
 * The servers that the tool server is compared with, each in a separate process: `node tool-rivals.ts documented|bare|tmcp
 * PORT [FOLDER]`.
 *
 * Both have our tools and one record, without a gate, a store or a guard.
 */
const base = 'http://localhost';
const about = aboutTools(base, operations);
const settings = readSettings({});
const tools = toolOperations(operations);
const made = madeAudits(100);
const record = { ...made[7], rank: 1 };
const brief = made
  .slice(0, 10)
  .map(({ company, slug, overall_score, tier }, at) => ({ rank: at + 1, company, slug, overall_score, tier }));
/** What each tool returns: about as much as ours do. */
const results: Record<string, Record<string, unknown>> = {
  get_audit: record,
  list_audits: { count: 10, rubric_version: 'v1', audits: brief, total: 100, next_offset: 10 },
  watch_stats: { companies: [] },
};

function called(name: string) {
  const result = results[name] ?? record;
  return { content: [{ type: 'text' as const, text: JSON.stringify(result) }], structuredContent: result };
}

/**
 * The SDK as its documentation shows it: a new McpServer for each request, with tools registered by their zod schemas.
 */
function documented(): RequestListener {
  const handler = createMcpHandler(() => {
    const server = new McpServer(about.info, { instructions: instructions(about) });
    for (const operation of tools) {
      const { name, title, input, output } = operation;
      const description = operation.tool ? descriptionOf(operation, operation.tool, settings) : operation.summary;
      server.registerTool(
        name,
        { title, description, inputSchema: input as z.ZodObject, outputSchema: output as z.ZodObject },
        async () => called(name),
      );
    }
    return server;
  });
  return async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = Buffer.concat(await request.toArray());
    const answer = await handler.fetch(new Request(base + request.url, { method: 'POST', headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  };
}

/**
 * tmcp as its documentation shows it, from a folder in which it was installed: one server for all requests, the same tools with schemas of what
 * the bench sends. (Without schemas of results, which ours has and checks.)
 */
async function tmcp(folder: string): Promise<RequestListener> {
  const load = (name: string) => import(pathToFileURL(createRequire(join(folder, 'x.js')).resolve(name)).href);
  const [{ McpServer }, { HttpTransport }, { ZodJsonSchemaAdapter }, { z }] = await Promise.all(
    ['tmcp', '@tmcp/transport-http', '@tmcp/adapter-zod', 'zod'].map(load),
  );
  const server = new McpServer(about.info, { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } });
  const slug = z.string();
  const schemas: Record<string, unknown> = {
    get_audit: z.object({ slug }),
    list_audits: z.object({ limit: z.number(), fields: z.array(z.string()) }),
  };
  for (const { name, title, summary } of tools)
    server.tool({ name, title, description: summary, schema: schemas[name] ?? z.object({}) }, async () => called(name));
  const transport = new HttpTransport(server);
  return async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = Buffer.concat(await request.toArray());
    const answer: Response | null = await transport.respond(
      new Request(base + request.url, { method: 'POST', headers, body }),
    );
    response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []));
    for await (const chunk of answer?.body ?? []) response.write(chunk);
    response.end();
  };
}

/** The least cost of a JSON-RPC reply: nothing is checked, and no SDK is used. */
function bare(): RequestListener {
  const list = { tools: toolsOf(tools, settings, readRubrics()) };
  return async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: method === 'tools/list' ? list : called(params.name) });
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  };
}

const [kind, port, folder = ''] = process.argv.slice(2);
const listener = kind === 'documented' ? documented() : kind === 'tmcp' ? await tmcp(folder) : bare();
createServer((request, response) => (request.method === 'POST' ? listener(request, response) : response.end())).listen(
  Number(port),
  '127.0.0.1',
);
