import { createHash } from 'node:crypto';
import type { Context } from '../../src/operations/context.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';

/** The operator of the tests: as a caller inside the process, and as a token over HTTP. */
export const operator = { kind: 'operator', name: 'ada' } as const;
export const operator_token = 'an-operator-token-of-the-tests';
export const OPERATOR_TOKENS = `ada:${createHash('sha256').update(operator_token).digest('hex')}`;

/** Publishes audits in one publication, as an operator does; they become public with the next refresh. */
export async function commit(
  ctx: Context,
  audits: readonly unknown[],
  more: { replace?: boolean; reinstate?: boolean; completes?: readonly string[]; keep_examples?: boolean } = {},
): Promise<void> {
  await execute(ctx, publishAudits, operator, { audits, ...more }, {});
}

/** Publishes audits and makes them public in this process. */
export async function publish(ctx: Context, audits: readonly unknown[]): Promise<void> {
  await commit(ctx, audits);
  await ctx.catalogue.refresh();
}
