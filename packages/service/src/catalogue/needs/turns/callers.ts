import { Fault } from '../../../domain/fault.ts';
import { clientOf } from '../../../domain/limit/client-limit.ts';

/** Who asks: the address of the client, and whether it has left before it was answered. */
export type Asker = { client?: string; gone?(): boolean };

/** Calls with a need that are answered or wait, of all clients and of one; of one fewer as they get more. */
const CALLS_MAX = 64;
const CLIENT_CALLS_MAX = 8;
/** The part of the free places that one client may have. */
const SHARE = 1 / 4;
/** Seconds: what is before a call takes less. */
const RETRY_AFTER = 1;

/** Work that waits for its turn. `drop` refuses it. */
type Waiting = { run(): Promise<unknown>; drop(): void };
type Call = { client: string; gone(): boolean; waiting: Waiting[]; is_over: boolean };

/** One call, from where it is admitted until it ends. */
export type Admitted = {
  /** Runs work in turn. @throws Fault unavailable where the client has left before */
  inTurn<Of>(work: () => Promise<Of>): Promise<Of>;
  end(): void;
};

const hasLeft = () => new Fault('unavailable', 'The client has left.', { retry_after: RETRY_AFTER });

/**
 * Whose need is answered next: one piece of work at a time, and the clients take turns, so that who asks much waits for himself.
 * There are few calls at a time, and what nobody waits for any more is not done.
 */
export class Callers {
  /** By client, those first whose turn it is. */
  readonly #calls = new Map<string, Set<Call>>();
  #count = 0;
  #busy = false;

  /** @throws Fault unavailable where too many calls wait, of this client or of all */
  admit({ client: address = '', gone = () => false }: Asker): Admitted {
    const client = clientOf(address);
    if (!this.#hasRoom(client)) {
      for (const calls of [...this.#calls.values()]) for (const call of [...calls]) if (call.gone()) this.#end(call);
      if (!this.#hasRoom(client)) throw this.#full(client);
    }
    const call: Call = { client, gone, waiting: [], is_over: false };
    const own = this.#calls.get(client) ?? new Set();
    this.#calls.set(client, own.add(call));
    this.#count += 1;
    return {
      inTurn: (work) =>
        new Promise((done, failed) => {
          // It may have been ended between two pieces of its work, to make room.
          if (call.is_over) return failed(hasLeft());
          call.waiting.push({
            run: async () => {
              try {
                done(await work());
              } catch (error) {
                failed(error);
              }
            },
            drop: () => failed(hasLeft()),
          });
          this.#next();
        }),
      end: () => this.#end(call),
    };
  }

  #hasRoom(client: string): boolean {
    const own = this.#calls.get(client)?.size ?? 0;
    return own < Math.min(CLIENT_CALLS_MAX, (CALLS_MAX - this.#count) * SHARE);
  }

  #full(client: string): Fault {
    const own = this.#calls.get(client)?.size ?? 0;
    const message = own
      ? `${own} needs of this client are being answered. Let one of them be answered first, and ask for few at a time.`
      : 'Too many needs are being answered at the moment. To find a company by its name, query is answered at once.';
    return new Fault('unavailable', message, { retry_after: RETRY_AFTER });
  }

  #end(call: Call): void {
    const own = this.#calls.get(call.client);
    if (!own?.delete(call)) return;
    call.is_over = true;
    this.#count -= 1;
    if (!own.size) this.#calls.delete(call.client);
    for (const one of call.waiting.splice(0)) one.drop();
  }

  #next(): void {
    if (this.#busy) return;
    const work = this.#take();
    if (!work) return;
    this.#busy = true;
    void work.run().finally(() => {
      this.#busy = false;
      this.#next();
    });
  }

  /** The next work of the client whose turn it is, who is then the last one. */
  #take(): Waiting | undefined {
    for (const [client, calls] of this.#calls) {
      for (const call of [...calls]) if (call.waiting.length && call.gone()) this.#end(call);
      const [call] = [...calls].filter(({ waiting }) => waiting.length);
      if (!call) continue;
      this.#calls.delete(client);
      this.#calls.set(client, calls);
      return call.waiting.shift();
    }
    return undefined;
  }
}
