import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../../../test/world/processes.ts';
import { fixtureSites } from '../sites/fixture-sites.ts';

/** Audits every fixture site in a closed world with the command line, scores the evidence again, and prints what came of it. */
const command = join(import.meta.dirname, '../../../src/command/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'readymark-fixtures-'));
const env = { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? '' };
const audit = async (...args: string[]) => {
  const ran = await run(process.execPath, [command, ...args, '--interval', '0', '--json'], { env, cwd: folder });
  if (ran.code !== 0) throw new Error(`${args.join(' ')} ended with ${ran.code}: ${ran.err}`);
  return JSON.parse(ran.out);
};
try {
  const walked = fixtureSites.map(async ({ folder: name, website }) => {
    const report = await audit(website, '--out', name);
    const draft = readFileSync(join(folder, report.draft), 'utf8');
    const again = await audit('score', name);
    const redrafted = readFileSync(join(folder, again.draft), 'utf8');
    return { name, ...report, again: again.criteria, draft: JSON.parse(draft), same_draft: draft === redrafted };
  });
  process.stdout.write(JSON.stringify(await Promise.all(walked)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
