import { readFileSync } from 'node:fs';

/** Reads a JSON file. Throws what the file system or the parser throws. */
export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
