import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import type { Audit } from '@readymark/rubric/audit/audit';
import { type AsyncBuffer, asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { until } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { MANIFEST, parseManifest, signManifest } from '../../../src/features/dataset/domain/manifest.ts';
import type { TableCell, TableColumn } from '../../../src/features/dataset/domain/table.ts';
import { openTableFile } from '../../../src/features/dataset/operations/table-file.ts';
import { commit, publish } from '../../world/operator.ts';
import { sharedDatabases, testContext, testService } from '../../world/service.ts';
import { linesIn, type MadeFiles, made, planOf, problemsOf, textIn } from './made.ts';

/** The tables of a dataset as Parquet (decision 153), as a reader that is not ours finds them. */
sharedDatabases();

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
const rowsIn = (file: AsyncBuffer, columns?: string[]) =>
  parquetReadObjects({ file, compressors, ...(columns && { columns }) });

function fileOf(bytes: Uint8Array): AsyncBuffer {
  const { buffer } = Uint8Array.from(bytes);
  return { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) };
}

type Line = {
  record: Audit;
  rank: number | null;
  published_at: string;
} & Record<'publication' | 'log_index', number> &
  Record<'slug' | 'audit_date' | 'current' | 'fictional' | 'record_sha256', string>;

/** The row that a line of the JSON is. */
function rowOf({ record, rank, published_at, publication, log_index, slug, audit_date, ...line }: Line) {
  const { company, website, tier, tier_as_published, executive_summary, strongest_signals, critical_gaps } = record;
  return {
    ...{ slug, audit_date: new Date(audit_date), company, website, reaudit_due: new Date(record.reaudit_due) },
    ...{ current: line.current, rank: rank === null ? null : BigInt(rank) },
    ...{
      overall_score: BigInt(record.overall_score),
      tier,
      tier_as_published,
      rubric: 'v1',
      fictional: line.fictional,
    },
    ...Object.fromEntries(Object.entries(record.pillars).map(([id, { score }]) => [id, BigInt(score)])),
    ...{ publication: BigInt(publication), published_at: new Date(published_at), log_index: BigInt(log_index) },
    ...{ record_sha256: line.record_sha256, executive_summary, strongest_signals, critical_gaps },
    priority_actions: record.priority_actions.map((one) => ({ ...one, points_gain: BigInt(one.points_gain) })),
  };
}

test('they have the rows of the other files, with dates, times, integers, lists, and texts as they are', async () => {
  const ctx = await testContext('sqlite', { BASE_URL: 'https://readymark.test' });
  await ctx.signer.begin();
  const hostile = exampleAudit({ slug: 'two', company: '=1+1, "Ltd" \u{1F600}' });
  hostile.executive_summary = '';
  hostile.strongest_signals = [];
  await commit(ctx, [exampleAudit({ slug: 'one', audit_date: '2026-05-01', scores: 1 }), hostile]);
  await publish(ctx, [exampleAudit({ slug: 'one', scores: 4 })]);
  const files = await made(ctx, await planOf(ctx));
  const lines = linesIn(files, 'audits.ndjson.zst').map((line) => JSON.parse(line) as Line);
  const rows = await rowsIn(fileOf(files.get('audits.parquet') ?? assert.fail()));
  assert.deepEqual(rows, lines.map(rowOf));
  const criteria = await rowsIn(fileOf(files.get('criteria.parquet') ?? assert.fail()));
  assert.deepEqual(
    criteria,
    lines.flatMap(({ record, slug, audit_date }) =>
      record.criteria.map(({ id, pillar, name, score, max, evidence }) => ({
        ...{ slug, audit_date: new Date(audit_date), criterion: id, pillar, name },
        ...{ score: BigInt(score), max: BigInt(max), evidence },
      })),
    ),
  );
  const described = JSON.parse(textIn(files, 'datapackage.json'));
  for (const [name, of] of [['audits', rows] as const, ['criteria', criteria] as const]) {
    const resource = described.resources.find(({ path }: { path: string }) => path === `${name}.parquet`);
    assert.deepEqual([resource.rows, resource.mediatype], [of.length, 'application/vnd.apache.parquet']);
    assert.deepEqual(
      resource.schema.fields.map((field: { name: string }) => field.name),
      Object.keys(of[0] ?? {}),
    );
    const { key_value_metadata } = await parquetMetadataAsync(fileOf(files.get(`${name}.parquet`) ?? assert.fail()));
    const [note] = key_value_metadata ?? [];
    const { id, license } = JSON.parse(note?.value ?? '');
    assert.deepEqual([id, license], [described.id, described.licenses[0].path], 'the file says where it is from');
  }
});

test('a dataset without any audit has tables without rows', async () => {
  const { bytes, rows } = await tableOf([], 1);
  assert.equal(rows, 0);
  assert.deepEqual(await rowsIn(fileOf(bytes)), []);
});

const columns: TableColumn[] = [
  { name: 'number', type: 'integer' },
  { name: 'text', type: 'string', optional: true },
];

/** A table of these rows, which are added so many at a time. */
async function tableOf(rows: readonly TableCell[][], at_a_time: number) {
  const pieces: Uint8Array[] = [];
  const table = openTableFile(async (piece) => void pieces.push(piece), { columns, notes: {} });
  for (let at = 0; at < rows.length; at += at_a_time) await table.add(rows.slice(at, at + at_a_time));
  const ended = await table.end();
  const bytes = Buffer.concat(pieces);
  assert.equal(ended.bytes, bytes.byteLength);
  return { ...ended, bytes, pieces: pieces.length };
}

