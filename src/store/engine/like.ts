import { type RawBuilder, sql } from 'kysely';

/** A text as it stands in a pattern of LIKE, whose escape character is the backslash. */
export const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Whether a column contains a text, in upper or lower case; SQLite knows the case of ASCII letters alone. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped(text.toLowerCase())}%`} escape '\\'`;
