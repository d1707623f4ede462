import type { EvidenceItem } from '../evidence/evidence.ts';
import type { Published } from '../standards/registries.ts';
import type { StandardKind } from '../standards/standard.ts';

/**
 * A collected site as facts read it: every body parsed once, nothing fetched. Made by `read/read-site.ts` from a bundle and its
 * bodies; the same bundle gives the same site.
 */
export type Site = {
  website: string;
  /** Where the home page was found: `https://example.com`. */
  origin: string;
  /** The registrable domain: `example.com`. */
  domain: string;
  /** On a host that many companies share, the address below which all is of this one: `https://github.com/acme/tool`. */
  scope?: string | undefined;
  /** The day of the collection, `YYYY-MM-DD`: ages are counted to it. */
  collected_on: string;
  /** Why the collection ended before its plan did: what was not asked for is unknown, and never absent. */
  cut?: string | undefined;
  items: readonly ReadItem[];
  /** Readable pages: 2xx, of the site or of its documentation, no challenge, no soft 404, each final address once per format. */
  pages: readonly Page[];
  robots: Robots | undefined;
  sitemap: {
    urls: readonly { url: string; lastmod: string | undefined }[];
    sources: readonly ReadItem[];
    complete: boolean;
  };
  /** Documents for agents that passed their validators. */
  llms: readonly LlmsDocument[];
  apis: readonly ApiDescription[];
  /** Other machine documents, by kind, parsed: see `MachineDocument`. */
  machine: readonly MachineDocument[];
  /** Descriptions and metadata that speak of what others offer alone: in neither list above. */
  others: readonly ReadItem[];
  /** Descriptions and cards whose servers do not exist: in neither list either. */
  dead: readonly ReadItem[];
  /** Metadata of authorization that sends people to a page that is not there: neither. */
  unauthorized: readonly ReadItem[];
  /** Descriptions that have none of the calls that samples show at the same server: neither. */
  contradicted: readonly ReadItem[];
  /** Hosts that were asked and whose names do not exist. */
  absent_hosts: ReadonlySet<string>;
  /** What registries answered about what the site says it published there. Their answers are not among `items`. */
  registered: readonly Registered[];
};

/** What a registry says of a name that a site declares (decision 211). */
export type Registered = Published & {
  item: ReadItem;
  /** It is not there; it is there; it is there and names the company. */
  state: 'declared' | 'answers' | 'conforms';
  /** Where it leads, when that is to the company: a host. */
  names: string;
  /** Words of its document. */
  excerpt: string;
  /** It leads somewhere, and only to others. */
  others: boolean;
};

/** An item with its body as text. `text` is undefined where there is no body to be believed. */
export type ReadItem = EvidenceItem & {
  /** Last address, after redirects. */
  final_url: string;
  text: string | undefined;
  content_type: string;
  /** A page that says "not found" with a status of success. */
  soft_404: boolean;
};

export type PageRole =
  | 'home'
  | 'pricing'
  | 'docs'
  | 'terms'
  | 'refund'
  | 'privacy'
  | 'security'
  | 'disclosure'
  | 'status'
  | 'changelog'
  | 'help'
  | 'signup'
  | 'integrations'
  | 'customers'
  | 'compare'
  | 'product'
  | 'blog'
  | 'contact'
  | 'about'
  /** Written for agents: llms.txt, auth.md, skills. */
  | 'agent'
  | 'other';

