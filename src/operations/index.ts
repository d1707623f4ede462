import { publishAudits } from './desk/publish-audits.ts';
import type { Operation } from './operation.ts';

/** Every operation: what agents may do in the order of the spec's tool table, then what operators may do. Laws over this list are tests. */
export const operations = [publishAudits] as const satisfies readonly Operation[] as readonly Operation[];
