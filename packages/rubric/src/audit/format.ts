import type { Audit } from './audit.ts';

/**
 * The format of stored records (decision 45). The stored JSON of a record never changes; when the published schema gets a
 * field, older records are upgraded while they are read.
 */
export const RECORD_FORMAT = 1;

/** Turns a record of one format into the next one. */
type Upgrade = (record: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Upgrades by the format that they start from: format n becomes n + 1. A new required field takes one row here, and
 * `RECORD_FORMAT` one more; fields must be added in the order of the schema.
 */
export const recordUpgrades: ReadonlyMap<number, Upgrade> = new Map<number, Upgrade>();

/** A record as it is stored: JSON, and its format. */
type StoredRecord = { record: string; record_format: number };

/**
 * Parses a stored record and upgrades it to the current format. It is not checked here.
 *
 * @throws SyntaxError when it is not JSON, Error when its format is unknown
 */
export function parseRecord({ record, record_format }: StoredRecord): Audit {
  let parsed = JSON.parse(record);
  for (let format = record_format; format !== RECORD_FORMAT; format++) {
    const upgrade = recordUpgrades.get(format);
    if (!upgrade) throw new Error(`a record has the format ${record_format}, which this version cannot read`);
    parsed = upgrade(parsed);
  }
  return parsed;
}

/**
 * A record as JSON in the current format. One that is stored in this format is returned as it is, byte for byte.
 *
 * @throws like `parseRecord`
 */
export function currentRecord(stored: StoredRecord): string {
  return stored.record_format === RECORD_FORMAT ? stored.record : JSON.stringify(parseRecord(stored));
}
