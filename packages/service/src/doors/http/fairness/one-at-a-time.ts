import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for an earlier answer; a client that pipelines more is disconnected. */
const PIPELINED_MAX = 1_000;

/**
 * Handles the requests of a connection one after another: a pipelined request is handled once the client has taken the
 * answer before it, and no further ones are read until then (decision 74). So a client that does not read costs
 * one answer, however many requests it sends. (node:http alone would handle all of them at once and keep the answers.)
 */
export function oneAtATime(handler: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Pipelined[]>();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => next(request.socket));
    handler(request, response);
  }

  function next(socket: Socket): void {
    const following = waiting.get(socket)?.shift();
    if (!following) waiting.delete(socket);
    if (socket.destroyed) return;
    if (following) handle(following.request, following.response);
    // Its body may still have to arrive; when nothing waits, the next request.
    if (!waiting.get(socket)?.length) socket.resume();
  }

  return (request, response) => {
    const { socket } = request;
    // A connection that was reset while its request was read has no address, and no client to answer.
    if (socket.destroyed || socket.remoteAddress === undefined) return void socket.destroy();
    const pipelined = waiting.get(socket);
    if (!pipelined) {
      waiting.set(socket, []);
      handle(request, response);
    } else if (pipelined.length < PIPELINED_MAX) {
      pipelined.push({ request, response });
      socket.pause();
    } else socket.destroy();
  };
}

type Pipelined = { request: IncomingMessage; response: ServerResponse };
