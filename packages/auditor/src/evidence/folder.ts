import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Bodies, type EvidenceBundle, evidenceBundle } from './evidence.ts';

/** More than the collector keeps of any answer: a body that unpacks to more was not written here. */
const LONGEST_BODY = 16_000_000;

/** A bundle as a folder: `bundle.json`, and each body once as `bodies/{sha256}.zst`. */
export function writeBundle(folder: string, bundle: EvidenceBundle, bodies: Bodies): void {
  mkdirSync(join(folder, 'bodies'), { recursive: true });
  for (const { sha256 } of bundle.items) {
    const body = sha256 === null ? undefined : bodies(sha256);
    const file = join(folder, 'bodies', `${sha256}.zst`);
    if (body && !existsSync(file)) writeFileSync(file, zstdCompressSync(body));
  }
  const file = join(folder, 'bundle.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(bundle, null, 1)}\n`);
  renameSync(`${file}.new`, file);
}

/** @throws ZodError or the error of the file system when the folder holds no bundle */
export function readBundle(folder: string): { bundle: EvidenceBundle; bodies: Bodies } {
  const bundle = evidenceBundle.parse(JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8')));
  return {
    bundle,
    bodies(sha256) {
      const file = join(folder, 'bodies', `${sha256}.zst`);
      return existsSync(file) ? zstdDecompressSync(readFileSync(file), { maxOutputLength: LONGEST_BODY }) : undefined;
    },
  };
}
