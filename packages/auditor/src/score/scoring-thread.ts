import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Ladders } from '@readymark/rubric/ladder';
import type { JudgedClaim } from '../evidence/claim.ts';
import type { EvidenceBundle } from '../evidence/evidence.ts';

/** The thread of one scoring: reads the bundle that it was started with, posts the proposals and ends. */
type Given = {
  bundle: EvidenceBundle;
  bodies: ReadonlyMap<string, Uint8Array>;
  ladders: Ladders;
  judged: readonly JudgedClaim[];
};

/** On Linux this sets the priority of this thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 10);
// Loading takes time too.
const { readSite } = await import('../read/read-site.ts');
const { scoreSite } = await import('./score-site.ts');
const { withAdvice } = await import('./advice/advise.ts');

const { bundle, bodies, ladders, judged } = workerData as Given;
const site = readSite(bundle, (sha256) => bodies.get(sha256));
parentPort?.postMessage({ proposals: withAdvice(scoreSite(site, ladders, { judged }), site, ladders) });
