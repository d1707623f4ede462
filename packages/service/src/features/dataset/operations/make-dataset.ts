import { createHash } from 'node:crypto';
import { currentRecord, parseRecord } from '@readymark/rubric/audit/format';
import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import { openPackedFile, type PackedFile } from '../../../documents/packed-file.ts';
import { rankAmong, type ScoreCounts } from '../../../domain/leaderboard.ts';
import type { Statement } from '../../../domain/public-log/statement.ts';
import type { Context } from '../../../operations/context.ts';
import { jsonSchema } from '../../../operations/json-schema.ts';
import { dataCard } from '../domain/card.ts';
import { citationFile } from '../domain/citation.ts';
import { type DataFile, dataPackage } from '../domain/data-package.ts';
import { type DatasetFileName, datasetFileNames, type PackedFileName, type WrittenFile } from '../domain/files.ts';
import { signManifest } from '../domain/manifest.ts';
import {
  auditColumns,
  auditLine,
  auditLists,
  criterionColumns,
  type DatasetAudit,
  datasetLine,
  headerRow,
  tableCells,
  tableRow,
} from '../domain/rows.ts';
import { type DatasetCounts, provenance, SCORES_LICENCE } from '../domain/subject.ts';
import { auditsAt, entriesUpTo, scoresAt } from '../store/audits-at.ts';
import type { DatasetPlan } from './subject.ts';
import { openTableFile } from './table-file.ts';

/** Takes the next bytes of a file; waits until there is room for more. */
export type TakeBytes = (name: DatasetFileName, bytes: Uint8Array) => Promise<void>;

type AuditRead = Awaited<ReturnType<ReturnType<typeof auditsAt>['next']>>['value'][number];

/**
 * Writes the dataset of a publication, file by file or several at once, and hands on its bytes (decision 153). The same
 * publication, rubrics and key give the same bytes. Memory does not grow with the number of audits.
 *
 * @param options.progress called with the number of audits written
 * @param options.rest awaited after each few of them
 * @throws what `take` throws; the reason of the signal
 */
export async function makeDataset(
  { store: { db }, rubrics }: Pick<Context, 'store' | 'rubrics'>,
  { subject, checkpoint, key }: DatasetPlan,
  take: TakeBytes,
  options: { signal?: AbortSignal | undefined; progress?(audits: number): void; rest?(): Promise<void> } = {},
): Promise<{ counts: DatasetCounts; files: WrittenFile[] }> {
  const { signal, progress = () => {}, rest } = options;
  const slicer = openTimeSlicer();
  const columns = auditColumns(rubrics);
  const counts: DatasetCounts = { companies: 0, audits: 0, fictional: 0, first_audit: null, last_audit: null };
  const scores = await scoresAt(db, subject);
  const notes = { readymark: JSON.stringify({ ...provenance(subject), license: SCORES_LICENCE.path }) };
  const all_columns = [...columns, ...auditLists];
  const data = openDataFiles(take);
  const audits = openTableFile((piece) => take('audits.parquet', piece), { columns: all_columns, notes });
  const criteria = openTableFile((piece) => take('criteria.parquet', piece), {
    columns: criterionColumns,
    notes,
  });
  try {
    await data.write('audits.csv.zst', headerRow(columns));
    await data.write('criteria.csv.zst', headerRow(criterionColumns));
    for await (const batch of auditsAt(db, subject)) {
      for (const row of batch) {
        signal?.throwIfAborted();
        const of = datasetAudit(row, scores);
        count(counts, of);
        await data.add('audits.ndjson.zst', auditLine(of));
        await data.add('audits.csv.zst', tableRow(columns, of));
        const scored = of.audit.criteria.map((criterion) => ({ of, criterion }));
        const rows = scored.map((one) => tableRow(criterionColumns, one));
        await data.add('criteria.csv.zst', rows.join(''), rows.length);
        await audits.add([tableCells(all_columns, of)]);
        await criteria.add(scored.map((one) => tableCells(criterionColumns, one)));
        await slicer();
      }
      progress(counts.audits);
      await rest?.();
    }
    for await (const entries of entriesUpTo(db, subject.size)) {
      signal?.throwIfAborted();
      await data.add('log.ndjson.zst', entries.map((entry) => `${entry}\n`).join(''), entries.length);
    }
    const written: DataFile[] = [
      ...(await data.end()),
      { name: 'audits.parquet', ...(await audits.end()) },
      { name: 'criteria.parquet', ...(await criteria.end()) },
    ];
    written.sort((a, b) => datasetFileNames.indexOf(a.name) - datasetFileNames.indexOf(b.name));
    const files: WrittenFile[] = written.map(({ name, sha256, bytes, rows }) => ({ name, sha256, bytes, rows }));
    const write = async (name: DatasetFileName, text: string) => {
      const bytes = Buffer.from(text);
      await take(name, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      files.push({ name, sha256, bytes: bytes.byteLength, rows: null });
    };
    await write('datapackage.json', dataPackage(subject, counts, rubrics, written));
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...jsonSchema(datasetLine, 'output', { rubrics }),
    };
    await write('audit.schema.json', `${JSON.stringify(schema, null, 2)}\n`);
    await write('README.md', dataCard(subject, counts, rubrics));
    await write('CITATION.cff', citationFile(subject));
    await write('checkpoint', checkpoint);
    // Last: a folder without it is not finished. It does not name itself.
    await write('manifest.txt', signManifest({ ...subject, files: [...files] }, key));
    return { counts, files };
  } finally {
    data.abandon();
    audits.abandon();
    criteria.abandon();
  }
}

