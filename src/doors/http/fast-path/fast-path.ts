import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Lookup, NotFound } from '../documents/documents.ts';
import { answer, constantAnswer, type PreparedReply } from '../documents/representation.ts';
import { type FastPath, FastPathConnection } from './connection.ts';
import { parseSimple, type SimpleRequest } from './parse.ts';
import { answerWriter } from './write.ts';

/** Heads remembered with what they ask for; and the longest that is. Together they bound the memory. */
const KEPT = 4096;
const KEPT_LENGTH = 1024;

/**
 * Puts a fast lane before node:http: plain reads of public documents are answered from the socket itself, with bytes
 * made beforehand.
 *
 * Every connection starts in the lane and stays as long as each thing that arrives is one or more whole, simple
 * requests for a document that is known (or that `notFound` knows not to exist). The first thing that is anything else
 * goes, with its connection and for good, to node:http, which then judges it and keeps its own limits. So the lane
 * parses nothing odd, and cannot see a request where node:http sees another. Answers are those of `serveDocuments`, to
 * the byte.
 *
 * Call it before listening. Connections close after `server.headersTimeout` without a first byte, and when
 * idle for `server.keepAliveTimeout`; `server.close()` and `closeIdleConnections()` close
 * idle ones at once and let the others finish.
 *
 * @param options.onServed called with the status of each answer, for metrics
 * @param options.send_timeout_ms how long a client may take nothing of what it asked for (60 s)
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
  const requests = new Map<string, SimpleRequest>();
  const write = answerWriter(options.now, () => server.keepAliveTimeout);

  function request(head: string, alone: boolean): SimpleRequest | undefined {
    const known = requests.get(head);
    if (known !== undefined) return known;
    const made = parseSimple(head);
    // A part of a packet would keep the whole packet in memory; and nobody's key or cookie is remembered.
    if (made === undefined || !alone || head.length > KEPT_LENGTH || /\r\n(authorization|cookie):/i.test(head))
      return made;
    if (requests.size >= KEPT) requests.clear();
    requests.set(head, made);
    return made;
  }

  /** A lookup that fails is tried again behind node:http, where a failure has its error body. */
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

  const lane: FastPath = {
    answer(socket, head, alone) {
      const asked = request(head, alone);
      if (asked === undefined) return false;
      const made = find(asked);
      if (made === undefined) return false;
      write(socket, made, asked.wanted.head);
      onServed?.(made.status);
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
  server.prependListener('connection', (socket: Socket) => connections.add(new FastPathConnection(socket, lane)));
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

/** Once a second: closes what has been silent for longer than it may. One timer for all costs a request nothing. */
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
