import { Fault } from '../../../domain/fault.ts';
import { clientOf } from '../../../domain/limit/client-limit.ts';

/** Downloads at a time of one node, each with some pieces of a quarter of a megabyte in memory, and of one client. */
const DOWNLOADS_MAX = 64;
const CLIENT_DOWNLOADS_MAX = 4;
/** Seconds after which one may have ended. */
const RETRY_AFTER = 10;

/** Bounds how many downloads there are at a time: a client that reads slowly holds one for long. */
export function boundDownloads(): {
  /** @returns what ends it, once @throws Fault rate_limited, unavailable */
  begin(address: string): () => void;
} {
  const by_client = new Map<string, number>();
  let all = 0;
  return {
    begin(address) {
      const client = clientOf(address);
      const own = by_client.get(client) ?? 0;
      if (own >= CLIENT_DOWNLOADS_MAX)
        throw new Fault('rate_limited', `This client has ${own} downloads under way; finish one first.`, {
          retry_after: RETRY_AFTER,
        });
      if (all >= DOWNLOADS_MAX)
        throw new Fault('unavailable', 'Too many downloads are under way.', { retry_after: RETRY_AFTER });
      all += 1;
      by_client.set(client, own + 1);
      return () => {
        all -= 1;
        const left = (by_client.get(client) ?? 1) - 1;
        if (left > 0) by_client.set(client, left);
        else by_client.delete(client);
      };
    },
  };
}
