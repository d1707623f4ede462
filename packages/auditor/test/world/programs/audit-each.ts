import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../../../test/world/processes.ts';
import { readBundle } from '../../../src/evidence/folder.ts';

/** Runs `readymark-audit` in a closed world, wave after wave in a folder of their own, and prints what came of them. */
const command = join(import.meta.dirname, '../../../src/command/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'readymark-audits-'));
const env = { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? '' };

/** `empty`: its folder is there before, with nothing in it. */
type Audit = { out?: string; empty?: boolean; args: string[] };

/** What is shown of an item: enough of its body to look into. */
function itemsIn(place: string) {
  if (!existsSync(join(place, 'bundle.json'))) return undefined;
  const { bundle, bodies } = readBundle(place);
  const items = bundle.items.map((item) => {
    const body = item.sha256 === null ? undefined : bodies(item.sha256);
    return { ...item, text: body && Buffer.from(body.subarray(0, 5_000)).toString() };
  });
  return { ...bundle, items };
}

try {
  const audit = async ({ out, empty, args }: Audit) => {
    const began = performance.now();
    if (out && empty) mkdirSync(join(folder, out));
    const ran = await run(process.execPath, [command, ...args, '--interval', '0'], { env, cwd: folder });
    const place = out && join(folder, out);
    const file = join(folder, out ?? '', 'scores.json');
    const scores = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const bundle = place && itemsIn(place);
    return { ...ran, ms: performance.now() - began, bundle, scores, files: readdirSync(folder) };
  };
  // Some at once, those that follow after them.
  const done = [];
  for (const wave of JSON.parse(process.argv[2] ?? '[]') as Audit[][])
    done.push(...(await Promise.all(wave.map(audit))));
  process.stdout.write(JSON.stringify(done));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
