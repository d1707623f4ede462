import { singleLine, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { Fault } from '../../../domain/fault.ts';
import { forgetBody, forgottenBody, jobsWithBody } from '../../../store/auditing/forgotten-bodies.ts';
import { deskOperation } from '../../desk-operation.ts';

/**
 * Removes a body of evidence for good, wherever it was seen, and keeps its hash with the reason (decision 173). Faults:
 * not_found; conflict, when it was forgotten before.
 */
export const forgetEvidence = deskOperation({
  name: 'forget_evidence',
  title: 'Forget evidence',
  summary: 'Removes a stored page for good; its hash and the reason stay.',
  path: 'POST /api/desk/evidence/{sha256}/forget',
  guidance:
    'For what must not be kept, such as personal data. It is not stored again when a later audit fetches the same bytes. Excerpts in published evidence stay until the audit is corrected; copies in backups stay as long as those.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in hex' }),
    reason: singleLine(500).describe('Why it is removed; operators read it'),
  }),
  output: z.object({
    sha256: z.string(),
    forgotten_at: timestamp,
    jobs: z.array(z.string()).describe('Audit jobs that had fetched it'),
  }),
  handler(ctx, { sha256, reason }, { change }) {
    return change(async (tx, { at, record }) => {
      const before = await forgottenBody(tx, sha256);
      if (before)
        throw new Fault('conflict', `This body was removed on ${before.forgotten_at.slice(0, 10)}: ${before.reason}`);
      const jobs = await jobsWithBody(tx, sha256);
      const [first] = jobs;
      if (first === undefined) throw new Fault('not_found', 'No body with this SHA-256 is kept.');
      await forgetBody(ctx.store, tx, { sha256, reason, forgotten_at: at });
      await record(first, { sha256 });
      return { sha256, forgotten_at: at, jobs };
    });
  },
});
