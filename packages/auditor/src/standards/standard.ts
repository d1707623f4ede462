/** Kinds of documents that a standard defines and that are known by their shape. */
export type StandardKind =
  | 'api_catalog'
  | 'mcp_card'
  | 'mcp_live'
  | 'agent_card'
  | 'skills_index'
  | 'ai_catalog'
  | 'authorization_server'
  | 'protected_resource'
  | 'auth_md'
  | 'security_txt'
  | 'ucp'
  | 'acp'
  | 'signatures_directory';

/** Probes that are asked for one after another: a family ends early (`evidence/probes.ts`). */
export type Family = 'texts' | 'prices' | 'apis' | 'tools' | 'agents' | 'permissions' | 'contact' | 'commerce';

/** What a standard says of itself, where a site has it, and what we do with it. */
export type Standard = {
  id: string;
  name: string;
  /** The revision that this row was written from. */
  revision: string;
  /** Where it was read, and when (UTC). After `READ_AGAIN_DAYS` somebody must read it again. */
  source: string;
  read_on: string;
  /** Usual addresses on a site, the standard's own first, then those of earlier revisions and of custom. */
  paths: readonly string[];
  /** Relations of links that lead to it (RFC 8288). */
  relations: readonly string[];
  /** Fields of robots.txt that speak of it. */
  robots: readonly string[];
  /** How it is served, the standard's own first. */
  media_types: readonly string[];
  /** The kind of a document that is read by its shape; null where there is no such document. */
  kind: StandardKind | null;
  /** How its addresses are asked for; undefined where none is guessed: `looked_for` says what is done instead. */
  probe?: {
    family: Family;
    /** What is looked for, as people call it. */
    document: string;
    /** What a further address holds, where that is a document of its own. Default: the same document. */
    further?: string;
    /** The criterion that it counts most for; null where no ladder asks for it. */
    criterion: string | null;
    /** Default: anything. */
    accept?: string;
  };
  /** What the auditor looks for, in a sentence; or why it does not. */
  looked_for: string;
  /** The paths at which this service serves it; or, as a sentence, how, or why it does not. */
  served: readonly string[] | string;
  /** What P1-C calls it, where it is a document for agents. */
  layer?: string;
};

export const READ_AGAIN_DAYS = 120;

/** Those that nobody read again in time, with the last day of each. @param today `YYYY-MM-DD` */
export const readAgain = (
  standards: readonly Pick<Standard, 'id' | 'read_on'>[],
  today: string,
): { id: string; until: string }[] =>
  standards
    .map(({ id, read_on }) => ({
      id,
      until: new Date(Date.parse(`${read_on}T00:00:00Z`) + READ_AGAIN_DAYS * 86_400_000).toISOString().slice(0, 10),
    }))
    .filter(({ until }) => today > until);
