import type { Socket } from 'node:net';

/** What a connection needs from the fast path. */
export type FastPath = {
  /**
   * Writes the reply to the request whose head is from `at` to `end`.
   *
   * @param text the bytes of the packet as latin1
   * @returns where the request ends; undefined when it is not one for the fast path
   */
  answer(socket: Socket, chunk: Buffer, text: string, at: number, end: number): number | undefined;
  /** Hands the connection over to node:http permanently, with the bytes that were not answered. */
  handOver(connection: FastPathConnection, rest: Buffer): void;
  /** Whether the server has stopped accepting connections: then this one ends once it has answered what arrived. */
  closing(): boolean;
  forget(connection: FastPathConnection): void;
  /** How long a client may go without reading any of its replies, in milliseconds. */
  send_timeout_ms: number;
};

/**
 * One keep-alive connection on the fast path: takes whole requests out of what arrives and writes their replies in
 * order. Anything but a whole simple request makes it leave. It stops reading while the client does not read.
 */
export class FastPathConnection {
  readonly socket: Socket;
  readonly #path: FastPath;
  /** Bytes that arrived and wait until the client reads; while defined, nothing more is read. */
  #rest: Buffer | undefined;
  /** The client has closed its sending side. */
  #ended = false;
  #left = false;
  /** Seconds of silence, counted by the fast path. */
  silent = 0;
  /** Nothing has arrived yet. */
  fresh = true;

  constructor(socket: Socket, path: FastPath) {
    this.socket = socket;
    this.#path = path;
    socket.on('data', this.#take);
    socket.on('drain', this.#drained);
    socket.on('end', this.#end);
    socket.on('timeout', this.#timeout);
    socket.on('error', this.#failed);
    socket.on('close', this.#closed);
  }

  /** Everything that arrived has been answered, though the last bytes may still be on their way. */
  get idle(): boolean {
    return this.#rest === undefined;
  }

  /** Makes `other` the permanent listener of the socket, and passes it what arrived and was not answered. */
  leave(other: (socket: Socket) => void, rest: Buffer): void {
    const { socket } = this;
    socket.off('data', this.#take);
    socket.off('drain', this.#drained);
    socket.off('end', this.#end);
    socket.off('timeout', this.#timeout);
    socket.off('error', this.#failed);
    socket.off('close', this.#closed);
    socket.setTimeout(0);
    this.#left = true;
    other(socket);
    // Before the data: the new listener may pause the socket again because of them.
    socket.resume();
    if (rest.length > 0) socket.emit('data', rest);
    // The end arrived before its listener. Emitted later, as it would come after the data: node:http drops what it has
    // not answered by then.
    if (this.#ended) setImmediate(() => socket.emit('end'));
  }

  readonly #take = (chunk: Buffer): void => {
    const { socket } = this;
    this.silent = 0;
    this.fresh = false;
    const text = chunk.toString('latin1');
    let at = 0;
    while (at < text.length) {
      if (this.#full()) {
        this.#wait(chunk.subarray(at));
        return;
      }
      const end = text.indexOf('\r\n\r\n', at) + 4;
      const next = end < 4 ? undefined : this.#path.answer(socket, chunk, text, at, end);
      if (next === undefined) {
        this.#path.handOver(this, chunk.subarray(at));
        return;
      }
      at = next;
    }
    if (this.#full()) this.#wait(chunk.subarray(at));
    else if (this.#path.closing()) socket.destroySoon();
    else if (this.#ended) socket.end();
  };

  /** The write buffer is over its high-water mark and not yet flushed. */
  #full(): boolean {
    return this.socket.writableNeedDrain && this.socket.writableLength > 0;
  }

  #wait(rest: Buffer): void {
    this.#rest = rest;
    this.socket.pause();
    this.socket.setTimeout(this.#path.send_timeout_ms);
  }

  readonly #drained = (): void => {
    const rest = this.#rest;
    if (rest === undefined) return;
    this.#rest = undefined;
    this.socket.setTimeout(0);
    this.#take(rest);
    // Reading resumes in a later tick, and not before all this is written; a stream that was resumed too early could end
    // in between.
    if (this.#rest === undefined && !this.#left) this.socket.resume();
  };

  /** May come while replies wait to be read, even though reading is paused: then they are written first. */
  readonly #end = (): void => {
    this.#ended = true;
    if (this.#rest === undefined) this.socket.end();
  };

  readonly #timeout = (): void => {
    this.socket.destroy();
  };

  /** A reset or a broken pipe closes the socket; there is nobody left to answer. */
  readonly #failed = (): void => {};

  readonly #closed = (): void => {
    this.#path.forget(this);
  };
}
