import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { EvidenceBundle } from '../../domain/auditing/evidence.ts';
import type { Ladders } from '../../domain/auditing/ladder.ts';
import { readSite } from '../read/read-site.ts';
import { scoreSite } from './score-site.ts';

/** The thread of one scoring: reads the bundle that it was started with, posts the proposals and ends. */
type Given = { bundle: EvidenceBundle; bodies: ReadonlyMap<string, Uint8Array>; ladders: Ladders };

/** On Linux this sets the priority of this thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 10);

const { bundle, bodies, ladders } = workerData as Given;
const site = readSite(bundle, (sha256) => bodies.get(sha256));
parentPort?.postMessage({ proposals: scoreSite(site, ladders) });
