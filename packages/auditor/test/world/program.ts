import { join } from 'node:path';

/** The file of a program of `programs/`, which runs in a closed world. */
export const program = (name: string): string => join(import.meta.dirname, 'programs', `${name}.ts`);
