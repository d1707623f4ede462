import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askOtherScanners, explained } from './world/other-scanners.ts';
import { ownAudit } from './world/own-audit.ts';

/**
 * `npm run self-audit`: audits this service with its own agent, and puts the record into `examples/` in place of the last.
 * Then asks scanners that are not ours: what they find and nobody explained ends it with 1.
 */
const folder = join(import.meta.dirname, '../../../examples');
const drafts = await ownAudit();
if (typeof drafts === 'string') {
  console.log(`Skipped: ${drafts}`);
} else {
  const { v1: draft } = drafts;
  for (const name of globSync('readymark_*.audit.json', { cwd: folder })) rmSync(join(folder, name));
  writeFileSync(join(folder, draft.source_file), `${JSON.stringify(draft, null, 2)}\n`);
  for (const [rubric, { source_file, overall_score, tier, criteria }] of Object.entries(drafts)) {
    console.log(`${source_file} under ${rubric}: ${overall_score} of 100 (${tier})`);
    for (const { id, score, max, name } of criteria) console.log(`  ${id} ${score} of ${max} ${name}`);
  }
}

const { afdocs, lighthouse } = await askOtherScanners();
const passed = afdocs.filter(({ status }) => status === 'pass').length;
console.log(`afdocs: ${passed} of ${afdocs.length} checks passed`);
const short = [
  ...afdocs.filter(({ status }) => status !== 'pass'),
  ...lighthouse.filter(({ status }) => Number(status) < 100),
];
for (const { check, status, message } of short)
  console.log(`  ${status} ${check}: ${message}\n    ${explained[check] ?? 'NOT EXPLAINED'}`);
for (const { check, status, message } of lighthouse) console.log(`Lighthouse ${check}: ${status} (${message})`);
process.exit(short.every(({ check }) => check in explained) ? 0 : 1);
