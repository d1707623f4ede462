/** What callers were answered, as they would remember it: what the service owes them. */
type Agent = {
  registration_id: string;
  api_key: string;
  /** Times of requests that were accepted, or may have been. */
  requests: { request_id: string; at: number }[];
  /** Times of calls whose answer was lost. */
  doubtful: number[];
  watches: Set<string>;
};

type Listed = { audit_date: string; overall_score: number };

export type Book = {
  agents: Agent[];
  /** Times of registrations, and of those whose answer was lost. */
  registered: number[];
  doubtful: number[];
  /** Companies on the board. */
  listed: Map<string, Listed>;
  /** Companies whose last change was not answered: what is stored is looked up. */
  in_doubt: Set<string>;
  /** Companies that are retracted, and all that ever were. */
  retracted: Set<string>;
  ever_retracted: Set<string>;
  /** Tokens of companies that were seen. */
  proofs: { slug: string; proof_id: string }[];
  /** Replies, which outcomes were tried of each, and the one that was answered. */
  replies: Map<string, { slug: string; tried: Set<string>; decided?: string }>;
};

export const openBook = (): Book => ({
  agents: [],
  registered: [],
  doubtful: [],
  listed: new Map(),
  in_doubt: new Set(),
  retracted: new Set(),
  ever_retracted: new Set(),
  proofs: [],
  replies: new Map(),
});
