import type { Auditor } from '@readymark/auditor/auditor';
import { pino } from 'pino';
import { madeAuditor } from '../../../../auditor/test/world/sites/made-auditor.ts';
import { openContext } from '../../../src/main.ts';
import { startWorker } from '../../../src/operations/worker.ts';
import { readSettings } from '../../../src/settings.ts';

/**
 * A node that makes audits and never finishes one: it stays at collecting, or at scoring. Prints where it is. For tests that
 * kill it.
 */
const stays = process.argv[2];
const never = (where: string) => {
  process.stdout.write(`${where}\n`);
  return new Promise<never>(() => {});
};
const auditor: Auditor = {
  ...madeAuditor(stays === 'collecting' ? { lasts: () => never('collecting') } : {}),
  score: () => never('scoring'),
  preview: () => never('scoring'),
  assist: () => never('assisting'),
};
// It ends with the process that started it.
process.stdin.resume().once('end', () => process.exit());
const ctx = openContext(readSettings(), { auditor, log: pino(pino.destination(2)) });
startWorker(ctx, new AbortController().signal);
