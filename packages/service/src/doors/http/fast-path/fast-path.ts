import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Lookup, NotFound } from '../documents/documents.ts';
import { answer, constantAnswer, type PreparedReply } from '../documents/representation.ts';
import { type FastPath, FastPathConnection } from './connection.ts';
import { parseSimple, type SimpleHeaders, type SimpleRequest, simpleHeaders } from './parse.ts';
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
 * bytes made beforehand.
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
  },
): void {
  const { lookup, notFound, onServed } = options;
  const [nodeHttp] = server.listeners('connection');
  if (nodeHttp === undefined) throw new Error('the server has no listener for connections');
  const connections = new Set<FastPathConnection>();
  const lines_known = new Map<string, SimpleHeaders>();
  let missed = 0;
  const write = answerWriter(options.now, () => server.keepAliveTimeout);

  function headers(lines: string, alone: boolean): SimpleHeaders | undefined {
    const known = lines_known.get(lines);
    if (known !== undefined) return known;
    missed += 1;
    const parsed = simpleHeaders(lines);
    const keep = missed % CACHED_EVERY === 0 && alone && lines.length <= CACHED_LINES_BYTES_MAX;
    if (parsed === undefined || !keep || hasSecret(`\r\n${lines}`)) return parsed;
    if (lines_known.size >= CACHED_LINES_MAX) lines_known.clear();
    lines_known.set(lines, parsed);
    return parsed;
  }

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

  const path: FastPath = {
    answer(socket, head, alone) {
      const simple = parseSimple(head, (lines) => headers(lines, alone));
      if (simple === undefined) return false;
      const reply = find(simple);
      // What is sent piece by piece waits for its reader, which node:http does.
      if (reply === undefined || reply.in_pieces) return false;
      write(socket, reply, simple.wanted.head);
      onServed?.(reply.status);
      return true;
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
