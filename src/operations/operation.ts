import type { z } from 'zod';
import type { Scope } from '../domain/agent.ts';
import type { FaultCode } from '../domain/fault.ts';
import type { Quota } from '../domain/limit/limit.ts';
import type { Context } from './context.ts';

/**
 * One capability, defined once: name, scope, schemas, HTTP binding, tool binding and handler. The REST door, the tool
 * server, the desk, the OpenAPI description and the documents for agents are all made from these objects.
 */
export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** The tool's name (spec 4) or, for the desk, a verb and a noun; the file is named after it. */
  name: string;
  title: string;
  /** One sentence for people and lists. */
  summary: string;
  /** For a model: what it gives, when to use it, what to do on each error. */
  description: string;
  /** What the caller's key must permit; null when no key is needed. */
  scope: Scope | null;
  /** The faults that the handler itself may answer, beyond those of the gate. */
  faults: readonly FaultCode[];
  input: I;
  output: O;
  http: readonly HttpBinding[];
  /** Absent: never a tool. */
  tool?: ToolHints;
  /**
   * Throws a Fault when it is known beforehand, from memory, that the call must be refused: before its body is read.
   */
  refuse?(ctx: Context): void;
  handler(ctx: Context, input: z.output<I>, caller: Caller, call: CallDetails): Promise<Reply<z.input<O>>>;
};

export type HttpBinding = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with parameters in braces as in the spec, for example `/api/audit-requests/{request_id}`. */
  path: string;
  /** Success status; `created` replies give 201 where this is 200. */
  status: 200 | 201;
  /** Where the input's fields stand beside the path: in the JSON body, in the query, or in either. */
  fields: 'body' | 'query' | 'body_or_query' | 'none';
  /** Served as a precomputed document by the documents door, without this handler. */
  document?: boolean;
  /** Bytes that the body may have, where that is more than usual. */
  body_limit?: number;
  /** Input that the binding itself fixes, for example `{watching: false}` for DELETE. */
  fixed?: Readonly<Record<string, unknown>>;
};

/** The tool annotations of MCP, all four (decision 27). */
type ToolHints = { readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean };

/** Who calls: nobody, a registration with its scopes, or an operator. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'agent'; registration_id: string; scopes: readonly Scope[] }
  | { kind: 'operator'; name: string };

/** What a door knows of a call beside its input. */
export type CallDetails = {
  idempotency_key?: string;
  /** Address of the client, for limits in memory only: never stored, never logged (decision 25). */
  client?: string;
};

/** A successful answer. Doors make headers and status of what stands beside the body. */
export type Reply<T> = {
  body: T;
  /**
   * The body was made and checked once for all calls (a document of a snapshot): the gate does not walk through it
   * again.
   */
  prepared?: true;
  /** Something was made that did not stand before: 201. Unset: the binding's own status. */
  created?: boolean;
  /** Root-relative path of what was made. */
  location?: string;
  /** The limit that this call counted against, after the call. */
  quota?: Quota;
};

/** Types an operation by its schemas; at run time it is the object itself. */
export function operation<I extends z.ZodType, O extends z.ZodType>(definition: Operation<I, O>): Operation<I, O> {
  return definition;
}

/** The registration behind an agent's call. Only for operations with an agent's scope: the gate has made sure. */
export function registrationOf(caller: Caller): string {
  if (caller.kind !== 'agent') throw new Error('an operation with an agent scope was reached by another caller');
  return caller.registration_id;
}

/** The operator behind a desk call. Only for operations with the operator scope: the gate has made sure. */
export function operatorOf(caller: Caller): string {
  if (caller.kind !== 'operator') throw new Error('a desk operation was reached by another caller');
  return caller.name;
}
