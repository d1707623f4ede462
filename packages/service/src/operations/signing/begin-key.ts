import { parseVerifierKey, signingKey } from '@readymark/tlog/note';
import { emptyFrontier } from '@readymark/tlog/tree';
import type { Logger } from 'pino';
import type { Store } from '../../store/engine/engine.ts';
import { logHead } from '../../store/public-log/checkpoints.ts';
import { closeKey, readKey, readLastSigned, writeKey, writeLastSigned } from '../../store/public-log/key-file.ts';
import { beginKeys } from '../../store/public-log/keys.ts';
import { headOf, keyAt } from './signed-history.ts';

/** What a new key is made of. */
export type NewKey = {
  store: Store;
  /** File of the key. */
  file: string;
  /** Public address of the service; a new key is named after it. */
  base_url: string;
  now(): Date;
  random(bytes: number): Uint8Array;
};

/** Makes the key of a log that has none, or adopts the one in the file. @throws Refusal where it cannot be kept */
export async function beginKey(options: NewKey & { log: Logger }): Promise<void> {
  const { store, file, base_url, now, random, log } = options;
  await beginKeys(store, now().toISOString(), () => {
    const known = readKey(file);
    const key = known ?? signingKey(originOf(base_url), random(32));
    if (!known) writeKey(file, key);
    // Also shows that there is room beside the key for what will be signed.
    writeLastSigned(file, readLastSigned(file) ?? headOf(key.name, emptyFrontier));
    log.info({ key: key.verifier.text, file }, known ? 'the log is signed by this key' : 'made the signing key');
    return key.verifier.text;
  });
  const { key } = await logHead(store.db);
  const [name, expected] = [key && parseVerifierKey(key.text)?.name, originOf(base_url)];
  if (name !== undefined && name !== expected && !name.startsWith(`${expected}/`))
    log.warn({ name, base_url }, 'the public log keeps the name of its key, which is not that of BASE_URL');
  if (key && !keyAt(file, key.text))
    log.warn(
      { file },
      'the signing key of the public log is not here: what is published is not public before a process that has it runs; `readymark key show` says more',
    );
  if (closeKey(file)) log.warn({ file }, 'others could read the signing key; if they may have, rotate it');
}

/** The name of a log: its address without the scheme (decision 143). */
export const originOf = (base_url: string) => `${new URL(base_url).host}/log`;