function datasetAudit(row: AuditRead, scores: ScoreCounts): DatasetAudit {
  const { current, publication, published_at, log_index, rubric, overall_score } = row;
  return {
    audit: parseRecord(row),
    record: currentRecord(row),
    current,
    rank: current ? rankAmong(scores, overall_score) : null,
    fictional: row.fictional === 1,
    rubric,
    publication,
    published_at,
    log_index,
    record_sha256: (JSON.parse(row.entry) as Statement).record_sha256 ?? '',
  };
}

function count(counts: DatasetCounts, { audit: { audit_date }, current, fictional }: DatasetAudit): void {
  counts.audits += 1;
  if (current) counts.companies += 1;
  if (fictional) counts.fictional += 1;
  if (counts.first_audit === null || audit_date < counts.first_audit) counts.first_audit = audit_date;
  if (counts.last_audit === null || audit_date > counts.last_audit) counts.last_audit = audit_date;
}

/** The four files of text, compressed side by side. */
function openDataFiles(take: TakeBytes) {
  const open = (name: PackedFileName): [PackedFileName, { packed: PackedFile; rows: number }] => [
    name,
    { packed: openPackedFile((piece) => take(name, piece)), rows: 0 },
  ];
  const names = ['audits.ndjson.zst', 'audits.csv.zst', 'criteria.csv.zst', 'log.ndjson.zst'] as const;
  const files = new Map(names.map(open));
  const fileOf = (name: PackedFileName) => {
    const file = files.get(name);
    if (!file) throw new RangeError(`${name} is no file of data`);
    return file;
  };
  return {
    write: (name: PackedFileName, text: string) => fileOf(name).packed.write(text),
    async add(name: PackedFileName, text: string, rows = 1): Promise<void> {
      const file = fileOf(name);
      file.rows += rows;
      await file.packed.write(text);
    },
    async end(): Promise<DataFile[]> {
      const written: DataFile[] = [];
      for (const [name, { packed, rows }] of files) written.push({ name, rows, ...(await packed.end()) });
      return written;
    },
    abandon(): void {
      for (const { packed } of files.values()) packed.abandon();
    },
  };
}
