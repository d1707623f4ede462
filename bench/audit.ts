import { join } from 'node:path';
import { inClosedWorld } from '../test/world/closed-world.ts';

/**
 * What an audit costs: time of a collection, of a scoring, its memory, and reads of the service while two audits run.
 *
 * `npm run bench audit [INTERVAL_MS] [SECONDS]` (500 20). It needs Linux namespaces, as the sites that are audited have
 * a network of their own; where these are missing it says so.
 */
const [interval_ms = '500', seconds = '20'] = process.argv.slice(2);
const ran = await inClosedWorld(join(import.meta.dirname, 'drive/audits.ts'), [interval_ms, seconds], {
  extra: [join(import.meta.dirname, '../packages/auditor/test/world/network/planned-hosts.ts')],
});
if (typeof ran === 'string') console.log(`Skipped: ${ran}`);
else {
  process.stderr.write(ran.err);
  process.stdout.write(ran.out);
  process.exitCode = ran.code ?? 1;
}
