import type { EvidenceItem } from '../evidence/evidence.ts';
import { type RequestKey, requestSigner } from '../request-signature.ts';
import type { RegistryName } from '../standards/registries.ts';
import { type Bounds, defaultBounds } from './guard/exchange/bounds.ts';
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
  /** Which registries may be asked for what a site says it published there. */
  registries: readonly RegistryName[];
  /** By which requests are signed. */
  request_key: RequestKey | undefined;
};

type Progress = Parameters<Parameters<typeof collectSite>[0]['progress']>[0];
type Collected = Awaited<ReturnType<typeof collectSite>>;

/** What a thread posts of a collection. */
export type CollectingMessage =
  | { progress: Progress }
  | { refused: string | null }
  /** An item as soon as it is there, with its body where none of the same bytes was posted before; later once more if it changed. */
  | { seen: { at: number; item: EvidenceItem; body: Uint8Array | undefined } }
  | { about: { scope: string | undefined; names: readonly string[] } }
  | { collected: Omit<Collected, 'bodies'> };

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
 * Gets a site: posts how far it is and what it sees, so that this is not lost when its thread dies, and at the end the whole.
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
    // Registries are beside the hosts of the site.
    bounds: given.reach === 'preview' ? previewBounds : { hosts: defaultBounds.hosts + given.registries.length },
    ...(signal && { signal }),
    ...(given.request_key && { sign: requestSigner(given.request_key, given.base_url, now) }),
  });
  try {
    const posted = new Set<string>();
    const { bodies: _, ...collected } = await collectSite({
      ...{ website: given.website, version: given.version, reach: given.reach, registries: given.registries },
      ...{ fetcher, parse, now, progress: (progress) => post({ progress }), about: (about) => post({ about }) },
      seen(at, item, whole) {
        const { sha256 } = item;
        const isNew = whole !== undefined && sha256 !== null && !posted.has(sha256);
        if (isNew) posted.add(sha256);
        // A copy: it is still to be read here.
        const body = isNew ? whole.slice() : undefined;
        post({ seen: { at, item, body } }, body ? [body.buffer] : []);
      },
    });
    if (collected.outcome === 'refused') post({ refused: collected.reason });
    else post({ collected });
  } finally {
    await fetcher.close();
  }
}
