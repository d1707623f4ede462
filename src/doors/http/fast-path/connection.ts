import type { Socket } from 'node:net';

/** What a connection needs of the lane that it is in. */
export type FastPath = {
  /**
   * Writes the answer to one complete head (latin1), `alone` in its packet or not; or returns false: not a request of
   * the lane.
   */
  answer(socket: Socket, head: string, alone: boolean): boolean;
  /** Gives the connection to node:http for good, with the bytes that were not answered. */
  handOver(connection: FastPathConnection, rest: Buffer): void;
  /** Whether the server takes no new connections any more: then this one ends when it has answered what came. */
  closing(): boolean;
  forget(connection: FastPathConnection): void;
  /** How long a client may take nothing of what it asked for, in ms. */
  send_timeout_ms: number;
};

/**
 * One keep-alive connection in the fast lane: reads whole requests out of what arrives and writes their answers in
 * order. Whatever is not a whole simple request makes it leave the lane. Reads no further while the client does not
 * take what was written.
 */
export class FastPathConnection {
  readonly socket: Socket;
  readonly #lane: FastPath;
  /** Bytes that arrived and wait for the client to read; defined means that nothing more is read. */
  #rest: Buffer | undefined;
  /** The client sends no more. */
  #ended = false;
  #left = false;
  /** Seconds of silence, counted by the lane. */
  silent = 0;
  /** Nothing has come yet. */
  fresh = true;

  constructor(socket: Socket, lane: FastPath) {
    this.socket = socket;
    this.#lane = lane;
    socket.on('data', this.#take);
    socket.on('drain', this.#drained);
    socket.on('end', this.#end);
    socket.on('timeout', this.#timeout);
    socket.on('error', this.#failed);
    socket.on('close', this.#closed);
  }

  /** Everything that arrived is answered, though the last bytes may still be on their way. */
  get idle(): boolean {
    return this.#rest === undefined;
  }

  /** Makes `other` the listener of the socket, for good, and passes it what arrived and is not answered. */
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
    // Before the data: whoever has the socket now may pause it again because of them.
    socket.resume();
    if (rest.length > 0) socket.emit('data', rest);
    // The end was here before its listener. Later, as it would have come after the data: node:http drops what it has
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
      const alone = at === 0 && end === text.length;
      if (end < 4 || !this.#lane.answer(socket, alone ? text : text.slice(at, end), alone)) {
        this.#lane.handOver(this, chunk.subarray(at));
        return;
      }
      at = end;
    }
    if (this.#full()) this.#wait(chunk.subarray(at));
    else if (this.#lane.closing()) socket.destroySoon();
    else if (this.#ended) socket.end();
  };

  /** A write that is over the mark and did not go out at once. */
  #full(): boolean {
    return this.socket.writableNeedDrain && this.socket.writableLength > 0;
  }

  #wait(rest: Buffer): void {
    this.#rest = rest;
    this.socket.pause();
    this.socket.setTimeout(this.#lane.send_timeout_ms);
  }

  readonly #drained = (): void => {
    const rest = this.#rest;
    if (rest === undefined) return;
    this.#rest = undefined;
    this.socket.setTimeout(0);
    this.#take(rest);
    // Reading goes on in a later tick, and not before all this is written; a stream that was resumed too early could
    // end in between.
    if (this.#rest === undefined && !this.#left) this.socket.resume();
  };

  /** May come while answers wait to be read, even though reading is paused: then they go first. */
  readonly #end = (): void => {
    this.#ended = true;
    if (this.#rest === undefined) this.socket.end();
  };

  readonly #timeout = (): void => {
    this.socket.destroy();
  };

  /** A reset or a broken pipe closes the socket, and there is nobody left to tell. */
  readonly #failed = (): void => {};

  readonly #closed = (): void => {
    this.#lane.forget(this);
  };
}
