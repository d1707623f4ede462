import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Lookup, NotFound } from '../documents/documents.ts';
import { answer, constantAnswer, type PreparedReply } from '../documents/representation.ts';
import type { EarlyReplies } from '../early/early-replies.ts';
import { type FastPath, FastPathConnection } from './connection.ts';
import { callHeaders, type RequestLine, readLine, type SimpleRequest, simpleHeaders, simpleRequest } from './parse.ts';
import { answerWriter } from './write.ts';

/**
 * Header lines whose meaning is remembered, and the longest of them: those of a client are the same for every path.
 * Together they bound the memory.
 */
const CACHED_LINES_MAX = 1024;
const CACHED_LINES_BYTES_MAX = 1024;
/** Of the header lines that are not cached one set in eight is: what comes often is soon among them. */
const CACHED_EVERY = 8;

/**
 * The fast path ahead of node:http (decision 5): plain reads of public documents are answered at the socket, with
 * bytes made beforehand, and so are calls whose reply is known (decision 227).
 *
 * Every connection starts on the fast path and stays there as long as everything that arrives is whole, simple requests
 * for documents that exist (or that `notFound` knows not to exist). Anything else hands the connection over to
 * node:http permanently, which then decides, and applies its own limits. So the fast path parses nothing unusual, and
 * cannot see a request where node:http sees another. Replies equal those of `serveDocuments` to the byte.
 *
 * Call it before listening. Connections close after `server.headersTimeout` without a first byte, and when idle for
 * `server.keepAliveTimeout`; `server.close()` and `closeIdleConnections()` close idle ones at once and let the others
 * finish.
 *
 * @param options.early calls whose reply may be known
 * @param options.onServed receives the status of each reply, for metrics
 * @param options.send_timeout_ms how long a client may go without reading any of its replies (60 s)
 */
export function fastPath(
  server: Server,
  options: {
    lookup: Lookup;
    notFound?: NotFound;
    now: () => Date;
    onServed?: (status: number) => void;
    send_timeout_ms?: number;
    early?: Pick<EarlyReplies, 'has' | 'answer'>;
  },
): void {
  const { lookup, notFound, onServed, early } = options;
  const [nodeHttp] = server.listeners('connection');
  if (nodeHttp === undefined) throw new Error('the server has no listener for connections');
  const connections = new Set<FastPathConnection>();
  const simple = rememberedLines(simpleHeaders);
  const calls = rememberedLines(callHeaders);
  const write = answerWriter(options.now, () => server.keepAliveTimeout);

  /** A lookup that throws is repeated behind node:http, where the error gets its body. */
  function find({ path, accept, wanted }: SimpleRequest): PreparedReply | undefined {
    try {
      const document = lookup(path, accept, '');
      if (document !== undefined) return answer(document, wanted);
      const constant = notFound?.(path);
      return constant && constantAnswer(constant);
    } catch {
      return undefined;
    }
  }

  /** A call whose reply is known. Only with its whole body at hand: so nothing of it is left to be read as a request. */
  function answerCall(
    { answer }: Pick<EarlyReplies, 'answer'>,
    socket: Socket,
    { method, path, lines }: RequestLine,
    chunk: Buffer,
    end: number,
  ): number | undefined {
    const read = calls(lines);
    if (read === undefined || end + read.length > chunk.length) return undefined;
    const { headers, length } = read;
    const is_read = method === 'GET' || method === 'HEAD';
    if (is_read && (headers['content-length'] !== undefined || length > 0)) return undefined;
    const next = end + length;
    const { authorization } = headers;
    const body = chunk.subarray(end, next);
    const call = { method, path, headers, authorization, body, socket };
    return answer(call, (reply, taken) => write.call(socket, reply, method === 'HEAD', taken)) ? next : undefined;
  }

  const path: FastPath = {
    answer(socket, chunk, text, at, end) {
      const line = readLine(at === 0 && end === text.length ? text : text.slice(at, end));
      if (line === undefined) return undefined;
      if (early?.has(line.path)) return answerCall(early, socket, line, chunk, end);
      const headers = simple(line.lines);
      const read = headers && simpleRequest(line, headers);
      const reply = read && find(read);
      // What is sent piece by piece waits for its reader, which node:http does.
      if (!read || reply === undefined || reply.in_pieces) return undefined;
      write.document(socket, reply, read.wanted.head);
      onServed?.(reply.status);
      return end;
    },
    handOver(connection, rest) {
      connections.delete(connection);
      connection.leave((socket) => nodeHttp.call(server, socket), rest);
    },
    closing: () => !server.listening,
    forget: (connection) => connections.delete(connection),
    send_timeout_ms: options.send_timeout_ms ?? 60_000,
  };

  server.off('connection', nodeHttp as (socket: Socket) => void);
  server.prependListener('connection', (socket: Socket) => connections.add(new FastPathConnection(socket, path)));
  sweepWhileListening(server, connections);

  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const { idle, socket } of connections) if (idle) socket.destroySoon();
    closeIdle();
  };
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    for (const { socket } of connections) socket.destroy();
    closeAll();
  };
}

/** What is read from header lines, with what was read from those that come often: they are the same for every path. */
function rememberedLines<Read>(read: (lines: string) => Read | undefined): (lines: string) => Read | undefined {
  const known = new Map<string, Read>();
  let missed = 0;
  return (lines) => {
    const found = known.get(lines);
    if (found !== undefined) return found;
    missed += 1;
    const parsed = read(lines);
    const keep = missed % CACHED_EVERY === 0 && lines.length <= CACHED_LINES_BYTES_MAX;
    if (parsed === undefined || !keep || hasSecret(`\r\n${lines}`)) return parsed;
    if (known.size >= CACHED_LINES_MAX) known.clear();
    // A copy: a part of a text keeps the whole packet alive.
    known.set(Buffer.from(lines, 'latin1').toString('latin1'), parsed);
    return parsed;
  };
}

/** Whether header lines have a key or a cookie, which is never cached. */
const hasSecret = (head: string) => /\r\n(authorization|cookie):/i.test(head);

/** Closes connections that have been silent for too long, once a second: one timer for all costs a request nothing. */
function sweepWhileListening(server: Server, connections: Set<FastPathConnection>): void {
  let timer: NodeJS.Timeout | undefined;
  const seconds = (timeout_ms: number) => (timeout_ms > 0 ? timeout_ms / 1000 : Number.POSITIVE_INFINITY);
  server.on('listening', () => {
    timer = setInterval(() => {
      const [first, next] = [seconds(server.headersTimeout), seconds(server.keepAliveTimeout) + 1];
      for (const connection of connections) {
        connection.silent += 1;
        if (connection.silent > (connection.fresh ? first : next) && connection.idle) connection.socket.destroy();
      }
    }, 1000).unref();
  });
  server.on('close', () => clearInterval(timer));
}
