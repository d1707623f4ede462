import type { EvidenceItem } from '../../../src/evidence/evidence.ts';

/** What the program `fetch-each` carries out with one fetcher: orders one after the other, or together. */
export type FetchCase = {
  name: string;
  orders: {
    url: string;
    role?: string;
    accept?: string;
    method?: 'POST';
    body?: string;
    headers?: Record<string, string>;
  }[];
  bounds?: Record<string, number>;
  interval_ms?: number;
  together?: boolean;
};

export type FetchResult = { item: EvidenceItem; head: string | undefined; ms: number };

export type FetchReport = {
  done: Record<
    string,
    {
      results: FetchResult[];
      requests: number;
      hosts: readonly { host: string; requests: number; given_up: string | undefined }[];
      ms: number;
    }
  >;
  /** Errors that nobody caught. */
  crashes: string[];
  /** Most memory of the process, in MiB. */
  peak_mb: number;
};
