import { publishReply } from '../../../src/features/replies/operations/publish-reply.ts';
import { listTokens } from '../../../src/features/replies/store/domain-tokens.ts';
import { openContext, openLog } from '../../../src/main.ts';
import { execute } from '../../../src/operations/run.ts';
import { readSettings } from '../../../src/settings.ts';
import { operator } from '../../world/operator.ts';

/** Publishes two replies with the token that is there and shows them; killed on the way (die-at-call.ts). */
const ctx = openContext(readSettings(), { log: openLog('silent'), now: () => new Date('2026-11-21T12:00:00.000Z') });
const [proof] = await listTokens(ctx.store.db, { slug: 'acme', open_at: undefined, limit: 1 });
const replies = ['P3-A', 'P3-B'].map((criterion) => ({ kind: 'reply' as const, criterion, text: 'We do.' }));
await execute(ctx, publishReply, operator, { proof_id: proof?.proof_id ?? '', replies }, {});
await ctx.catalogue.refresh();
process.exit();
