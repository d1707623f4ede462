import type { Names } from './names.ts';

/**
 * Companies as rows of bytes outside of the heap of JavaScript, one after another in pieces of memory. A million companies
 * as objects would take a gigabyte that the garbage collector visits again and again; of a row it sees two words.
 *
 * A row, in little-endian numbers: the fixed part (see `AT`), the points of the pillars (2 bytes each), slug, company,
 * website, owner and index entry in UTF-8, then the audits, oldest first. Texts of which there are few are numbers of names.
 */
export const AT = {
  bytes: 0,
  slug_hash: 4,
  owner_hash: 8,
  last_audit: 12,
  company_bytes: 16,
  website_bytes: 20,
  owner_bytes: 24,
  entry_bytes: 28,
  tier: 32,
  audit_date: 36,
  reaudit_due: 40,
  pillars: 44,
  overall_score: 48,
  audits: 50,
  slug_bytes: 52,
  pillar_count: 53,
  fictional: 54,
  texts: 56,
} as const;

/** An audit in a row: the fixed part, its id, when it was published, then the points of its criteria. */
export const AUDIT = {
  bytes: 0,
  audit_date: 4,
  rubric: 8,
  criteria: 12,
  /** The number of the name plus 1; 0 for none. */
  business: 16,
  record: 20,
  receipts: 40,
  id_bytes: 60,
  published_bytes: 61,
  points: 62,
  has_receipts: 64,
  texts: 65,
} as const;

/** Where rows are, and the names in them. */
export type Piece = { bytes: Buffer<ArrayBufferLike>; names: Names };

/** Where a row is: changed when rows move together, which nobody else sees. */
export type RowPlace = { piece: Piece; at: number };

/** A hash of a slug or an owner, in 32 bits. */
export function hashOf(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) found = (found * 31 + text.charCodeAt(at)) | 0;
  return found >>> 0;
}
