import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { PreparedReply } from '../documents/representation.ts';

/** Bodies up to this many bytes go out in one buffer with their head; larger ones are never copied. */
const ONE_BUFFER = 64 * 1024;
/** Buffers kept at a time. */
const KEPT = 512;

/**
 * Writes answers to sockets. A head changes once a second, with its Date; until then the same buffer goes out again and
 * again.
 *
 * @returns `write(socket, answer, head)`: writes head and, but for HEAD, body; head and order of headers are those that
 *   node:http sends
 */
export function answerWriter(
  now: () => Date,
  keep_alive_ms: () => number,
): (socket: Socket, answer: PreparedReply, head: boolean) => void {
  const heads = new WeakMap<PreparedReply, string>();
  const kept = { full: new Map<PreparedReply, Buffer>(), head: new Map<PreparedReply, Buffer>() };
  let tail = '';

  function renew(): void {
    const date = now();
    const timeout = keep_alive_ms() > 0 ? `\r\nKeep-Alive: timeout=${Math.floor(keep_alive_ms() / 1000)}` : '';
    tail = `Date: ${date.toUTCString()}\r\nConnection: keep-alive${timeout}\r\n\r\n`;
    kept.full.clear();
    kept.head.clear();
    setTimeout(() => {
      tail = '';
    }, 1000 - date.getUTCMilliseconds()).unref();
  }

  function headOf(answer: PreparedReply): string {
    let head = heads.get(answer);
    if (head === undefined) {
      head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n`;
      for (let at = 0; at < answer.headers.length; at += 2)
        head += `${answer.headers[at]}: ${answer.headers[at + 1]}\r\n`;
      heads.set(answer, head);
    }
    return head + tail;
  }

  return (socket, answer, head) => {
    if (tail === '') renew();
    const buffers = head ? kept.head : kept.full;
    const known = buffers.get(answer);
    if (known !== undefined) {
      socket.write(known);
      return;
    }
    const body = head ? undefined : answer.body;
    if (body !== undefined && body.byteLength > ONE_BUFFER) {
      socket.cork();
      socket.write(headOf(answer), 'latin1');
      socket.write(body);
      socket.uncork();
      return;
    }
    const start = Buffer.from(headOf(answer), 'latin1');
    const made = body === undefined ? start : Buffer.concat([start, body]);
    if (buffers.size >= KEPT) buffers.clear();
    buffers.set(answer, made);
    socket.write(made);
  };
}
