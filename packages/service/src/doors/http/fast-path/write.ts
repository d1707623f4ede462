import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { PreparedReply } from '../documents/representation.ts';

/** Bodies up to this size are sent in one buffer with their head; larger ones are never copied. */
const ONE_BUFFER_BYTES_MAX = 64 * 1024;
/** Replies up to this size share one piece of memory, as long as the system takes them at once. Most records are smaller. */
const SCRATCH_BYTES = 16 * 1024;
/** Number of such buffers that are cached. */
const CACHED_BUFFERS_MAX = 512;
/** Of those that are not cached one in 32 is: what is read often is soon among them, the rest leaves nothing behind. */
const CACHED_EVERY = 32;

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
  const shared = new WeakMap<readonly string[], string>();
  const cached = { full: new Map<PreparedReply, Buffer>(), head: new Map<PreparedReply, Buffer>() };
  let scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  let tail = '';
  let missed = 0;

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

  function headOf(answer: PreparedReply, keep: boolean): string {
    let head = heads.get(answer);
    if (head === undefined) {
      head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n`;
      head += linesOf(answer.headers);
      let more = shared.get(answer.more);
      if (more === undefined) {
        more = linesOf(answer.more);
        shared.set(answer.more, more);
      }
      head += more;
      if (keep) heads.set(answer, head);
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
    missed += 1;
    const keep = missed % CACHED_EVERY === 0;
    const body = head ? undefined : ((keep ? undefined : answer.ready) ?? answer.body);
    const body_bytes = body?.byteLength ?? 0;
    const start = headOf(answer, keep);
    if (body instanceof Uint8Array && body_bytes > ONE_BUFFER_BYTES_MAX) {
      socket.cork();
      socket.write(start, 'latin1');
      socket.write(body);
      socket.uncork();
      return;
    }
    // Headers are in ASCII, so a letter is a byte.
    const size = start.length + body_bytes;
    const shares = !keep && size <= SCRATCH_BYTES;
    const whole = shares ? scratch.subarray(0, size) : Buffer.allocUnsafe(size);
    whole.write(start, 'latin1');
    if (body instanceof Uint8Array) whole.set(body, start.length);
    else body?.write(whole, start.length);
    if (keep) {
      if (buffers.size >= CACHED_BUFFERS_MAX) buffers.clear();
      buffers.set(answer, whole);
    }
    socket.write(whole);
    // What the system has not taken yet must not be overwritten.
    if (shares && socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  };
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}
