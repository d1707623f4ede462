import { httpParts } from '../../doors/http/feature-part.ts';
import { openBoard } from '../../doors/http/public/board.ts';
import { openSite } from '../../doors/http/public/site.ts';
import { aboutTools } from '../../doors/mcp/open.ts';
import type { Context, Feature } from '../../operations/context.ts';
import { operationsOf } from '../../operations/index.ts';

/** The board of a process, as `publishBoard` takes it, with what all doors add to it. */
export async function boardSource(ctx: Context, features: readonly Feature[]): Promise<ReturnType<typeof openBoard>> {
  const operations = await operationsOf(features);
  return openBoard(ctx, operations, aboutTools(ctx.settings.BASE_URL, operations), openSite(await httpParts(features)));
}
