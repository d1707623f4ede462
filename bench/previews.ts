import { join } from 'node:path';
import { inClosedWorld } from '../test/world/closed-world.ts';

/**
 * Reads of the service while 20 previews run, and the memory that these take.
 *
 * `npm run bench previews [SECONDS]` (12). It needs Linux namespaces, as the sites that are previewed have a network of their own;
 * where these are missing it says so.
 */
const [seconds = '12'] = process.argv.slice(2);
const ran = await inClosedWorld(join(import.meta.dirname, 'drive/previews.ts'), [seconds], {
  extra: [join(import.meta.dirname, '../packages/auditor/test/world/network/many-hosts.ts')],
});
if (typeof ran === 'string') console.log(`Skipped: ${ran}`);
else {
  process.stderr.write(ran.err);
  process.stdout.write(ran.out);
  process.exitCode = ran.code ?? 1;
}
