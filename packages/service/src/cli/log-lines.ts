import { line } from './output.ts';

/** Levels of the log that people see, as pino numbers them. */
const levels: readonly (readonly [number, string])[] = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warning'],
];

/**
 * A log for people: of each entry that is a warning or worse one line, and nothing of the others (decision 32).
 *
 * @param to where the lines go
 */
export const logLines = (to: NodeJS.WritableStream): { write(entry: string): void } => ({
  write(entry) {
    const {
      level,
      msg = '',
      time: _,
      err,
      ...details
    } = JSON.parse(entry) as {
      level: number;
      msg?: string;
      time?: number;
      err?: { message?: string };
    };
    const name = levels.find(([from]) => level >= from)?.[1];
    if (name === undefined) return;
    const more = Object.entries({ ...(err?.message !== undefined && { error: err.message }), ...details }).map(
      ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    to.write(`${line`${name}: ${msg}${more.length ? ` (${more.join(', ')})` : ''}`.text}\n`);
  },
});
