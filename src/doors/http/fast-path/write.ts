import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { PreparedReply } from '../documents/representation.ts';

/** Bodies up to this size are sent in one buffer with their head; larger ones are never copied. */
const ONE_BUFFER_BYTES_MAX = 64 * 1024;
/** Number of such buffers that are cached. */
const CACHED_BUFFERS_MAX = 512;

/**
 * Writes replies to sockets. A head changes once a second, with its Date; until then the same buffer is sent again.
 *
 * @returns `write(socket, answer, head)`: writes the head and, except for HEAD, the body; headers and their order are
 *   those that node:http sends
 */
export function answerWriter(
  now: () => Date,
  keep_alive_ms: () => number,
): (socket: Socket, answer: PreparedReply, head: boolean) => void {
  const heads = new WeakMap<PreparedReply, string>();
  const cached = { full: new Map<PreparedReply, Buffer>(), head: new Map<PreparedReply, Buffer>() };
  let tail = '';

  function renew(): void {
    const date = now();
    const timeout = keep_alive_ms() > 0 ? `\r\nKeep-Alive: timeout=${Math.floor(keep_alive_ms() / 1000)}` : '';
    tail = `Date: ${date.toUTCString()}\r\nConnection: keep-alive${timeout}\r\n\r\n`;
    cached.full.clear();
    cached.head.clear();
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
    const buffers = head ? cached.head : cached.full;
    const known = buffers.get(answer);
    if (known !== undefined) {
      socket.write(known);
      return;
    }
    const body = head ? undefined : answer.body;
    if (body !== undefined && body.byteLength > ONE_BUFFER_BYTES_MAX) {
      socket.cork();
      socket.write(headOf(answer), 'latin1');
      socket.write(body);
      socket.uncork();
      return;
    }
    const start = Buffer.from(headOf(answer), 'latin1');
    const whole = body === undefined ? start : Buffer.concat([start, body]);
    if (buffers.size >= CACHED_BUFFERS_MAX) buffers.clear();
    buffers.set(answer, whole);
    socket.write(whole);
  };
}
