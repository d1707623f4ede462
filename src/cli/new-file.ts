import { writeFileSync } from 'node:fs';
import { Refusal } from '../domain/refusal.ts';

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
