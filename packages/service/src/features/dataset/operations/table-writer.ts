import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { TableCell, TableColumn } from '../domain/table.ts';

/** What a table file begins with: its columns, and notes about it that are in the file. */
export type TableHead = { columns: readonly TableColumn[]; notes: Readonly<Record<string, string>> };

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

/** Characters of a cell, and what it takes besides. */
function lengthOf(cell: TableCell): number {
  if (typeof cell === 'string') return CELL_LENGTH + cell.length;
  return CELL_LENGTH + (Array.isArray(cell) ? JSON.stringify(cell).length : 0);
}

/** Characters of rows, and what their cells take besides. */
export const lengthOfRow = (row: readonly TableCell[]): number =>
  row.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);

/** Encodes a table as Parquet, row group by row group. To encode a full group takes some tenths of a second at once. */
export class TableWriter {
  readonly #columns: readonly TableColumn[];
  readonly #writer = new ByteWriter();
  readonly #table: ParquetWriter;
  #group: (readonly TableCell[])[] = [];
  #length = 0;

  constructor({ columns, notes }: TableHead) {
    this.#columns = columns;
    this.#table = new ParquetWriter({
      writer: this.#writer,
      schema: schemaOf(columns),
      codec: 'ZSTD',
      compressors: {
        ZSTD: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      },
      kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
      createdBy: 'readymark',
    });
  }

  /** @returns the bytes that are ready @throws TypeError, RangeError a cell is not of the type of its column */
  write(rows: readonly (readonly TableCell[])[], end: boolean): Uint8Array<ArrayBuffer> {
    // By the row: where a group ends depends on the rows alone, not on how they were sent.
    for (const row of rows) {
      this.#group.push(row);
      this.#length += lengthOfRow(row);
      if (this.#length >= GROUP_LENGTH) this.#endGroup();
    }
    if (end) {
      this.#endGroup();
      this.#table.finish();
    }
    const bytes = this.#writer.getBytes().slice();
    this.#writer.index = 0;
    return bytes;
  }

  #endGroup(): void {
    const rows = this.#group;
    this.#group = [];
    this.#length = 0;
    if (!rows.length) return;
    this.#table.write({
      columnData: this.#columns.map((column, at) => ({
        name: column.name,
        data: rows.map((row) => writable(column, row[at] ?? null)),
        offsetIndex: false,
      })),
      rowGroupSize: rows.length,
    });
  }
}
