import { Refusal } from '@readymark/rubric/refusal';
import type { SigningKey } from '@readymark/tlog/note';
import { httpParts } from '../../doors/http/feature-part.ts';
import { openBoard } from '../../doors/http/public/board.ts';
import { openSite } from '../../doors/http/public/site.ts';
import { aboutTools } from '../../doors/mcp/open.ts';
import type { Context, Feature } from '../../operations/context.ts';
import { operationsOf } from '../../operations/index.ts';
import { logKey } from '../../operations/signing/log-key.ts';

/** The key of the public log, which signs the board. @throws Refusal where this process has it not */
export async function boardKey({ store, signer }: Context): Promise<SigningKey> {
  const key = await logKey(store.db, signer.file);
  if (key !== undefined && key !== 'none') return key;
  throw new Refusal(
    `A board is signed with the key of the public log, which is not at ${signer.file}. Run this on a node that has it.`,
  );
}

/** The board of a process, as `publishBoard` takes it, with what all doors add to it. */
export async function boardSource(ctx: Context, features: readonly Feature[]): Promise<ReturnType<typeof openBoard>> {
  const operations = await operationsOf(features);
  return openBoard(ctx, operations, aboutTools(ctx.settings.BASE_URL, operations), openSite(await httpParts(features)));
}
