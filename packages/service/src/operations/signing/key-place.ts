import { join } from 'node:path';
import type { Settings } from '../../settings.ts';

/** Where the key is that signs the public log (decision 143). */
export const signingKeyFile = ({
  SIGNING_KEY_FILE,
  DATA_DIR,
}: Pick<Settings, 'SIGNING_KEY_FILE' | 'DATA_DIR'>): string => SIGNING_KEY_FILE || join(DATA_DIR, 'signing-key');