export type Page = {
  item: ReadItem;
  url: string;
  path: string;
  role: PageRole;
  format: 'html' | 'markdown' | 'text';
  /** The first part of `lang`, in lower case; undefined when not said. Word lists are English. */
  lang: string | undefined;
  title: string;
  /** What elements its main part is made of: pages of one template have the same. Empty where it is no HTML. */
  shape: string;
  /** Meta elements by lower-case name or property: `description`, `og:title`, `robots`, … */
  meta: ReadonlyMap<string, string>;
  canonical: string | undefined;
  headings: readonly { level: number; text: string }[];
  /** Visible text without navigation, header and footer, white space folded, one block (paragraph, cell, item) a line. */
  text: string;
  /** All visible text, navigation and footer included. */
  full_text: string;
  /** `text` in sentences of at most 400 characters; a cell or list item is one too. */
  sentences: readonly string[];
  words: number;
  links: readonly { url: string; text: string; area: 'main' | 'nav' }[];
  /** `link` elements of the head, with `rel` in lower case: `alternate`, `service-desc`, … */
  head_links: readonly { rel: string; url: string; type: string }[];
  tables: readonly { rows: readonly (readonly string[])[] }[];
  lists: readonly (readonly string[])[];
  code: readonly string[];
  /** Lines that others say: in block quotations, in elements that are named for words of customers, and those with a name behind a dash. */
  quoted: readonly string[];
  forms: readonly { action: string; fields: readonly string[] }[];
  buttons: readonly string[];
  /** What of other hosts is shown in a frame, with the words of the frame and of the heading before it. */
  framed: readonly { url: string; text: string }[];
  /** Scripts of other hosts that the page loads. */
  scripts: readonly string[];
  /** Tools for agents in the browser (WebMCP). `removed`: registered at an interface that browsers no longer have. */
  tools: readonly { name: string; by: 'form' | 'script' | 'removed' }[];
  /** Typed data: JSON-LD (arrays and @graph flattened), microdata and RDFa, each with its types. */
  data: readonly StructuredData[];
  /** JSON-LD blocks that do not parse. */
  broken_data: number;
  /** Nothing to read without scripts. */
  shell: boolean;
  /** What people do not see: hidden elements and comments, at most 20 000 characters. */
  hidden: string;
  /** Characters that turn the direction of what is shown. */
  turned: boolean;
  /** Sentences, hidden ones too, that tell a program what to do or to score. They are no part of `sentences`. */
  addressed: readonly string[];
};

export type StructuredData = {
  form: 'json-ld' | 'microdata' | 'rdfa';
  types: readonly string[];
  /** The object, for JSON-LD as parsed, for the others property by property. */
  value: Readonly<Record<string, unknown>>;
  /** As it is in the page: the first 300 characters of JSON-LD, the types of the others. */
  excerpt: string;
};

export type Robots = {
  item: ReadItem;
  text: string;
  valid: boolean;
  /** Agents that have a group of their own, in lower case. */
  agents: readonly string[];
  sitemaps: readonly string[];
  /** Lines of other fields, by the field's name in lower case: `content-signal`, `agentmap`, `license`, … */
  fields: ReadonlyMap<string, readonly string[]>;
  allows(agent: string, url: string): boolean;
};

export type LlmsDocument = {
  item: ReadItem;
  /** Conformance: 0 not Markdown, 1 no H1, 2 H1, 3 and block quote, 4 and H2 sections with links. */
  level: 0 | 1 | 2 | 3 | 4;
  /** `llms.txt` or `llms-full.txt` */
  kind: 'llms' | 'full';
  title: string;
  sections: readonly { title: string; links: readonly { url: string; text: string; note: string }[] }[];
  links: readonly { url: string; text: string; note: string }[];
  chars: number;
};

export type ApiDescription = {
  item: ReadItem;
  kind: 'openapi' | 'swagger' | 'asyncapi' | 'graphql';
  version: string;
  /** What the validator says; empty for a valid one. */
  errors: readonly string[];
  servers: readonly string[];
  security_schemes: Readonly<Record<string, unknown>>;
  /** Whether security is declared: schemes, or `security: []`. */
  declares_security: boolean;
  operations: readonly Operation[];
  webhooks: number;
  value: Readonly<Record<string, unknown>>;
};

export type Operation = {
  method: string;
  path: string;
  operation_id: string | undefined;
  summary: string;
  tags: readonly string[];
  /** Names of parameters, headers included, in lower case. */
  parameters: readonly string[];
  /** One of them is required, or is a reference, which may be to anything. */
  needs_arguments: boolean;
  /** Names of properties in the request body, first level. */
  body_fields: readonly string[];
  /** Documented answers, with whether each has a schema. */
  responses: readonly { status: string; schema: boolean; headers: readonly string[] }[];
  /** Scopes that it demands. */
  scopes: readonly string[];
  secured: boolean;
};

export type MachineKind = StandardKind | 'pricing_json' | 'pricing_md' | 'api_live' | 'status_json' | 'feed' | 'json';

/** A document for machines whose body has the right shape, not only the right address. */
export type MachineDocument = {
  item: ReadItem;
  kind: MachineKind;
  /** JSON or YAML as parsed; for Markdown and text a string. */
  value: unknown;
  /** It says that it holds nothing (`available: false`, an empty list). */
  empty: boolean;
};
