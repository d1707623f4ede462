import { z } from 'zod';

/**
 * The public board in a store (decision 214): parts that never change, named by their SHA-256; one of them lists the others; and one
 * pointer, the only object that is ever replaced, names that one. The key of the public log signs the pointer, and through it everything.
 * Whatever a store has, what is read of it is bounded here.
 */

/** The version of what this file describes. A reader refuses any other. */
export const BOARD_FORMAT = 2;

/** What a part may have when it is unpacked: an index of one score, or the documents of some companies. */
export const PART_BYTES_MAX = 128 * 1024 * 1024;
/** What the list of the parts may have. */
const LIST_BYTES_MAX = 64 * 1024 * 1024;
/** Times are seconds since 1970, before 2100: no clock is so wrong that a file system, or a later pointer, could not follow. */
const SECONDS_MAX = 4_102_444_800;

/** Groups, as `operations/board/groups.ts` says what may be in them. */
const names =
  /^(?:companies\/\d{4,7}|pages\/\d{4,7}|index\/\d{1,3}|log\/newest|log\/tile\/[\da-z/]{1,60}|site\/[\w-]{22}|former)$/;

const isGroupName = (name: string): boolean => names.test(name);

const partName = z.string().regex(/^[0-9a-f]{64}$/);
const format = z.literal(BOARD_FORMAT);
const slug = z.string().regex(/^[a-z0-9-]{1,64}$/);
const time = z
  .string()
  .max(40)
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) < SECONDS_MAX * 1_000);

/** The pointer. `stamp` are seconds since 1970, and grow with each move. */
export const boardPointer = z.object({
  format,
  /** The newest publication that the board shows. */
  publication: z.int().min(0),
  /** The version of the program that wrote it. */
  program: z.string().regex(/^[\w.+-]{1,64}$/),
  stamp: z.int().min(0).max(SECONDS_MAX),
  /** The part that lists the others, and its bytes when it is unpacked. */
  contents: partName,
  contents_bytes: z.int().min(1).max(LIST_BYTES_MAX),
  /** The signed checkpoint of the public log that covers the publication. */
  checkpoint: z.string().max(32_768),
  /** The keys of the log, as the document of them says it. */
  keys: z.string().max(262_144),
  /** Signatures of the text of the pointer, as lines of a note. */
  signature: z.string().max(4_096),
});
export type BoardPointer = z.infer<typeof boardPointer>;

const ranks = z.record(z.string().regex(/^\d{1,3}$/), z.int().min(1));
const size = z.int().min(1).max(PART_BYTES_MAX);

/** What the board consists of. A group is a part with a name that stays, what its content follows from, and its bytes when it is unpacked. */
export const boardContents = z.object({
  format,
  /** The rank of each score: nothing else changes for companies that were not published themselves. */
  ranks,
  /** The index before its entries. */
  index_head: z.string().max(4_096),
  /** Into how many groups companies are dealt. */
  spread: z.int().min(1).max(1_000_000),
  groups: z
    .array(z.tuple([z.string().refine(isGroupName), z.string().max(120), partName, size]))
    .refine((all) => new Set(all.map(([name]) => name)).size === all.length)
    .refine((all) => new Set(all.map(([, , part]) => part)).size === all.length),
  /** Parts that are no longer named, and since when. */
  dropped: z.array(z.tuple([partName, time])),
});
export type BoardContents = z.infer<typeof boardContents>;

/** A group as the list has it: its name, what it follows from, its part, and the bytes of that when it is unpacked. */
export type ListedGroup = BoardContents['groups'][number];

/** A document: `text`, or `base64` where it is no text. With `score` its text lacks the end, `,"rank":N}` with the rank of that score. */
const documentLine = z.object({
  path: z.string().startsWith('/').max(512),
  type: z.string().max(120),
  modified: time,
  text: z.string().optional(),
  base64: z.string().optional(),
  score: z.int().min(0).max(999).optional(),
});
/** A slug that no company has any more: another one, or what is answered with 410. */
const formerLine = z.object({ former: slug, moved_to: slug.optional(), gone: z.string().max(65_536).optional() });

/** A line of a part that is no index of a score; of one the lines are entries, in order, each without the beginning `{"rank":N,`. */
export const boardLine = z.union([documentLine, formerLine]);
export type BoardDocument = z.infer<typeof documentLine>;
export type BoardFormer = z.infer<typeof formerLine>;
export type BoardLine = z.infer<typeof boardLine>;

/** The end of a document that shows a rank. */
export const rankEnd = (rank: number): string => `,"rank":${rank}}`;

/** The beginning of an entry of the index. */
export const rankLead = (rank: number): string => `{"rank":${rank},`;

/** The index from its head and the entries of each score, best score first. */
export const INDEX_FILE = '/api/audits/index.json';
