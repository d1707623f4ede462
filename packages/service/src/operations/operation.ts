import type { z } from 'zod';
import type { Document } from '../documents/document.ts';
import type { Scope } from '../domain/agent.ts';
import type { FaultCode } from '../domain/fault.ts';
import type { Quota } from '../domain/limit/limit.ts';
import type { Settings } from '../settings.ts';
import type { Context } from './context.ts';

/**
 * One capability, defined once: name, scope, schemas, HTTP binding, tool binding and handler. The REST door, the tool
 * server, the desk, the OpenAPI description and the documents for agents are all derived from these objects.
 */
export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** The tool's name (spec 4) or, for the desk, a verb and a noun. The file has the same name. */
  name: string;
  title: string;
  /** One sentence that says what it does, in words of neither door. */
  summary: string;
  /** The scope that the caller's key must have; null when no key is needed. */
  scope: Scope | null;
  /** The faults that the handler itself may throw, in addition to those of the gate. */
  faults: readonly FaultCode[];
  input: I;
  /** Other names for fields of the input, as callers write them: they are taken and not shown. */
  aliases?: Readonly<Record<string, string>>;
  /** Fields of the input that say what another one says too: they are taken, and no description shows them. */
  unlisted?: readonly string[];
  output: O;
  /** The names of its replies in the interface description, in the order of the alternatives, where that is not its own name. */
  reply_names?: readonly string[];
  http: readonly HttpBinding[];
  /** Absent: not a tool. */
  tool?: ToolBinding;
  /** Throws a Fault when memory alone shows that the call must be refused. Runs before the body is read. */
  refuse?(ctx: Context): void;
  handler(ctx: Context, input: z.output<I>, caller: Caller, call: CallDetails): Promise<Reply<z.input<O>>>;
};

/**
 * What a door says about an operation, in its own words: over REST no tools, in a tool no addresses or headers.
 */
type Described = {
  /** In place of the operation's own, where this is only a part of what the operation does. */
  summary?: string;
  /** After the summary: what the reply contains, when to call, the next step on errors. Limits in it come from the settings. */
  guidance: string | ((settings: Settings) => string);
};

export type HttpBinding = Described & {
  method: 'GET' | 'POST' | 'DELETE';
  /** Its name in the interface description, a verb and a noun, where that is not the operation's. */
  id?: string;
  /** Path with parameters in braces as in the spec, for example `/api/audit-requests/{request_id}`. */
  path: string;
  /** Status on success; `created` replies are 201 instead. */
  status: 200 | 201;
  /** Whether a reply may be `created`, or `accepted`, where `status` is 200. */
  creates?: true;
  accepts?: true;
  /** Where the input's fields are besides the path: in the JSON body, in the query, or in either. */
  fields: 'body' | 'query' | 'body_or_query' | 'none';
  /** A published document: HTTP serves it ahead of the router, and the handler replies with it or with a part of it. */
  document?: true;
  /** What this binding replies, where the tool has further forms of answers. */
  output?: z.ZodType;
  /** Largest body in bytes, where it is not BODY_LIMIT_BYTES. */
  body_limit?: number;
  /** The faults of the handler that this binding may meet, where those are not all of the operation. */
  faults?: readonly FaultCode[];
  /** The parameter of the query whose presence chooses this binding, where another one has the same method and path. */
  when?: string;
  /** The fields that it takes, where those are not all of the operation. */
  only?: readonly string[];
  /** It is described only where words are not counted (decision 60). */
  at_length?: true;
  /** A public read (decision 5): sent with a tag, and caches may keep it. */
  public?: true;
  /** Input that the binding itself sets, for example `{watching: false}` for DELETE. */
  fixed?: Readonly<Record<string, unknown>>;
  /** What to say of a field that the binding sets, where a caller sends another value. */
  refuses?: Readonly<Record<string, string>>;
};

/** How an operation is a tool (decision 27). Its annotations follow from this and from what HTTP binds it to. */
type ToolBinding = Described & {
  /** Doing it twice is the same as doing it once. Unset: only where it does nothing but read. */
  repeatable?: true;
  /** It may begin a visit to a site of others, of which something is stored: then it is no read, and reaches beyond this service. */
  visits?: true;
  /** What an argument is where it is left out, though the operation requires it. */
  assumes?: Readonly<Record<string, unknown>>;
};

/** Whether an operation does nothing but read: HTTP binds it to GET alone. */
export const onlyReads = ({ http }: Pick<Operation, 'http'>): boolean =>
  http.length > 0 && http.every(({ method }) => method === 'GET');

/** Whether an operation reads what is public, where a parameter that is dropped makes a wrong answer look right. */
export const isPublicRead = (operation: Pick<Operation, 'http' | 'scope'>): boolean =>
  operation.scope === null && onlyReads(operation);

/** Who calls: nobody known, a registration with its scopes, or an operator. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'agent'; registration_id: string; scopes: readonly Scope[] }
  | { kind: 'operator'; name: string };

/** What a door knows about a call besides its input. */
export type CallDetails = {
  idempotency_key?: string;
  /** Nobody will read the body: what is reported once is not reported now. */
  head?: true;
  /** Address of the client, for limits in memory only: never stored, never logged (decision 25). */
  client?: string;
  /** Whether the client has left, so that nobody reads the reply. */
  gone?(): boolean;
};

