import { Fault } from '../../../domain/fault.ts';
import { clientOf } from '../../../domain/limit/client-limit.ts';

/** Downloads at a time of one node, each with some pieces of a quarter of a megabyte in memory, and of one client. */
const DOWNLOADS_MAX = 64;
const CLIENT_DOWNLOADS_MAX = 4;
/** Seconds after which one may have ended; how long a part of a file waits for that. */
const RETRY_AFTER = 10;
/** Parts of one client that wait: readers of tables ask for some at a time on each processor. */
const CLIENT_WAITING_MAX = 64;

type Waiting = { client: string; begin(): void };

/** Bounds how many downloads there are at a time: a client that reads slowly holds one for long. */
export function boundDownloads(): {
  /**
   * @param waits whether it waits for a free place, in turn: parts of files are short, and their readers ask for many
   * @returns what ends it, once @throws Fault rate_limited, unavailable
   */
  begin(address: string, waits?: boolean): Promise<() => void>;
} {
  const by_client = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let all = 0;
  const has = (client: string) => by_client.get(client) ?? 0;
  const hasRoom = (client: string) => has(client) < CLIENT_DOWNLOADS_MAX && all < DOWNLOADS_MAX;

  function add(client: string, change: 1 | -1): void {
    all += change;
    const left = has(client) + change;
    if (left > 0) by_client.set(client, left);
    else by_client.delete(client);
  }

  function end(client: string): void {
    add(client, -1);
    for (const one of waiting)
      if (hasRoom(one.client)) {
        one.begin();
        return;
      }
  }

  /** Waits for a place, which is then taken. @returns whether there was one in time */
  const place = (client: string) =>
    new Promise<boolean>((resolve) => {
      const ended = (found: boolean) => {
        clearTimeout(timer);
        waiting.delete(one);
        resolve(found);
      };
      const one: Waiting = {
        client,
        begin() {
          add(client, 1);
          ended(true);
        },
      };
      const timer = setTimeout(() => ended(false), RETRY_AFTER * 1_000).unref();
      waiting.add(one);
    });

  function assertRoom(client: string): void {
    if (has(client) >= CLIENT_DOWNLOADS_MAX)
      throw new Fault('rate_limited', `This client has ${has(client)} downloads under way; finish one first.`, {
        retry_after: RETRY_AFTER,
      });
    if (all >= DOWNLOADS_MAX)
      throw new Fault('unavailable', 'Too many downloads are under way.', { retry_after: RETRY_AFTER });
  }

  return {
    async begin(address, waits = false) {
      const client = clientOf(address);
      const own = [...waiting].filter((one) => one.client === client).length;
      if (hasRoom(client) || !waits || own >= CLIENT_WAITING_MAX || !(await place(client))) {
        assertRoom(client);
        add(client, 1);
      }
      return () => end(client);
    },
  };
}
