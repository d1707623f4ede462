import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { TableCell, TableColumn } from '../domain/table.ts';
import type { TableHead, TableMessage } from './table-file.ts';

/**
 * The thread of table-file.ts: receives rows, and posts the bytes of each row group as soon as it is full. Encoding one takes some
 * tenths of a second at once.
 */

/** On Linux this sets the priority of the calling thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 19);

/**
 * A row group ends after as many characters, and some for what each cell takes besides: what is in memory at a time. Readers skip
 * groups and read several at once, and want them large.
 */
const GROUP_LENGTH = 4 * 1024 * 1024;
const CELL_LENGTH = 32;

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** How Parquet stores each type of Table Schema. */
const stored = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  datetime: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
} as const satisfies Record<string, Partial<Element>>;

type Stored = keyof typeof stored;

const leaf = (name: string, type: Stored, optional = false): Element => ({
  name,
  ...stored[type],
  repetition_type: optional ? 'OPTIONAL' : 'REQUIRED',
});

/** A list of objects in the three levels that the format prescribes. */
const list = (name: string, fields: Readonly<Record<string, Stored>>): Element[] => [
  { name, repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'REQUIRED', num_children: Object.keys(fields).length },
  ...Object.entries(fields).map(([field, type]) => leaf(field, type)),
];

const schemaOf = (columns: readonly TableColumn[]): Element[] => [
  { name: 'table', num_children: columns.length },
  ...columns.flatMap(({ name, type, optional, items }) =>
    type === 'array' ? list(name, items ?? {}) : [leaf(name, type, optional)],
  ),
];

/** A value as the writer takes it. A 64-bit integer is a bigint, and what is no integer throws. */
const scalars: Record<Stored, (value: string | number | boolean) => unknown> = {
  string: (value) => value,
  integer: (value) => BigInt(value),
  boolean: (value) => value,
  date: (value) => new Date(`${value}T00:00:00.000Z`),
  datetime: (value) => new Date(String(value)),
};

function writable({ type, items = {} }: TableColumn, cell: TableCell): unknown {
  if (cell === null) return null;
  if (type !== 'array') return scalars[type](cell as string);
  return (cell as readonly Record<string, string>[]).map((one) =>
    Object.fromEntries(Object.entries(items).map(([field, of]) => [field, scalars[of](one[field] ?? '')])),
  );
}

function lengthOf(cell: TableCell): number {
  if (typeof cell === 'string') return CELL_LENGTH + cell.length;
  return CELL_LENGTH + (Array.isArray(cell) ? JSON.stringify(cell).length : 0);
}

const { columns, notes } = workerData as TableHead;
const writer = new ByteWriter();
const table = new ParquetWriter({
  writer,
  schema: schemaOf(columns),
  codec: 'ZSTD',
  compressors: {
    ZSTD: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  },
  kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
  createdBy: 'readymark',
});
let group: (readonly TableCell[])[] = [];
let length = 0;

function writeGroup(): void {
  const rows = group;
  group = [];
  length = 0;
  if (!rows.length) return;
  table.write({
    columnData: columns.map((column, at) => ({
      name: column.name,
      data: rows.map((row) => writable(column, row[at] ?? null)),
      offsetIndex: false,
    })),
    rowGroupSize: rows.length,
  });
}

parentPort?.on('message', ({ rows, end }: TableMessage) => {
  // By the row: where a group ends depends on the rows alone, not on how they were sent.
  for (const row of rows) {
    group.push(row);
    length += row.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
    if (length >= GROUP_LENGTH) writeGroup();
  }
  if (end) {
    writeGroup();
    table.finish();
  }
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
