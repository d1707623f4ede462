import type { Rubrics } from '@readymark/rubric/rubric';
import { canonicalHash } from '../../../domain/canonical-json.ts';
import type { DataFileName, WrittenFile } from './files.ts';
import { datasetFiles } from './files.ts';
import { auditColumns, auditLists, criterionColumns } from './rows.ts';
import { changesAddress, type DatasetCounts, type DatasetSubject, provenance, SCORES_LICENCE } from './subject.ts';
import type { TableColumn } from './table.ts';

/** A data file as it was written, with its length before it was compressed; a table is never longer. */
export type DataFile = WrittenFile & { name: DataFileName; unpacked_bytes?: number };

/** Format of datasets: raised with any change that a reader could notice. 2: with tables in Parquet. */
const DATASET_FORMAT = 2;

const field = ({ name, type, description, optional, items }: TableColumn & { description: string }) => ({
  name,
  type,
  description: items ? `${description} Objects with ${Object.keys(items).join(', ')}.` : description,
  ...(!optional && { constraints: { required: true } }),
});

const dialect = { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true };

/** The tables with their Frictionless Table Schemas. */
function describedTables(rubrics: Rubrics) {
  const primaryKey = ['slug', 'audit_date'];
  const audits = { fields: auditColumns(rubrics).map(field), primaryKey };
  const criteria = (resource: string) => ({
    fields: criterionColumns.map(field),
    primaryKey: [...primaryKey, 'criterion'],
    foreignKeys: [{ fields: primaryKey, reference: { resource, fields: primaryKey } }],
  });
  const csv = { type: 'table', dialect };
  const missingValues = [''];
  return {
    'audits.csv.zst': { ...csv, schema: { ...audits, missingValues } },
    'criteria.csv.zst': { ...csv, schema: { ...criteria('audits'), missingValues } },
    'audits.parquet': { type: 'table', schema: { ...audits, fields: [...audits.fields, ...auditLists.map(field)] } },
    'criteria.parquet': { type: 'table', schema: criteria('audits-parquet') },
  };
}

/** Names of resources: the table of audits has the plain one, which the other table refers to. */
const resourceNames: Record<DataFileName, string> = {
  'audits.ndjson.zst': 'audits-ndjson',
  'audits.csv.zst': 'audits',
  'criteria.csv.zst': 'criteria',
  'audits.parquet': 'audits-parquet',
  'criteria.parquet': 'criteria-parquet',
  'log.ndjson.zst': 'log',
};

/** `datapackage.json` (Data Package 2.0, decision 153), with some members of our own. */
export function dataPackage(
  subject: DatasetSubject,
  counts: DatasetCounts,
  rubrics: Rubrics,
  files: readonly DataFile[],
): string {
  const { base_url, origin, publication, size, root } = subject;
  const tables: Partial<Record<DataFileName, object>> = describedTables(rubrics);
  const document = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'readymark-audits',
    ...provenance(subject),
    keywords: ['AI agents', 'agent readiness', 'audit', 'leaderboard'],
    licenses: [SCORES_LICENCE],
    contributors: [{ title: 'Readymark', path: `${base_url}/`, roles: ['creator', 'publisher'] }],
    format: DATASET_FORMAT,
    publication,
    log: { origin, size, root },
    changes: changesAddress(subject),
    rubrics: [...rubrics].map(([version, rubric]) => ({ version, sha256: canonicalHash(rubric) })),
    counts,
    resources: files.map(({ name, bytes, unpacked_bytes, sha256, rows }) => ({
      name: resourceNames[name],
      path: name,
      description: datasetFiles[name].about,
      format: name.split('.')[1],
      mediatype: datasetFiles[name].media_type,
      ...(unpacked_bytes !== undefined && { encoding: 'utf-8', compression: 'zstd' }),
      bytes,
      ...(unpacked_bytes !== undefined && { unpacked_bytes }),
      hash: `sha256:${sha256}`,
      rows,
      ...tables[name],
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
