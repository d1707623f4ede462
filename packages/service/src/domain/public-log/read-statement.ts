import { slugField } from '@readymark/rubric/field';
import { canonicalJson } from '@readymark/verify';
import { z } from 'zod';

const word = z.string().regex(/^[a-z][a-z_]{0,39}$/);

/** What anybody reads of an entry: statements of newer versions have other kinds and more members (decision 140). */
const common = z.looseObject({
  format: z.int().positive(),
  kind: word,
  publication: z.int().positive(),
  at: z.iso.datetime({ precision: 3 }),
  slug: slugField.optional(),
  audit_date: z.iso.date().nullish(),
  replaces: z.int().nonnegative().nullish(),
  logged: word.nullish(),
  reply: z
    .looseObject({
      kind: word,
      criterion: z
        .string()
        .regex(/^[\w-]{1,20}$/)
        .nullable(),
      outcome: word.nullable(),
      about: z.int().nonnegative(),
    })
    .nullish(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const logged = z.enum(['at_publication', 'afterwards']);
const replaces = z.int().nonnegative().nullable();

const audit = z.looseObject({
  kind: z.enum(['audit', 'replacement', 'correction', 'name_change']),
  slug: slugField,
  audit_date: z.iso.date(),
  record_sha256: sha256,
  record_format: z.int().positive(),
  rubric: z.string().regex(/^[\w.-]{1,40}$/),
  rubric_sha256: sha256.nullable(),
  receipts_sha256: sha256.nullable(),
  replaces,
  logged,
});

const nothing = z.null();
const retraction = z.looseObject({
  kind: z.literal('retraction'),
  slug: slugField,
  ...{ audit_date: nothing, record_sha256: nothing, record_format: nothing, rubric: nothing },
  ...{ rubric_sha256: nothing, receipts_sha256: nothing, replaces, logged },
});

/** About what a company says of an audit. */
const reply = z.looseObject({
  kind: z.enum(['reply', 'outcome', 'removal']),
  slug: slugField,
  reply: common.shape.reply.unwrap().unwrap(),
  logged,
});

const known = z.discriminatedUnion('kind', [audit, retraction, reply]);

/** An entry as it is shown. `known`: this version knows what it means. */
export type ReadStatement = z.infer<typeof common> & { known: boolean };

const knownKinds = new Set<string>([
  ...audit.shape.kind.options,
  ...retraction.shape.kind.values,
  ...reply.shape.kind.options,
]);

/** The statement of an entry; or why it is none, to end a sentence: never its own words. @param index of the entry */
export function readStatement(entry: Uint8Array, index: number): ReadStatement | string {
  const value = canonicalValue(entry);
  if (value === undefined) return 'is not canonical JSON';
  const read = common.safeParse(value);
  if (!read.success) return `is no statement: ${memberOf(read.error)} is missing or not valid`;
  const statement = read.data;
  if (typeof statement.replaces === 'number' && statement.replaces >= index)
    return 'replaces an entry that comes later';
  if (statement.reply && statement.reply.about >= index) return 'is about an entry that comes later';
  const of_ours = statement.format === 1 && knownKinds.has(statement.kind);
  const strict = of_ours ? known.safeParse(value) : undefined;
  if (strict?.error) return `is no statement: ${memberOf(strict.error)} is missing or not valid`;
  return { ...statement, known: of_ours };
}

/** Names of members are ours: the schemas name them. */
const memberOf = (error: z.ZodError) => String(error.issues[0]?.path[0] ?? 'a member');

function canonicalValue(entry: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry);
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    // Not UTF-8, not JSON, or nested deeper than anything is.
    return undefined;
  }
}
