import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { beginFolder } from '../packages/service/src/documents/export/new-folder.ts';
import { datasetIn } from '../packages/service/src/features/dataset/cli/dataset-folder.ts';
import { checkDataset } from '../packages/service/src/features/dataset/domain/check-dataset.ts';
import { makeDataset } from '../packages/service/src/features/dataset/operations/make-dataset.ts';
import { datasetPlan } from '../packages/service/src/features/dataset/operations/subject.ts';
import { openContext } from '../packages/service/src/main.ts';
import { logKey } from '../packages/service/src/operations/signing/log-key.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { startPublisher } from '../packages/service/test/world/readymark.ts';

/**
 * Making and checking a dataset by the number of companies, side by side: memory, time, and how long the event loop is
 * kept. Each in a process of its own, on SQLite; audits are synthetic, about 10 KB each.
 *
 * `npm run bench dataset [COMPANIES…]` (10000 100000; about three minutes)
 */
type Found = Record<string, number>;

/** One part, in this process: prints what it took. */
async function measured(data_dir: string, part: 'make' | 'check'): Promise<void> {
  const ctx = openContext(readSettings({ ...process.env, DATA_DIR: data_dir }), { log: pino({ level: 'silent' }) });
  await ctx.signer.begin();
  const key = await logKey(ctx.store.db, ctx.signer.file);
  const plan = key && key !== 'none' && (await datasetPlan(ctx, key, await ctx.signer.shown()));
  if (!plan) throw new Error('nothing is signed');
  const folder = join(data_dir, 'dataset');
  const before = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  let bytes = 0;
  if (part === 'make') {
    const place = await beginFolder(folder);
    const made = await makeDataset(ctx, plan, (name, piece) => place.write(name, piece));
    await place.finish();
    bytes = made.files.reduce((sum, file) => sum + file.bytes, 0);
  } else {
    const dataset = await datasetIn(folder);
    if (!dataset) throw new Error('there is no dataset');
    const { problems } = await checkDataset(dataset, [plan.key.verifier], ctx.rubrics);
    if (problems.length) throw new Error(problems.join());
  }
  const found: Found = {
    seconds: (performance.now() - began) / 1_000,
    before: before / 2 ** 20,
    peak: process.resourceUsage().maxRSS / 2 ** 10,
    loop: delay.percentile(99) / 1e6,
    bytes: bytes / 1e6,
  };
  console.log(JSON.stringify(found));
  await ctx.close();
}

async function compare(sizes: readonly number[]): Promise<void> {
  const columns: Found[] = [];
  for (const companies of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-dataset-'));
    try {
      const publisher = await startPublisher({ DATA_DIR: folder });
      for (let from = 0; from < companies; from += 20_000)
        await publisher.publish({ synthetic: { from, to: Math.min(companies, from + 20_000), round: 0 } });
      await publisher.stop();
      const run = (part: string): Found =>
        JSON.parse(execFileSync(process.execPath, [import.meta.filename, `--${part}`, folder]).toString());
      const [make, check] = [run('make'), run('check')];
      columns.push({
        'peak RSS of making, MiB': make.peak ?? 0,
        'of it before, MiB': make.before ?? 0,
        'making, s': make.seconds ?? 0,
        'p99 of the event loop’s delay while making, ms': make.loop ?? 0,
        'all files, MB': make.bytes ?? 0,
        'peak RSS of checking, MiB': check.peak ?? 0,
        'checking, s': check.seconds ?? 0,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const [first, last] = [columns[0] ?? {}, columns.at(-1) ?? {}];
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, SQLite\n`);
  console.log(`| | ${sizes.map((size) => `${size.toLocaleString('en')} companies`).join(' | ')} | Ratio |`);
  console.log(`|---|${sizes.map(() => '---|').join('')}---|`);
  for (const name of Object.keys(first)) {
    const cells = columns.map((column) => (column[name] ?? Number.NaN).toPrecision(3));
    console.log(`| ${name} | ${cells.join(' | ')} | ${((last[name] ?? 0) / (first[name] ?? 1)).toFixed(2)} |`);
  }
}

const [part = '', folder = ''] = process.argv.slice(2);
if (part === '--make' || part === '--check') await measured(folder, part === '--make' ? 'make' : 'check');
else {
  const sizes = process.argv.slice(2).map(Number);
  await compare(sizes.length ? sizes : [10_000, 100_000]);
}
