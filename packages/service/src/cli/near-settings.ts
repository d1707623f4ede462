import { distance } from 'fastest-levenshtein';
import { settingsTable } from '../settings.ts';

/** Names so short have neighbours that belong to others: PORT and POST. */
const LENGTH_MIN = 8;

/** Letters alone: people write `dataDir`, `DATA-DIR` and `Data_Dir`. */
const plain = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Variables of the environment that are no setting, but nearly have the name of one that is not set (decision 32): one or
 * two letters off, other capitals or separators, or our name before it. Every other variable belongs to somebody else.
 *
 * @param names of the variables that are set
 */
export function nearSettings(names: readonly string[]): { given: string; meant: string }[] {
  const set = new Set(names);
  const missing = Object.keys(settingsTable).filter((name) => !set.has(name));
  return names.flatMap((given) => {
    if (given in settingsTable) return [];
    const bare = plain(given).replace(/^READYMARK/, '');
    const meant =
      missing.find((name) => plain(name) === bare) ??
      missing.find(
        (name) =>
          name.length >= LENGTH_MIN && distance(given.toUpperCase(), name) <= (name.length > LENGTH_MIN + 1 ? 2 : 1),
      );
    return meant === undefined ? [] : [{ given, meant }];
  });
}
