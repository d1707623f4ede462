import { openContext, openLog } from '../../src/main.ts';
import { readSettings } from '../../src/settings.ts';
import { exampleAudit } from '../world/example-audit.ts';
import { commit } from '../world/operator.ts';

/** Replaces an audit, adds a company and shows both, as a node with the key does; killed on the way (die-at-call.ts). */
const ctx = openContext(readSettings(), { log: openLog('silent') });
await ctx.signer.begin();
await commit(ctx, [exampleAudit({ slug: 'one', scores: 1 }), exampleAudit({ slug: 'two' })], { replace: true });
await ctx.catalogue.refresh();
process.exit();
