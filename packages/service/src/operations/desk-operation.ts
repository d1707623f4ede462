import { z } from 'zod';
import type { FaultCode } from '../domain/fault.ts';
import { insertAction } from '../store/desk-actions.ts';
import type { Tx } from '../store/engine/engine.ts';
import type { Context } from './context.ts';
import { type HttpBinding, type Operation, operatorOf } from './operation.ts';

/** What a change of the desk is made with. */
export type Change = {
  now: Date;
  /** The same as ISO 8601. */
  at: string;
  /** Records the change in the log of the desk, under the name of the operation and the operator (decision 103). */
  record(subject_id: string, detail?: Readonly<Record<string, unknown>>): Promise<void>;
};

/** In the reply of every operation that publishes: why that is not public, as `LogSigner.whyUnsigned` says it (decision 167). */
export const unsignedField = z
  .string()
  .nullable()
  .describe(
    'Why what was committed is not public before the public log is signed, and the command that mends it; null while nothing is in the way',
  );

/** Who calls a desk operation, and how it changes something. */
export type DeskCall = {
  operator: string;
  /** Does work in one transaction. It must record what it changed. */
  change<T>(work: (tx: Tx, change: Change) => Promise<T>): Promise<T>;
};

/** What a desk operation does not share with all others. */
type DeskDefinition<I extends z.ZodObject, O extends z.ZodType> = Pick<
  Operation<I, O>,
  'name' | 'title' | 'summary' | 'input' | 'output'
> &
  Pick<HttpBinding, 'body_limit'> & {
    /** Method and path, for example `POST /api/desk/requests/{request_id}/review`. */
    path: `${HttpBinding['method']} /api/desk/${string}`;
    /** After the summary: what the reply contains, and what else callers need. */
    guidance: string;
    /** Status on success, where it is not 200. */
    status?: 201;
    /** The faults of the handler, beside invalid_request. */
    faults?: readonly FaultCode[];
    /** @returns the body of the reply */
    handler(ctx: Context, input: z.output<I>, call: DeskCall): Promise<z.input<O>>;
    /** Root-relative path of what was created. */
    location?(body: z.input<O>): string;
  };

/**
 * An operation of the desk: for operators alone, never a tool, at one address. What its path does not name is in the query
 * of a GET, and in the body of everything else.
 */
export function deskOperation<I extends z.ZodObject, O extends z.ZodType>(
  definition: DeskDefinition<I, O>,
): Operation<I, O> {
  const { name, title, summary, input, output, guidance, status = 200, body_limit, faults = [], handler } = definition;
  const [method, path] = definition.path.split(' ') as [HttpBinding['method'], string];
  const names = Object.keys(input.shape);
  const beside_path = names.some((field) => !path.includes(`{${field}}`));
  const fields = beside_path ? (method === 'GET' ? 'query' : 'body') : 'none';
  return {
    ...{ name, title, summary, scope: 'operator', input, output },
    faults: names.length ? ['invalid_request', ...faults] : faults,
    http: [{ method, path, status, fields, guidance, ...(body_limit !== undefined && { body_limit }) }],
    async handler(ctx, given, caller) {
      const body = await handler(ctx, given, callOf(ctx, name, operatorOf(caller)));
      return { body, ...(definition.location && { location: definition.location(body) }) };
    },
  };
}

const callOf = (ctx: Context, action: string, operator: string): DeskCall => ({
  operator,
  change: (work) =>
    ctx.store.transaction((tx) => {
      const now = ctx.now();
      const at = now.toISOString();
      const record: Change['record'] = (subject_id, detail = {}) =>
        insertAction(tx, { action_id: ctx.newId('act'), operator, action, subject_id, detail, at });
      return work(tx, { now, at, record });
    }),
});
