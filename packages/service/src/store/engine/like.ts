import { type RawBuilder, sql } from 'kysely';

/** A text as it is written in a pattern of LIKE, whose escape character is the backslash. */
export const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Whether one of some columns contains a text, in the lower case of the engine: SQLite knows that of ASCII letters alone. */
export const containsAny = (columns: readonly string[], text: string): RawBuilder<boolean> => {
  const pattern = sql`lower(${`%${escaped(text)}%`})`;
  const found = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
};
