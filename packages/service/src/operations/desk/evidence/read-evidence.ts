import { type EvidenceBundle, evidenceItem } from '@readymark/auditor/evidence/evidence';
import { timestamp, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { Fault } from '../../../domain/fault.ts';
import { bodyOfJob, sha256sOf } from '../../../store/auditing/evidence.ts';
import { forgottenBody } from '../../../store/auditing/forgotten-bodies.ts';
import type { BytesPlace } from '../../../store/blobs/kept-bytes.ts';
import { wholeJobAt } from '../../auditing/shown-job.ts';
import { deskOperation } from '../../desk-operation.ts';

/** Characters of a body in one reply. */
const TEXT_MAX = 100_000;

const count = z.int().min(0);

/**
 * What a collection saw: every item, or one body as text (decision 90). A body is only ever text within JSON, never a
 * page. Faults: not_found; conflict, when nothing was collected or it is not kept any more.
 */
export const readEvidence = deskOperation({
  name: 'read_evidence',
  title: 'Read evidence',
  summary: 'Lists what a collection asked for and what came back, or shows one body as text.',
  path: 'GET /api/desk/audit-jobs/{job_id}/evidence',
  guidance:
    'Lists the requests of the collection in their order, with status, headers that matter and the SHA-256 of each body; with sha256 the body itself, as text in JSON.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    job_id: jobId,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in hex' })
      .optional()
      .describe('Shows the body of this SHA-256 and the items that have it'),
    from: wholeNumber(0, 100_000_000).default(0).describe('Character at which the text begins'),
  }),
  output: z.object({
    job_id: z.string(),
    website: z.string(),
    started_at: timestamp,
    finished_at: timestamp,
    requests: count,
    bytes: count,
    notes: z.array(z.string()).describe('What the collection gave up or left out'),
    items: z.array(evidenceItem),
    not_kept: z.array(z.string()).describe('SHA-256 of bodies that are not kept any more; hash, headers and time are'),
    body: z
      .object({
        sha256: z.string(),
        bytes: count,
        text: z.string().describe(`At most ${TEXT_MAX.toLocaleString('en')} characters`),
        next: count.nullable().describe('Send this as from to read on; null at the end'),
      })
      .nullable(),
  }),
  async handler(ctx, { job_id, sha256, from }) {
    const { db } = ctx.store;
    const { bundle: stored, evidence_kept } = await wholeJobAt(db, job_id);
    if (stored === null)
      throw new Fault('conflict', `No evidence is kept of ${job_id}: nothing was collected, or it aged out.`);
    const { items, website, started_at, finished_at, requests, bytes, notes } = JSON.parse(stored) as EvidenceBundle;
    const shown = sha256 === undefined ? items : items.filter((item) => item.sha256 === sha256);
    const body =
      sha256 === undefined
        ? null
        : await textOf(sha256, await keptBody(ctx, job_id, sha256), from, shown.length ? evidence_kept : null);
    const kept = evidence_kept === null ? undefined : new Set(await sha256sOf(db, job_id));
    const not_kept = kept ? shown.flatMap((item) => item.sha256 ?? []).filter((one) => !kept.has(one)) : [];
    return { job_id, website, started_at, finished_at, requests, bytes, notes, items: shown, not_kept, body };
  },
});

/** Faults: not_found, with the reason where it was removed for good. */
async function keptBody(ctx: BytesPlace, job_id: string, sha256: string): Promise<Uint8Array | undefined> {
  const gone = await forgottenBody(ctx.store.db, sha256);
  if (gone) throw new Fault('not_found', `This body was removed on ${gone.forgotten_at.slice(0, 10)}: ${gone.reason}`);
  return bodyOfJob(ctx, job_id, sha256);
}

const whyNotKept = (evidence_kept: string | null): string =>
  evidence_kept === null
    ? 'No body with this SHA-256 is kept for this audit.'
    : evidence_kept === 'cited'
      ? 'This body is not kept: no published score cites it. Its hash, headers and time are.'
      : 'This body is not kept: its audit has not been current for long. Its hash, headers and time are.';

async function textOf(sha256: string, bytes: Uint8Array | undefined, from: number, evidence_kept: string | null) {
  if (!bytes) throw new Fault('not_found', whyNotKept(evidence_kept));
  const whole = new TextDecoder().decode(bytes);
  const text = whole.slice(from, from + TEXT_MAX).toWellFormed();
  const next = from + TEXT_MAX < whole.length ? from + TEXT_MAX : null;
  return { sha256, bytes: bytes.byteLength, text, next };
}
