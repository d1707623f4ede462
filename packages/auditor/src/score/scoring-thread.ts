import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Ladders } from '@readymark/rubric/ladder';
import type { JudgedClaim } from '../evidence/claim.ts';
import type { EvidenceBundle } from '../evidence/evidence.ts';

/** The thread that scores: reads each bundle that it is given and posts the proposals. It keeps nothing of one for the next. */
type Given = {
  bundle: EvidenceBundle;
  bodies: ReadonlyMap<string, Uint8Array>;
  ladders: Ladders;
  judged: readonly JudgedClaim[];
  /** Whether only what a preview says is wanted. */
  preview: boolean;
};

/** On Linux this sets the priority of this thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 10);
// Loading takes time too.
const { readSite } = await import('../read/read-site.ts');
const { previewOf } = await import('./preview.ts');
const { proposalsOf } = await import('./expected/expected-points.ts');
const { withAdvice } = await import('./advice/advise.ts');

parentPort?.on('message', ({ bundle, bodies, ladders, judged, preview }: Given) => {
  const site = readSite(bundle, (sha256) => bodies.get(sha256));
  if (preview) parentPort?.postMessage({ preview: previewOf(site, ladders) });
  else {
    parentPort?.postMessage({ proposals: withAdvice(proposalsOf(site, ladders, judged), site, ladders) });
  }
});
