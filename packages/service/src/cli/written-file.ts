import { writeFileSync } from 'node:fs';
import { Refusal } from '@readymark/rubric/refusal';
import { type Output, textLines } from './output.ts';

/** Writes a new file; never overwrites one: it may be an audit that somebody is working on. @throws Refusal */
export function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Refusal(`${path} already exists; continue with it, or name another file with --out.`);
    throw new Refusal(`${path} cannot be written; name another file with --out.`);
  }
}

/** Writes a record to standard output, as it would be in a file, and nothing else. @returns the exit code */
export function writeRecord(output: Output, record: unknown): number {
  output.result(record, () => textLines(JSON.stringify(record, null, 2)));
  return 0;
}
