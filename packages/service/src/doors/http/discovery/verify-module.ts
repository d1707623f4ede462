import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the module is served with which anybody checks a score (decision 147). */
export const VERIFY_PATH = '/verify.js';

/** The module as it is in the source: who compares them finds the same bytes. */
export const verifyModule = readFileSync(fileURLToPath(import.meta.resolve('@readymark/verify')), 'utf8');
