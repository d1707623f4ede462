import { readLadders } from '@readymark/rubric/read-rubrics';
import { openAuditor } from '../../../src/auditor.ts';

/** Collects and scores the site of its first argument, and prints what came of it with its time and memory as JSON. A second is the memory of a collection. */
const peak_mb = () => process.resourceUsage().maxRSS / 1024;
const auditor = openAuditor({
  base_url: 'https://readymark.example',
  version: '1.0.0',
  interval_ms: 0,
  opt_out: [],
  ladders: readLadders(),
  ...(process.argv[3] ? { collecting_mb: Number(process.argv[3]) } : {}),
  now: () => new Date(),
});
const before = peak_mb();
const began = performance.now();
const { outcome, bundle, bodies } = await auditor.collect(process.argv[2] ?? '', {
  signal: new AbortController().signal,
});
const collected = { mb: peak_mb() - before, ms: performance.now() - began };
const proposals = await auditor.score(bundle, bodies, 'v1');
const scored = { mb: peak_mb() - before, ms: performance.now() - began - collected.ms };
await auditor.close();
process.stdout.write(JSON.stringify({ outcome, collected, scored, bundle, proposals }));
