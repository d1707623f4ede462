import { type RequestKey, requestSigner } from '../request-signature.ts';
import type { Bounds } from './guard/exchange/bounds.ts';
import { openFetch } from './guard/fetcher.ts';
import { isOptedOut } from './opt-out.ts';
import type { Parse } from './parse/parser.ts';
import { collectSite } from './plan/plan.ts';
import { type Reach, reaches } from './plan/reaches.ts';

/** What a thread is given to collect. */
export type CollectingTask = {
  website: string;
  version: string;
  base_url: string;
  interval_ms: number;
  opt_out: readonly string[];
  started_at: string;
  reach: Reach;
  /** By which requests are signed. */
  request_key: RequestKey | undefined;
};

type Progress = Parameters<Parameters<typeof collectSite>[0]['progress']>[0];
type Collected = Awaited<ReturnType<typeof collectSite>>;

/** What a thread posts of a collection. */
export type CollectingMessage =
  | { progress: Progress }
  | { refused: string | null }
  | { collected: Omit<Collected, 'bodies'>; bodies: ReadonlyMap<string, Uint8Array> };

/** A preview takes little, so that many fit beside one another. */
const previewBounds: Partial<Bounds> = {
  requests: reaches.preview.requests,
  audit_ms: reaches.preview.ms,
  hosts: 3,
  wire_bytes: 1_000_000,
  decoded_bytes: 1_500_000,
  audit_bytes: 4_000_000,
  audit_decoded_bytes: 6_000_000,
  request_ms: 8_000,
  retry_after_ms: 0,
};

/**
 * Gets a site: posts how far it is, and at the end everything that was seen.
 *
 * @param post the buffers that are given away with a message come second
 */
export async function collectInThread(
  given: CollectingTask,
  { parse, signal }: { parse: Parse; signal?: AbortSignal },
  post: (message: CollectingMessage, buffers?: ArrayBuffer[]) => void,
): Promise<void> {
  const [began, first] = [Date.parse(given.started_at), performance.now()];
  /** The clock that the collection was started with, counted on. */
  const now = () => new Date(began + performance.now() - first);
  const fetcher = openFetch({
    base_url: given.base_url,
    interval_ms: given.interval_ms,
    now,
    opted_out: (host) => (isOptedOut(host, given.opt_out) ? 'its owner does not wish to be visited' : undefined),
    ...(given.reach === 'preview' && { bounds: previewBounds }),
    ...(signal && { signal }),
    ...(given.request_key && { sign: requestSigner(given.request_key, given.base_url, now) }),
  });
  try {
    const { bodies, ...collected } = await collectSite({
      ...{ website: given.website, version: given.version, reach: given.reach },
      ...{ fetcher, parse, now, progress: (progress) => post({ progress }) },
    });
    const kept = new Map<string, Uint8Array>();
    for (const { sha256 } of collected.bundle.items) {
      const body = sha256 === null ? undefined : bodies(sha256);
      if (sha256 !== null && body) kept.set(sha256, body);
    }
    // Given away, not copied; small ones may share a buffer with others.
    const whole = [...kept.values()].filter(({ byteLength, buffer }) => byteLength === buffer.byteLength);
    if (collected.outcome === 'refused') post({ refused: collected.reason });
    else post({ collected, bodies: kept }, [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]);
  } finally {
    await fetcher.close();
  }
}
