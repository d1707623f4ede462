import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { PreparedReply } from '../documents/representation.ts';
import { type ListedReply, measured } from '../tools/door.ts';

/** Bodies up to this size are sent in one buffer with their head; larger ones are never copied. */
const ONE_BUFFER_BYTES_MAX = 64 * 1024;
/** Replies up to this size share one piece of memory, as long as the system takes them at once. Most records are smaller. */
const SCRATCH_BYTES = 16 * 1024;
/** Number of such buffers that are cached. */
const CACHED_BUFFERS_MAX = 512;
/** Of those that are not cached one in 32 is: what is read often is soon among them, the rest leaves nothing behind. */
const CACHED_EVERY = 32;

/** Whether the system has taken all of a reply, and how many bytes of it no other reply shares. */
type Written = { done: boolean; own_bytes: number };

type AnswerWriter = {
  document(socket: Socket, answer: PreparedReply, head: boolean): void;
  /** @param taken called once the client has taken the reply or is gone, where it has not at once */
  call(socket: Socket, reply: ListedReply, head: boolean, taken: () => void): Written;
};

/**
 * Writes replies to sockets. A head changes once a second, with its Date; until then the same buffer is sent again.
 *
 * @returns writers of the head and, except for HEAD, the body; headers and their order are those that node:http sends
 */
export function answerWriter(now: () => Date, keep_alive_ms: () => number): AnswerWriter {
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
      head = startOf(answer.status);
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

  function call(socket: Socket, reply: ListedReply, head: boolean, taken: () => void): Written {
    if (tail === '') renew();
    const { length, own, text, ascii } = measured(reply.body);
    const start = `${startOf(reply.status)}${linesOf(reply.headers)}${reply.length_name}: ${length}\r\n${tail}`;
    if (head || length === 0) socket.write(start, 'latin1');
    else if (text !== undefined) socket.write(start + text, ascii ? 'latin1' : 'utf8');
    else {
      socket.cork();
      socket.write(start, 'latin1');
      for (const part of reply.body) socket.write(part);
      socket.uncork();
    }
    const done = socket.writableLength === 0;
    if (!done) socket.write('', taken);
    return { done, own_bytes: own };
  }

  function document(socket: Socket, answer: PreparedReply, head: boolean): void {
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
  }

  return { document, call };
}

const startOf = (status: number) => `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}
