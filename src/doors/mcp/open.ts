import type { Context } from '../../operations/context.ts';
import type { Operation } from '../../operations/operation.ts';
import { about, instructions } from './about.ts';
import { dispatcher } from './dispatch.ts';
import { type ToolServer, toolServer } from './tool-server.ts';
import { toolOf, toolOperations } from './tools.ts';

/** The tool server over the registry: what HTTP mounts at /mcp. */
export function openToolServer(ctx: Context, operations: readonly Operation[]): ToolServer {
  return toolServer({
    base_url: ctx.settings.BASE_URL,
    listens_on: ctx.settings.HOST,
    info: about(ctx.settings.BASE_URL),
    instructions,
    tools: toolOperations(operations).map(toolOf),
    call: dispatcher(ctx, operations),
    onerror: (error) => ctx.log.error({ err: error }, 'the tool server failed'),
  });
}
