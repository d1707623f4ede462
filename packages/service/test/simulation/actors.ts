import { asking } from './asking.ts';
import { publishing } from './publishing.ts';
import { replying } from './replying.ts';

/** How often each of those who call calls, beside the others. */
export const actors = [...asking, ...publishing, ...replying];
