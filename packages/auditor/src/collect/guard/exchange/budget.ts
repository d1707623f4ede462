import { FetchFailure } from '../failure.ts';
import type { Bounds } from './bounds.ts';

/** What one audit may still ask for and take. */
type Budget = {
  /** When it is over, on the clock of `performance.now()`. */
  readonly until: number;
  requests(): number;
  bytes(): number;
  /** Counts a request. @returns the bounds of its answer @throws FetchFailure when nothing is left */
  begin(most: Partial<Bounds>): Bounds;
  /** Counts an answer: bytes received, and bytes kept after decoding. */
  take(received: number, decoded: number): void;
};

export function openBudget(bounds: Bounds): Budget {
  const until = performance.now() + bounds.audit_ms;
  let [requests, received, decoded] = [0, 0, 0];
  return {
    until,
    requests: () => requests,
    bytes: () => received,
    begin(most) {
      const left = { sent: bounds.audit_bytes - received, decoded: bounds.audit_decoded_bytes - decoded };
      if (requests >= bounds.requests) throw new FetchFailure('budget', `more than ${bounds.requests} requests`);
      if (left.sent <= 0 || left.decoded <= 0)
        throw new FetchFailure('budget', 'more bytes than are taken of one site');
      requests += 1;
      const each = { ...bounds, ...most };
      return {
        ...each,
        wire_bytes: Math.min(each.wire_bytes, left.sent),
        decoded_bytes: Math.min(each.decoded_bytes, left.decoded),
        request_ms: Math.max(1, Math.min(each.request_ms, until - performance.now())),
      };
    },
    take(more_received, more_decoded) {
      received += more_received;
      decoded += more_decoded;
    },
  };
}
