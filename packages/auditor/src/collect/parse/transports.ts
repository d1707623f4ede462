import { objectOf } from '../../read/parse-data.ts';
import { type Transports, webAddress } from './reading.ts';

type Json = Readonly<Record<string, unknown>>;

const MOST = 20;
const overHttp = /^(streamable[-_ ]?http|http|https|sse|http\+sse)$/i;
/** Fields of a transport or server that hold its own address, never those of what it serves. */
const addressFields = ['url', 'serverUrl', 'endpoint'];

const typeOf = (value: Json): string | undefined =>
  [value.type, value.transport, objectOf(value.transport)?.type].find((one) => typeof one === 'string') as
    | string
    | undefined;
const objectsIn = (value: unknown): Json[] => {
  const all: unknown[] = Array.isArray(value) ? value.slice(0, MOST) : [value];
  return all.map(objectOf).filter((one) => one !== undefined);
};

/**
 * The transports of a server card, a `server.json` of the registry, or a client's configuration (`mcpServers`). Only what
 * belongs to the server or one of its transports is an address of it: a resource, a tool or a link is none.
 */
export function transportsOf(card: unknown, base: string): Transports {
  const found: Transports = { typed: [], untyped: [], none: false };
  const root = objectOf(card);
  if (!root) return found;
  const servers = [root.servers, ...Object.values(objectOf(root.mcpServers) ?? {}).slice(0, MOST)].flatMap(objectsIn);
  for (const server of [root, ...servers]) {
    const type = typeOf(server);
    const declared = [server.remotes, server.transports, server.transport].flatMap(objectsIn);
    const types = [type, ...declared.map(typeOf)].filter((one) => one !== undefined);
    const closed = types.length > 0 && !types.some((one) => overHttp.test(one));
    if (closed || server.available === false || objectOf(server.serverInfo)?.available === false) {
      found.none = true;
      if (server === root) return found;
      continue;
    }
    for (const one of [...declared, server]) {
      const of = one === server ? types.find((known) => overHttp.test(known)) : typeOf(one);
      if (of !== undefined && !overHttp.test(of)) continue;
      for (const field of addressFields) put(found, one[field], base, of !== undefined);
    }
  }
  found.untyped = found.untyped.filter((url) => !found.typed.includes(url));
  return found;
}

function put(found: Transports, text: unknown, base: string, typed: boolean): void {
  if (typeof text !== 'string' || !/^(https?:\/\/|\/(?!\/))/i.test(text.slice(0, 10))) return;
  const url = webAddress(text, base);
  const list = typed ? found.typed : found.untyped;
  if (url !== undefined && !list.includes(url) && list.length < MOST) list.push(url);
}
