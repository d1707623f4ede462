import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBundle } from '../../../src/evidence/folder.ts';
import { command } from '../command.ts';

/**
 * Runs `readymark-audit` in a closed world, wave after wave in a folder of their own, and prints what came of them. All of them run
 * in this process: to load the program takes longer than most of these audits (`command.test.ts` runs it as a process).
 */
const folder = mkdtempSync(join(tmpdir(), 'readymark-audits-'));
process.chdir(folder);

/** So many at once: what is asked waits for its turn no longer than a site may take to answer, also on a busy machine. */
const AT_ONCE = 4;

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
    const ran = await command([...args, '--interval', '0']);
    const place = out && join(folder, out);
    const file = join(folder, out ?? '', 'scores.json');
    const scores = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const bundle = place && itemsIn(place);
    return { ...ran, ms: performance.now() - began, bundle, scores, files: readdirSync(folder) };
  };
  // Some at once, those that follow after them.
  const done: Awaited<ReturnType<typeof audit>>[] = [];
  for (const wave of JSON.parse(process.argv[2] ?? '[]') as Audit[][]) {
    const before = done.length;
    const waiting = [...wave.entries()];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) done[before + next[0]] = await audit(next[1]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }
  process.stdout.write(JSON.stringify(done));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
