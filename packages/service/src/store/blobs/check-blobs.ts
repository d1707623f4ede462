import type { Store } from '../engine/engine.ts';
import { anyTable, blobTables, isUnnamed, namedAmong } from './blob-tables.ts';
import { BlobFailure, type Blobs } from './blobs.ts';
import { missingPlace } from './kept-bytes.ts';

/** Names looked up, and rows read, together. */
const BATCH_ROWS = 500;

/** Checks that what rows say of blobs and what is known of them fits (decision 206): nothing is read from their place. */
export async function checkBlobNames(store: Store, findings_max: number): Promise<Check> {
  const tables = await blobTables(store);
  const findings: string[] = [];
  let rows = 0;
  for (const { name } of tables) {
    const counted = await anyTable(store.db)
      .selectFrom(name)
      .select(({ fn }) => fn.count('blob').as('rows'))
      .executeTakeFirst();
    rows += Number(counted?.rows ?? 0);
    const unknown = await anyTable(store.db)
      .selectFrom(name)
      .select('blob')
      .where('blob', 'is not', null)
      .where('blob', 'not in', anyTable(store.db).selectFrom('blobs').select('sha256').where('ending', '=', 0))
      .limit(findings_max)
      .execute();
    findings.push(...unknown.map(({ blob }) => `${blob}: a row of ${name} names this blob, and it was removed`));
  }
  const unnamed = await store.db
    .selectFrom('blobs')
    .select('sha256')
    .where('held_until', 'is', null)
    .where(isUnnamed(tables))
    .limit(findings_max)
    .execute();
  for (const { sha256 } of unnamed)
    findings.push(`${sha256}: no row names this blob; \`readymark blobs sweep\` removes it`);
  return { check: 'blobs are known by the rows that name them', rows, findings: findings.slice(0, findings_max) };
}

/** How many rows were checked, and what is wrong. */
type Check = { check: string; rows: number; findings: string[] };

/** So many blobs from a name on: as good as drawn by lot, because names are hashes. */
type Sample = { from: string; most: number };

/**
 * Reads blobs (decision 206): each is there and has its SHA-256, and the database knows each that is there.
 *
 * @param sample undefined reads all of them
 */
export async function checkBlobBytes(
  store: Store,
  blobs: Blobs | undefined,
  sample: Sample | undefined,
  findings_max: number,
): Promise<Check> {
  const found = await store.db
    .selectFrom('blobs')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  const all = Number(found.n);
  const part = sample && sample.most < all ? sample : undefined;
  const check = part ? `blobs are what was stored (a sample of ${all})` : 'blobs are what was stored';
  if (!blobs)
    return { check, rows: 0, findings: all ? ['there are blobs, and BLOB_URL is not set; set it as it was'] : [] };
  const why = await missingPlace({ store, blobs }).catch((error) => {
    if (error instanceof BlobFailure) return error.message;
    throw error;
  });
  if (why !== undefined) return { check, rows: 0, findings: [why] };
  const findings: string[] = [];
  let rows = 0;
  try {
    // From the name on to the end, and on from the beginning.
    for (let { from: after, most: left } = part ?? { from: '', most: Number.POSITIVE_INFINITY }; ; ) {
      const read = await readFrom(store, blobs, { after, most: left });
      rows += read.rows;
      left -= read.rows;
      findings.push(...read.findings);
      if (after === '' || left <= 0) break;
      after = '';
    }
  } catch (error) {
    if (!(error instanceof BlobFailure)) throw error;
    findings.push(error.message);
  }
  return { check, rows, findings: findings.slice(0, findings_max) };
}

/** Reads the next blobs after a name, and looks what else is among them. @throws BlobFailure when their place cannot be used */
async function readFrom(
  store: Store,
  blobs: Blobs,
  { after, most }: { after: string; most: number },
): Promise<{ rows: number; findings: string[] }> {
  const findings: string[] = [];
  const tables = await blobTables(store);
  let rows = 0;
  let last = after;
  for (;;) {
    const batch = await store.db
      .selectFrom('blobs')
      .select(['sha256', 'bytes', 'held_until'])
      .where('sha256', '>', last)
      .orderBy('sha256')
      .limit(Math.min(BATCH_ROWS, most - rows))
      .execute();
    for (const { sha256, bytes, held_until } of batch) {
      const found = await blobs.get(sha256).catch((error) => {
        if (error instanceof BlobFailure && error.damaged) return error;
        throw error;
      });
      if (found instanceof BlobFailure) findings.push(found.message);
      // What is held for its first row may not be there yet, or not any more.
      else if (!found && (held_until === null || (await namedAmong(store.db, tables, [sha256])).size))
        findings.push(`${sha256} is not in ${blobs.place}`);
      else if (found && found.byteLength !== bytes)
        findings.push(`${sha256} has ${found.byteLength} bytes instead of ${bytes}`);
    }
    rows += batch.length;
    last = batch.at(-1)?.sha256 ?? last;
    const is_end = batch.length === 0;
    if (!is_end && rows < most) continue;
    let strangers = 0;
    for await (const unknown of unknownBlobs(store, blobs, { after, until: is_end ? undefined : last }))
      strangers += unknown.length;
    if (strangers)
      findings.push(
        `${strangers} blobs in ${blobs.place} belong to no row: another database uses this place too, or this one was restored and does not know them; \`readymark blobs sweep\` removes them`,
      );
    return { rows, findings };
  }
}

/** The blobs that rows name, in their order; also those that somebody holds for a further row. */
export async function namedBlobs(store: Store): Promise<string[]> {
  const names = new Set<string>();
  for (const { name } of await blobTables(store)) {
    const rows = await anyTable(store.db)
      .selectFrom(name)
      .select('blob')
      .distinct()
      .where('blob', 'is not', null)
      .execute();
    for (const { blob } of rows) names.add(String(blob));
  }
  return [...names].sort();
}

/**
 * Blobs at their place that the database does not know, in batches.
 *
 * @param between names: after the one, up to the other
 * @throws BlobFailure
 */
export async function* unknownBlobs(
  store: Store,
  blobs: Blobs,
  between: { after?: string; until?: string | undefined } = {},
): AsyncGenerator<string[]> {
  const { after = '', until } = between;
  let batch: string[] = [];
  const unknown = async () => {
    // Who writes a blob says so first: what was at the place before and is not known now was never begun here.
    const known = await store.db.selectFrom('blobs').select('sha256').where('sha256', 'in', batch).execute();
    const names = new Set(known.map(({ sha256 }) => sha256));
    return batch.filter((name) => !names.has(name));
  };
  for await (const name of blobs.list(after === '' ? undefined : after)) {
    if (until !== undefined && name > until) break;
    batch.push(name);
    if (batch.length < BATCH_ROWS) continue;
    yield await unknown();
    batch = [];
  }
  if (batch.length) yield await unknown();
}
