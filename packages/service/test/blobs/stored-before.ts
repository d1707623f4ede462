import assert from 'node:assert/strict';
import { zstdCompressSync } from 'node:zlib';
import { bodyOfJob } from '../../src/store/auditing/evidence.ts';
import { nameOf } from '../../src/store/blobs/blobs.ts';
import type { BytesPlace } from '../../src/store/blobs/kept-bytes.ts';
import type { Store } from '../../src/store/engine/engine.ts';

/** Bodies as an older version stored them, of a job that needs them all. */
export async function storedBefore(
  { store, now }: { store: Store; now(): Date },
  bodies: readonly Uint8Array[],
): Promise<void> {
  const stored_at = now().toISOString();
  const site = { slug: 'acme', company: 'Acme', website: 'https://acme.example/', site: 'acme.example', rubric: 'v1' };
  const times = { created_at: stored_at, finished_at: stored_at };
  const job = { status: 'cancelled', operator: 'tester', attempts: 1, revisions: '[]', version: 0, by_hand: 0 };
  await store.db
    .insertInto('audit_jobs')
    .values({ job_id: 'job_1', ...site, ...times, ...job })
    .execute();
  for (const bytes of bodies) {
    const [sha256, body] = [nameOf(bytes), zstdCompressSync(bytes).toString('base64')];
    await store.db
      .insertInto('evidence_bodies')
      .values({ sha256, bytes: bytes.byteLength, encoding: 'zstd', body, blob: null, stored_at })
      .execute();
    await store.db.insertInto('job_bodies').values({ job_id: 'job_1', sha256 }).execute();
  }
}

/** Whether each body is read as it was. */
export async function areThere(ctx: BytesPlace, bodies: readonly Uint8Array[]): Promise<void> {
  for (const bytes of bodies)
    assert.ok(Buffer.from(bytes).equals((await bodyOfJob(ctx, 'job_1', nameOf(bytes))) ?? Buffer.from('none')));
}
