/** A language that a page can be written in, as a tag of BCP 47. */
export type Language = 'en' | 'de';

/** The texts of a page by language. English is always there; another language has all texts or none. */
export type Texts<T> = { en: T } & { [language in Language]?: T };

/** A time (ISO 8601) to the minute, in UTC, as the language writes it: `2026-11-20 14:03 UTC`, `20.11.2026, 14:03 UTC`. */
export const minute = (time: string, language: Language = 'en'): string =>
  `${language === 'en' ? time.slice(0, 16).replace('T', ' ') : inWords(language).format(new Date(time))} UTC`;

const inWords = (language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
