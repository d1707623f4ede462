import { Fault, problem } from '../../domain/fault.ts';
import type { Context } from '../../operations/context.ts';
import type { Operation } from '../../operations/operation.ts';
import { keyIn, run } from '../../operations/run.ts';
import type { Sender } from './multiplexer.ts';
import type { ToolResult, ToolServerInput } from './server.ts';
import { toolOperations } from './tools.ts';

/** Runs tools through the one gate, so that replies and errors equal those over HTTP (decision 27). */
export function dispatcher(ctx: Context, operations: readonly Operation[]): ToolServerInput['call'] {
  const tools = new Map(toolOperations(operations).map((operation) => [operation.name, operation]));
  return async (name, args, sender) => {
    try {
      const operation = tools.get(name);
      if (!operation) throw new Fault('not_found', 'There is no such tool.');
      return await callTool(ctx, operation, args, sender);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { problem: problem(error, ctx.settings.BASE_URL) };
    }
  };
}

async function callTool(
  ctx: Context,
  operation: Operation,
  args: Record<string, unknown>,
  { headers, client }: Sender,
): Promise<ToolResult> {
  const { api_key, ...input } = args;
  const sent = keyIn(headers.authorization);
  const key = operation.scope === null ? undefined : chooseKey(api_key, sent);
  const reply = await run(ctx, operation, { key, input, ...(client !== undefined && { client }) });
  if (reply.document) return { document: reply.document.bodies.identity };
  if (reply.json !== undefined) return { json: reply.json };
  return { structuredContent: reply.body as Record<string, unknown> };
}

/** The key to call with: from the argument or from the header; from both only when they are equal (decision 27). */
function chooseKey(argument: unknown, sent: string | undefined): string | undefined {
  if (argument === undefined || argument === null || argument === '') return sent;
  const refusal = (message: string) =>
    new Fault('invalid_request', `api_key ${message}`, { errors: [{ field: 'api_key', message }] });
  if (typeof argument !== 'string') throw refusal('must be a string');
  if (sent !== undefined && sent !== argument)
    throw refusal('must be the key of the Authorization header, or left out');
  return argument;
}
