import { type Audit, audit, type Criterion, type Finding, type PriorityAction } from '@readymark/rubric/audit/audit';
import { day, slugField } from '@readymark/rubric/field';
import type { Rubrics } from '@readymark/rubric/rubric';
import { z } from 'zod';
import { type Cell, csvRow } from './csv.ts';
import type { TableCell, TableColumn } from './table.ts';

/** A public audit, as a dataset has it (decision 153). */
export type DatasetAudit = {
  audit: Audit;
  /** The same as it is stored: JSON. */
  record: string;
  /** Whether it is the newest of its company. */
  current: boolean;
  /** Of a current audit: its place on the leaderboard. */
  rank: number | null;
  fictional: boolean;
  rubric: string;
  publication: number;
  published_at: string;
  log_index: number;
  record_sha256: string;
};

const beside = {
  current: z.boolean().meta({ description: 'Whether it is the newest audit of its company.' }),
  rank: z.int().min(1).nullable().meta({ description: 'Of a current audit: its rank. Equal scores share a rank.' }),
  fictional: z.boolean().meta({ description: 'Whether the company does not exist: an example.' }),
  publication: z.int().min(1).meta({ description: 'The publication in which it was published.' }),
  published_at: z.iso.datetime().meta({ description: 'When that was.' }),
  log_index: z
    .int()
    .min(0)
    .meta({ description: 'Its entry in the public log, by the number of the line in log.ndjson, from 0.' }),
  record_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'SHA-256 of record as canonical JSON (RFC 8785), as that entry says it.' }),
};

/** A line of `audits.ndjson`. */
export const datasetLine = z
  .object({
    slug: slugField,
    audit_date: day.meta({ description: 'Day of the audit (UTC).' }),
    ...beside,
    record: audit.meta({ description: 'The record as it was published.' }),
  })
  .meta({ title: 'An audit', description: 'A line of audits.ndjson: one public audit.' });

/** The record is the stored one, byte for byte. */
export function auditLine(of: DatasetAudit): string {
  const { current, rank, fictional, publication, published_at, log_index, record_sha256, record } = of;
  const { slug, audit_date } = of.audit;
  const head = { slug, audit_date, current, rank, fictional, publication, published_at, log_index, record_sha256 };
  return `${JSON.stringify(head).slice(0, -1)},"record":${record}}\n`;
}

/** A column of a table: its name and type (Frictionless Table Schema), and what is in it. */
type ColumnOf<Row, Value extends TableCell> = TableColumn & { description: string; of(row: Row): Value };

/** A column that a CSV can have too. */
type Column<Row> = ColumnOf<Row, Cell>;

/** The columns of `audits.csv`, and the first ones of `audits.parquet`. The points of pillars that the rubric of an audit does not have are empty. */
export function auditColumns(rubrics: Rubrics): readonly Column<DatasetAudit>[] {
  const pillars = new Map([...rubrics.values()].flatMap((rubric) => rubric.pillars.map(({ id, name }) => [id, name])));
  return [
    { name: 'slug', type: 'string', description: 'The company in addresses.', of: ({ audit }) => audit.slug },
    { name: 'audit_date', type: 'date', description: 'Day of the audit (UTC).', of: ({ audit }) => audit.audit_date },
    { name: 'company', type: 'string', description: 'Name of the company.', of: ({ audit }) => audit.company },
    { name: 'website', type: 'string', description: 'What was audited.', of: ({ audit }) => audit.website },
    {
      name: 'reaudit_due',
      type: 'date',
      description: 'The score is stale once today is past it.',
      of: ({ audit }) => audit.reaudit_due,
    },
    {
      name: 'current',
      type: 'boolean',
      description: 'Whether it is the newest audit of its company.',
      of: ({ current }) => current,
    },
    {
      name: 'rank',
      type: 'integer',
      description: 'Of a current audit: its rank. Equal scores share a rank.',
      optional: true,
      of: ({ rank }) => rank,
    },
    { name: 'overall_score', type: 'integer', description: 'Points of 100.', of: ({ audit }) => audit.overall_score },
    { name: 'tier', type: 'string', description: 'Range of the score.', of: ({ audit }) => audit.tier },
    {
      name: 'tier_as_published',
      type: 'string',
      description: 'Code of the tier at publication.',
      of: ({ audit }) => audit.tier_as_published,
    },
    { name: 'rubric', type: 'string', description: 'Version of the rubric.', of: ({ rubric }) => rubric },
    {
      name: 'fictional',
      type: 'boolean',
      description: 'Whether the company does not exist: an example.',
      of: ({ fictional }) => fictional,
    },
    ...[...pillars].map(
      ([id = '', name = '']): Column<DatasetAudit> => ({
        name: id,
        type: 'integer',
        description: `Points of the pillar ${name}.`,
        optional: true,
        of: ({ audit }) => audit.pillars[id]?.score ?? null,
      }),
    ),
    {
      name: 'publication',
      type: 'integer',
      description: 'The publication in which it was published.',
      of: ({ publication }) => publication,
    },
    { name: 'published_at', type: 'datetime', description: 'When that was.', of: ({ published_at }) => published_at },
    {
      name: 'log_index',
      type: 'integer',
      description: 'Its entry in the public log, from 0.',
      of: ({ log_index }) => log_index,
    },
    {
      name: 'record_sha256',
      type: 'string',
      description: 'SHA-256 of its record as canonical JSON (RFC 8785).',
      of: ({ record_sha256 }) => record_sha256,
    },
    {
      name: 'executive_summary',
      type: 'string',
      description: 'The audit in a few sentences.',
      optional: true,
      of: ({ audit }) => audit.executive_summary,
    },
  ];
}

