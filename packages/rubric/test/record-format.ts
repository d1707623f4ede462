import { recordUpgrades } from '../src/audit/format.ts';

/** Two made-up formats before 1, the first real one: the oldest has no `framework`, the next one calls it `method`. */
export const OLDEST_FORMAT = -1;

/** Makes their upgrades known, for the rest of this process. */
export function addOldFormats(): void {
  const upgrades = recordUpgrades as Map<
    number,
    (record: Readonly<Record<string, unknown>>) => Record<string, unknown>
  >;
  upgrades.set(OLDEST_FORMAT, ({ source_file, ...rest }) => ({
    ...rest,
    method: 'Agent Readiness Framework',
    source_file,
  }));
  upgrades.set(OLDEST_FORMAT + 1, ({ method, source_file, ...rest }) => ({ ...rest, framework: method, source_file }));
}

/** The JSON of a record in the oldest format. */
export const inOldestFormat = (record: string) => JSON.stringify({ ...JSON.parse(record), framework: undefined });