/** A successful reply. Doors turn everything but the body into headers and status. */
export type Reply<T> = {
  body: T;
  /** The body was built from checked data, so the gate does not validate it again. */
  prepared?: true;
  /** The published document whose JSON the body is. Doors send its bytes and do not serialise the body. */
  document?: Document;
  /** The body as JSON. Doors send it as it is and do not serialise the body. */
  json?: string;
  /**
   * Further pages of members of the body that are lists and go on, by their names. They are read while they are sent, one when its
   * reader has taken the one before, and anew each time.
   */
  further?: Readonly<Record<string, FurtherPages | undefined>>;
  /** The call created something: 201. Unset: the binding's own status. */
  created?: boolean;
  /** What the call asked for is under way: 202. */
  accepted?: boolean;
  /** Root-relative path of what was created. */
  location?: string;
  /** A sentence beside the body, for readers of a tool's answer. */
  note?: string;
  /** Of a public read: how long caches may keep it, and when it changed; unset: as documents, and as the leaderboard. */
  caching?: 'public' | 'asset';
  modified?: Date;
  /** The limit that this call counted against, after the call. */
  quota?: Quota;
};

/** Reads the pages of a list after its first one. */
export type FurtherPages = () => AsyncIterable<readonly unknown[]>;

/** Makes the JSON of a body whose lists go on, in pieces, as often as it is called; undefined for a body that is whole. */
export function piecesOf(reply: Reply<unknown>): (() => AsyncGenerator<string>) | undefined {
  const { further = {} } = reply;
  if (!Object.values(further).some((pages) => pages !== undefined)) return undefined;
  return () => pieces(reply.body as object, further);
}

async function* pieces(body: object, further: NonNullable<Reply<unknown>['further']>): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const pages = further[name];
    const json = JSON.stringify(value);
    const member = `${before}${JSON.stringify(name)}:${json}`;
    before = ',';
    if (!pages) {
      yield member;
      continue;
    }
    yield member.slice(0, -1);
    let separator = json === '[]' ? '' : ',';
    for await (const items of pages()) {
      if (!items.length) continue;
      yield `${separator}${JSON.stringify(items).slice(1, -1)}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

/** The reply that a published document already is. Its body is parsed only when it is read. */
export function documentReply<T>(document: Document): Reply<T> {
  return {
    document,
    prepared: true,
    get body(): T {
      return JSON.parse(Buffer.from(document.bodies.identity).toString()) as T;
    },
  };
}

/** A reply that is JSON already. Its body is parsed only when it is read. */
export function jsonReply<T>(json: string): Reply<T> {
  return {
    json,
    prepared: true,
    get body(): T {
      return JSON.parse(json) as T;
    },
  };
}

/**
 * The same reply, beginning with the names of what a call sent and the operation does not take (decision 27): whoever reads a
 * list must not believe that it was filtered by them.
 */
export function withIgnored<T>(reply: Reply<T>, ignored: readonly string[]): Reply<T> {
  if (ignored.length === 0) return reply;
  const { document, json, body, ...rest } = reply;
  const whole = document ? Buffer.from(document.bodies.identity).toString() : json;
  if (whole === undefined) return { ...rest, body: { ignored, ...body } };
  const more = whole === '{}' ? '}' : `,${whole.slice(1)}`;
  return { ...rest, ...jsonReply<T>(`{"ignored":${JSON.stringify(ignored)}${more}`) };
}

/** Types an operation by its schemas; at run time it returns the same object. */
export function operation<I extends z.ZodType, O extends z.ZodType>(definition: Operation<I, O>): Operation<I, O> {
  return definition;
}

/** What one door says about an operation, under the settings of this service: what it does, and what else callers need. */
export function saidOf(operation: Pick<Operation, 'summary'>, door: Described, settings: Settings) {
  const { summary = operation.summary, guidance } = door;
  return { summary, guidance: typeof guidance === 'string' ? guidance : guidance(settings) };
}

/** The same in one text. */
export function descriptionOf(operation: Pick<Operation, 'summary'>, door: Described, settings: Settings): string {
  const { summary, guidance } = saidOf(operation, door, settings);
  return guidance === '' ? summary : `${summary} ${guidance}`;
}

/** The registration behind an agent's call. Only for operations with an agent's scope, which the gate has checked. */
export function registrationOf(caller: Caller): string {
  if (caller.kind !== 'agent') throw new Error('an operation with an agent scope was reached by another caller');
  return caller.registration_id;
}

/** The operator behind a desk call. Only for operations with the operator scope, which the gate has checked. */
export function operatorOf(caller: Caller): string {
  if (caller.kind !== 'operator') throw new Error('a desk operation was reached by another caller');
  return caller.name;
}

declare module './context.ts' {
  interface Feature {
    operations?(): Promise<readonly Operation[]>;
  }
}
