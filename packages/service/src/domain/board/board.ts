import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';

/**
 * The public board in a store (decision 214): parts that never change, named by their SHA-256; one of them lists the others; and one
 * pointer, the only object that is ever replaced, names that one.
 */

/** The version of what this file describes. A reader refuses any other. */
const BOARD_FORMAT = 1;

const partName = z.string().regex(/^[0-9a-f]{64}$/);
const format = z.literal(BOARD_FORMAT);

/** The pointer. `stamp` are seconds since 1970, and grow with each move. */
export const boardPointer = z.object({
  format,
  /** The newest publication that the board shows. */
  publication: z.int().min(0),
  /** The version of the program that wrote it. */
  program: z.string().max(64),
  stamp: z.int().min(0),
  /** The part that lists the others. */
  contents: partName,
  /** The signed checkpoint of the public log that covers the publication. */
  checkpoint: z.string().max(32_768),
  /** The keys of the log, as the document of them says it. */
  keys: z.string().max(262_144),
});
export type BoardPointer = z.infer<typeof boardPointer>;

/** What the board consists of. A group is a part with a name that stays, and what its content follows from. */
export const boardContents = z.object({
  format,
  /** The rank of each score: nothing else changes for companies that were not published themselves. */
  ranks: z.record(z.string().regex(/^\d{1,3}$/), z.int().min(1)),
  /** The index before its entries. */
  index_head: z.string(),
  /** Into how many groups companies are dealt. */
  spread: z.int().min(1),
  groups: z.array(z.tuple([z.string().max(80), z.string().max(120), partName])),
  /** Parts that are no longer named, and since when. */
  dropped: z.array(z.tuple([partName, timestamp])),
});
export type BoardContents = z.infer<typeof boardContents>;

/** A document: `text`, or `base64` where it is no text. With `score` its text lacks the end, `,"rank":N}` with the rank of that score. */
const documentLine = z.object({
  path: z.string().startsWith('/').max(512),
  type: z.string().max(120),
  modified: timestamp,
  text: z.string().optional(),
  base64: z.string().optional(),
  score: z.int().optional(),
});
/** Entries of the index that have one score, in order, each without the beginning `{"rank":N,`. */
const entriesLine = z.object({ entries: z.array(z.string()) });
/** A slug that no company has any more: another one, or what is answered with 410. */
const formerLine = z.object({
  former: z.string().regex(/^[a-z0-9-]{1,64}$/),
  moved_to: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .optional(),
  gone: z.string().optional(),
});

/** A line of a part. */
export const boardLine = z.union([documentLine, entriesLine, formerLine]);
export type BoardDocument = z.infer<typeof documentLine>;
export type BoardLine = z.infer<typeof boardLine>;

/** The end of a document that shows a rank. */
export const rankEnd = (rank: number): string => `,"rank":${rank}}`;

/** The beginning of an entry of the index. */
export const rankLead = (rank: number): string => `{"rank":${rank},`;

/** The index from its head and the entries of each score, best score first. */
export const INDEX_FILE = '/api/audits/index.json';
