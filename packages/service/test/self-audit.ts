import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownAudit } from './world/own-audit.ts';

/** `npm run self-audit`: audits this service with its own agent, and puts the record into `examples/` in place of the last. */
const folder = join(import.meta.dirname, '../../../examples');
const draft = await ownAudit();
if (typeof draft === 'string') {
  console.log(`Skipped: ${draft}`);
} else {
  for (const name of globSync('readymark_*.audit.json', { cwd: folder })) rmSync(join(folder, name));
  writeFileSync(join(folder, draft.source_file), `${JSON.stringify(draft, null, 2)}\n`);
  console.log(`${draft.source_file}: ${draft.overall_score} of 100 (${draft.tier})`);
  for (const { id, score, name } of draft.criteria) console.log(`  ${id} ${score} ${name}`);
}
process.exit();
