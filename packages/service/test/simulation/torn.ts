import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { signedSize } from '../../src/store/public-log/checkpoints.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import type { World } from './world.ts';

/** As long as one of the two places of the file. */
const PLACE_BYTES = 512;

/** A process died after it began to remember a head and before that was committed: what it wrote may be torn. */
export async function tearMemory({
  chance,
  store,
  key_file,
}: Pick<World, 'chance' | 'store' | 'key_file'>): Promise<void> {
  const file = `${key_file}.signed`;
  const last = existsSync(file) ? readLastSigned(key_file) : undefined;
  if (!last || last.size <= (await signedSize(store.db)) || !chance.one(2)) return;
  const bytes = readFileSync(file);
  // The first one is put there by a rename.
  if (last.turn === 1) return;
  const at = bytes.subarray(0, PLACE_BYTES).includes(`"turn":${last.turn},`) ? 0 : PLACE_BYTES;
  bytes.fill(0, at + chance.int(40), at + PLACE_BYTES);
  writeFileSync(file, bytes);
}
