import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Fault, problem } from '../../../domain/fault.ts';
import { uncachedAt } from './problems.ts';

/**
 * Answers what Node's parser refuses before there is a request, with a problem body (decision 4), and closes the
 * connection.
 */
export function clientErrorHandler(base_url: string): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    // The client has gone, or a reply has been started.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) socket.destroy();
    else socket.end(answerText(faultFor(error.code), base_url));
  };
}

function faultFor(code: string | undefined): Fault {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Fault('malformed', 'The request line and headers are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fault('malformed', 'The request did not arrive in time.');
  return new Fault('malformed', 'The request is not well-formed HTTP.');
}

function answerText(fault: Fault, base_url: string): string {
  const body = JSON.stringify(problem(fault, base_url));
  const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`;
}

const headersOf = (body: string) => ({
  'content-type': 'application/problem+json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  ...uncachedAt('/'),
  connection: 'close',
});

/** Refuses a request that only looks well-formed, and closes the connection: what follows may not be what it seems. */
export function refuseMalformed(base_url: string, message: string): (response: ServerResponse) => void {
  const body = JSON.stringify(problem(new Fault('malformed', message), base_url));
  return (response) => {
    response.writeHead(400, headersOf(body)).end(body);
  };
}

/** Refuses an `Expect` header other than 100-continue: Node would answer 417 without a body. */
export function refuseExpectations(server: Server, base_url: string): void {
  const refuse = refuseMalformed(base_url, 'The Expect header must be 100-continue.');
  server.on('checkExpectation', (_request, response: ServerResponse) => refuse(response));
}
