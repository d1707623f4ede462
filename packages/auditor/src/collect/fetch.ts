import type { EvidenceItem } from '../evidence/evidence.ts';

/** One request of the collector. */
export type FetchOrder = {
  role: string;
  url: string;
  /** Default: any. */
  accept?: string;
  /** Only for the handshake with a declared MCP endpoint. */
  method?: 'POST';
  body?: string;
  headers?: Readonly<Record<string, string>>;
};

/** What came back: the item, and the body that it names. Never throws for what a site does; aborts only by its signal. */
export type Fetched = { item: EvidenceItem; body: Uint8Array | undefined };

/** The guarded fetcher: address policy, robots, politeness and bounds are behind it. */
export type Fetch = (order: FetchOrder) => Promise<Fetched>;
