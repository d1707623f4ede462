import { Fault, problem } from '../../domain/fault.ts';
import type { Context } from '../../operations/context.ts';
import type { Operation } from '../../operations/operation.ts';
import { run } from '../../operations/run.ts';
import { headerOf, type RequestHeaders } from './headers.ts';
import type { Sender } from './multiplexer.ts';
import type { ToolResult, ToolServerInput } from './server.ts';
import { toolOperations } from './tools.ts';

/** Runs tools through the one gate: the same answer and the same error as over HTTP (decision 27). */
export function dispatcher(ctx: Context, operations: readonly Operation[]): ToolServerInput['call'] {
  const tools = new Map(toolOperations(operations).map((operation) => [operation.name, operation]));
  return async (name, args, caller) => {
    try {
      const operation = tools.get(name);
      if (!operation) throw new Fault('not_found', 'There is no such tool.');
      return await callTool(ctx, operation, args, caller);
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
  caller: Sender,
): Promise<ToolResult> {
  const { api_key, ...input } = args;
  const key = operation.scope === null ? undefined : keyOf(api_key, bearer(caller.headers));
  const document = operation.scope === null ? documentOf(ctx, operation, input) : undefined;
  if (document) return { document };
  const details = caller.client === undefined ? {} : { client: caller.client };
  const { body } = await run(ctx, operation, { key, input, ...details });
  return { structuredContent: body as Record<string, unknown> };
}

/**
 * The published document that answers this very call, as HTTP serves it; undefined when there is none, and then the
 * operation answers.
 *
 * Only a call without any argument but those in the document's path is answered so.
 */
function documentOf(ctx: Context, { http }: Operation, input: Record<string, unknown>): Uint8Array | undefined {
  const binding = http.find(({ document }) => document);
  if (!binding) return undefined;
  let left = Object.keys(input).length;
  const path = binding.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = input[field];
    if (typeof value !== 'string' || !/^[a-z0-9-]{1,64}$/.test(value)) return '/';
    left--;
    return value;
  });
  return left === 0 ? ctx.catalogue.current().document(path)?.bodies.identity : undefined;
}

/** The key to call with: from the argument, or from the header; both only when they are the same (decision 27). */
function keyOf(argument: unknown, header: string | undefined): string | undefined {
  if (argument === undefined || argument === null || argument === '') return header;
  const refuse = (message: string) =>
    new Fault('invalid_request', `api_key ${message}`, { errors: [{ field: 'api_key', message }] });
  if (typeof argument !== 'string') throw refuse('must be a string');
  if (header !== undefined && header !== argument)
    throw refuse('must be the key of the Authorization header, or left out');
  return argument;
}

/** The bearer credential as sent; undefined when no Authorization header came. */
function bearer(headers: RequestHeaders): string | undefined {
  const header = headerOf(headers, 'authorization');
  return header === undefined ? undefined : (/^Bearer +([^\s,]+) *$/i.exec(header)?.[1] ?? '');
}