const finding = { title: 'string', detail: 'string' } as const satisfies Record<keyof Finding, 'string'>;
const action = {
  action: 'string',
  points_gain: 'integer',
  pillar: 'string',
  effort: 'string',
} as const satisfies Record<keyof PriorityAction, 'string' | 'integer'>;

/** The lists of a record, which `audits.parquet` has after the columns of `audits.csv`. */
export const auditLists: readonly ColumnOf<DatasetAudit, TableCell>[] = [
  {
    name: 'strongest_signals',
    type: 'array',
    description: 'What speaks for it most.',
    items: finding,
    of: ({ audit }) => audit.strongest_signals,
  },
  {
    name: 'critical_gaps',
    type: 'array',
    description: 'What it lacks most.',
    items: finding,
    of: ({ audit }) => audit.critical_gaps,
  },
  {
    name: 'priority_actions',
    type: 'array',
    description: 'What would gain most points.',
    items: action,
    of: ({ audit }) => audit.priority_actions,
  },
];

type ScoredCriterion = { of: DatasetAudit; criterion: Criterion };

/** The columns of `criteria.csv` and `criteria.parquet`. */
export const criterionColumns: readonly Column<ScoredCriterion>[] = [
  { name: 'slug', type: 'string', description: 'The company in addresses.', of: ({ of }) => of.audit.slug },
  { name: 'audit_date', type: 'date', description: 'Day of the audit (UTC).', of: ({ of }) => of.audit.audit_date },
  { name: 'criterion', type: 'string', description: 'Criterion of the rubric.', of: ({ criterion }) => criterion.id },
  { name: 'pillar', type: 'string', description: 'Its pillar.', of: ({ criterion }) => criterion.pillar },
  { name: 'name', type: 'string', description: 'The criterion in words.', of: ({ criterion }) => criterion.name },
  { name: 'score', type: 'integer', description: 'Points.', of: ({ criterion }) => criterion.score },
  { name: 'max', type: 'integer', description: 'Points that it can have.', of: ({ criterion }) => criterion.max },
  {
    name: 'evidence',
    type: 'string',
    description: 'What was observed, and where.',
    optional: true,
    of: ({ criterion }) => criterion.evidence,
  },
];

export const headerRow = (columns: readonly { name: string }[]): string => csvRow(columns.map(({ name }) => name));

export const tableRow = <Row>(columns: readonly Column<Row>[], row: Row): string =>
  csvRow(columns.map(({ of }) => of(row)));

/** The cells of a row as they are: without what protects spreadsheets. */
export const tableCells = <Row>(columns: readonly ColumnOf<Row, TableCell>[], row: Row): TableCell[] =>
  columns.map(({ of }) => of(row));