test('a table is handed on group by group, and is the same again however its rows come', async () => {
  // Twelve million characters.
  const rows = Array.from({ length: 12_000 }, (_, at) => [at, at % 7 ? `${at} `.repeat(200).padEnd(1_000, 'x') : null]);
  const one = await tableOf(rows, 12_000);
  const other = await tableOf(rows, 7);
  assert.equal(one.sha256, other.sha256);
  assert.ok(other.pieces >= 3, `${other.pieces} pieces`);
  const { row_groups } = await parquetMetadataAsync(fileOf(one.bytes));
  assert.ok(row_groups.length >= 3, 'a reader can skip and share groups');
  const found = await rowsIn(fileOf(one.bytes));
  assert.deepEqual(
    found.map(({ number, text }) => [Number(number), text]),
    rows,
  );
});

test('a small table has the bytes that a thread would make of it, and takes nothing once it is abandoned', async () => {
  const rows = [
    [1, 'é'],
    [2, null],
  ] as TableCell[][];
  const { sha256 } = await tableOf(rows, 1);
  const thread = new Worker(new URL('../../../src/features/dataset/operations/table-thread.ts', import.meta.url), {
    workerData: { columns, notes: {} },
  });
  thread.postMessage({ rows, end: true });
  const [bytes] = await once(thread, 'message');
  await thread.terminate();
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
  const table = openTableFile(() => assert.fail('it was taken'), { columns, notes: {} });
  await table.add(rows);
  table.abandon();
  await assert.rejects(table.add([[3, 'x'.repeat(1_000_000)]]), /abandoned/);
  await assert.rejects(table.end(), /abandoned/);
});

for (const [size, text] of [
  ['a small', 'a'],
  ['a large', 'a'.repeat(1_000_000)],
] as const)
  test(`${size} table that cannot be stored, or has a value of another type, ends with the reason`, async () => {
    const full = openTableFile(() => Promise.reject(new Error('no space')), { columns, notes: {} });
    await full.add([[1, text]]);
    await assert.rejects(full.end(), /no space/);
    full.abandon();
    const wrong = openTableFile(async () => {}, { columns, notes: {} });
    await wrong.add([[1.5, text]]);
    await assert.rejects(wrong.end(), /1\.5/);
    await assert.rejects(wrong.end(), 'nor does it wait for ever');
    wrong.abandon();
  });

test('a reader queries them at their address, by ranges, also from a page of another site', async () => {
  const service = await testService('sqlite');
  await publish(service, [exampleAudit({ slug: 'one' }), exampleAudit({ slug: 'two', scores: 5 })]);
  const url = `${service.url}/dataset/latest/criteria.parquet`;
  service.clock.advance(60_000);
  await until(async () => (await fetch(url, { method: 'HEAD' })).status === 200, 'there is a dataset');
  const asked: (string | null)[] = [];
  const file = await asyncBufferFromUrl({
    url,
    async fetch(input, init) {
      const reply = await fetch(input, init);
      asked.push(`${init?.method ?? 'GET'} ${reply.status} ${reply.headers.get('content-range')?.slice(0, 5) ?? ''}`);
      return reply;
    },
  });
  const rows = await rowsIn(file, ['slug', 'score']);
  assert.equal(rows.length, 40);
  for (const [slug, score] of [['one', 3n] as const, ['two', 5n] as const])
    assert.equal(rows.filter((row) => row.slug === slug && row.score === score).length, 20, slug);
  const [head, ...parts] = asked;
  assert.equal(head, 'HEAD 200 ');
  assert.ok(parts.length && parts.every((one) => one === 'GET 206 bytes'), asked.join());
  const crossing = { origin: 'https://elsewhere.test', 'access-control-request-headers': 'range' };
  const preflight = await fetch(`${service.url}/dataset/1/criteria.parquet`, { method: 'OPTIONS', headers: crossing });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-headers')], [204, '*']);
  const reply = await fetch(url, { headers: { range: 'bytes=-4' } });
  assert.equal(await reply.text(), 'PAR1');
  assert.match(reply.headers.get('access-control-expose-headers') ?? '', /Content-Range/);
});

test('a dataset that was made before there were tables stays sound; one of them alone is missing', async () => {
  const ctx = await testContext('sqlite');
  await ctx.signer.begin();
  await publish(ctx, [exampleAudit()]);
  const plan = await planOf(ctx);
  const files = await made(ctx, plan);
  const without = (...names: string[]): MadeFiles => {
    const kept: MadeFiles = new Map([...files].filter(([name]) => !names.includes(name)));
    const note = textIn(files, MANIFEST);
    const manifest = parseManifest(note.slice(0, note.lastIndexOf('\n\n') + 1)) ?? assert.fail();
    const listed = manifest.files.filter(({ name }) => !names.includes(name));
    return kept.set(MANIFEST, Buffer.from(signManifest({ ...manifest, files: listed }, plan.key)));
  };
  assert.deepEqual(await problemsOf(without('audits.parquet', 'criteria.parquet'), plan.key), []);
  assert.deepEqual(await problemsOf(without('audits.parquet'), plan.key), [
    'manifest.txt does not name audits.parquet',
  ]);
  assert.deepEqual(await problemsOf(without('README.md'), plan.key), ['manifest.txt does not name README.md']);
});
