import { Fault, faults, invalidFields, toolError } from '../../domain/fault.ts';
import {
  bearerOf,
  hasKeyInQuery,
  isWellFormedKey,
  misplacedHeader,
  misplacedIn,
  type Presented,
} from '../../domain/key.ts';
import { argumentNames, asMeant, ignoredNames } from '../../operations/arguments.ts';
import type { Context } from '../../operations/context.ts';
import { isPublicRead, type Operation, piecesOf, withIgnored } from '../../operations/operation.ts';
import { keyIn, run } from '../../operations/run.ts';
import type { Sender } from './multiplexer.ts';
import type { ToolResult, ToolServerInput } from './server.ts';
import { toolOperations } from './tools.ts';

/** Runs tools through the one gate, so that replies and errors equal those over HTTP (decision 27). */
export function dispatcher(
  ctx: Context,
  operations: readonly Operation[],
  state: () => object = publicState(ctx),
): ToolServerInput['call'] {
  const tools = new Map(toolOperations(operations).map((operation) => [operation.name, operation]));
  return async (name, args, sender) => {
    const operation = tools.get(name);
    if (!operation)
      return {
        error: toolError(new Fault('not_found', 'There is no such tool.', { next: faults.method_not_allowed })),
      };
    const note = unknownArguments(ctx, operation, args);
    try {
      const before = isPublicRead(operation) ? state() : undefined;
      const { note: beside, ...result } = await callTool(ctx, operation, args, sender);
      // Documents and JSON are made of what is public; a preview of a site is not.
      const made_of = ('document' in result || 'json' in result) && before === state() ? before : undefined;
      const notes = [note, beside].filter((one) => one !== undefined).join(' ');
      return { ...result, ...(notes !== '' && { note: notes }), ...(made_of && { made_of }) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { error: toolError(error), ...(note !== undefined && { note }) };
    }
  };
}

/** The public state of a process: the same object as long as snapshot, numbers of watchers and day are the same. */
export function publicState({ catalogue, watch_stats, now }: Context): () => object {
  let kept = { snapshot: catalogue.current(), watched: watch_stats.changes(), day: dayOf(now()) };
  return () => {
    const [snapshot, watched, day] = [catalogue.current(), watch_stats.changes(), dayOf(now())];
    if (kept.snapshot !== snapshot || kept.watched !== watched || kept.day !== day) kept = { snapshot, watched, day };
    return kept;
  };
}

const DAY_MS = 86_400_000;

const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);

async function callTool(
  ctx: Context,
  operation: Operation,
  { api_key, ...args }: Record<string, unknown>,
  sender: Sender,
): Promise<ToolResult> {
  const sent = keyIn(sender.headers.authorization);
  const key = operation.scope === null ? undefined : chooseKey(api_key, Object.values(args), sent, sender);
  const { client, gone } = sender;
  const input = asMeant(ctx, operation, { ...args, ...assumed(operation, args) });
  const answer = await run(ctx, operation, {
    ...{ key, input },
    ...(client !== undefined && { client }),
    ...(gone && { gone }),
  });
  const ignored = isPublicRead(operation) ? ignoredNames(ctx, operation, args) : [];
  const reply = withIgnored(answer, ignored);
  const note = reply.note === undefined ? {} : { note: reply.note };
  if (reply.document) return { document: reply.document.bodies.identity, ...note };
  if (reply.json !== undefined) return { json: reply.json, ...note };
  const pieces = piecesOf(reply);
  if (pieces) return { pieces, ...note };
  return { structuredContent: reply.body as Record<string, unknown>, ...note };
}

/** What the tool assumes of arguments that were left out, null and blanks included. */
function assumed({ tool }: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const isNone = (value: unknown) =>
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return Object.fromEntries(Object.entries(tool?.assumes ?? {}).filter(([name]) => isNone(args[name])));
}

/** The key to call with: from the argument or from the header; of two keys only when they are equal (decision 27). */
function chooseKey(
  argument: unknown,
  others: readonly unknown[],
  sent: Presented | undefined,
  { headers, query }: Sender,
): Presented | undefined {
  if (hasKeyInQuery(query)) return { mistake: 'A key in the address is not accepted.' };
  const refusal = (message: string) => invalidFields([{ field: 'api_key', message }]);
  if (argument !== undefined && argument !== null && typeof argument !== 'string') throw refusal('must be a string');
  const given = argument?.trim() ? bearerOf(`Bearer ${argument}`) : undefined;
  if (given === undefined && sent === undefined) {
    const header = misplacedHeader(headers);
    if (header !== undefined) return { mistake: misplacedIn(`the header ${header}`) };
    if (others.some((other) => typeof other === 'string' && isWellFormedKey(other.trim())))
      return { mistake: misplacedIn('another argument') };
  }
  if (given === undefined) return sent;
  if (typeof sent !== 'string' || !isWellFormedKey(sent) || given === sent) return given;
  throw refusal('must be the key that the connection sends, or left out');
}

/**
 * A sentence that names the arguments which the tool does not know, and those that it takes; undefined without any. A key
 * for a tool that needs none is not worth a word: nothing is lost with it.
 */
function unknownArguments(ctx: Context, operation: Operation, args: Record<string, unknown>): string | undefined {
  const ignored = ignoredNames(ctx, operation, args, { also: ['api_key'] });
  if (ignored.length === 0) return undefined;
  const known = [...argumentNames(ctx, operation), ...(operation.scope === null ? [] : ['api_key'])];
  return `Ignored unknown arguments: ${ignored.join(', ')}. ${operation.name} takes ${known.join(', ') || 'none'}.`;
}
