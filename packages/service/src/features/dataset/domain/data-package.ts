import type { Rubrics } from '@readymark/rubric/rubric';
import { canonicalHash } from '../../../domain/canonical-json.ts';
import type { DataFileName, WrittenFile } from './files.ts';
import { datasetFiles } from './files.ts';
import { auditColumns, type Column, criterionColumns } from './rows.ts';
import {
  DATASET_ABOUT,
  type DatasetCounts,
  type DatasetSubject,
  datasetPath,
  datasetTitle,
  SCORES_LICENCE,
} from './subject.ts';

/** A data file as it was written, with its length before it was compressed. */
export type DataFile = WrittenFile & { name: DataFileName; unpacked_bytes: number };

/** Format of datasets: raised with any change that a reader could notice. */
const DATASET_FORMAT = 1;

const field = <Row>({ name, type, description, optional }: Column<Row>) => ({
  name,
  type,
  description,
  ...(!optional && { constraints: { required: true } }),
});

const dialect = { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true };

/** Frictionless Table Schemas of the tables. */
function tableSchemas(rubrics: Rubrics) {
  const key = ['slug', 'audit_date'];
  return {
    'audits.csv.zst': { fields: auditColumns(rubrics).map(field), primaryKey: key, missingValues: [''] },
    'criteria.csv.zst': {
      fields: criterionColumns.map(field),
      primaryKey: [...key, 'criterion'],
      foreignKeys: [{ fields: key, reference: { resource: 'audits', fields: key } }],
      missingValues: [''],
    },
  };
}

/** Names of resources: the table of audits has the plain one, which the other table refers to. */
const resourceNames: Record<DataFileName, string> = {
  'audits.ndjson.zst': 'audits-ndjson',
  'audits.csv.zst': 'audits',
  'criteria.csv.zst': 'criteria',
  'log.ndjson.zst': 'log',
};

/** `datapackage.json` (Data Package 2.0, decision 153), with some members of our own. */
export function dataPackage(
  subject: DatasetSubject,
  counts: DatasetCounts,
  rubrics: Rubrics,
  files: readonly DataFile[],
): string {
  const { base_url, origin, publication, at, size, root } = subject;
  const schemas: Partial<Record<DataFileName, object>> = tableSchemas(rubrics);
  const document = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'readymark-audits',
    id: base_url + datasetPath(publication),
    title: datasetTitle(subject),
    description: DATASET_ABOUT,
    homepage: `${base_url}/dataset`,
    version: String(publication),
    created: at,
    keywords: ['AI agents', 'agent readiness', 'audit', 'leaderboard'],
    licenses: [SCORES_LICENCE],
    contributors: [{ title: 'Readymark', path: `${base_url}/`, roles: ['creator', 'publisher'] }],
    format: DATASET_FORMAT,
    publication,
    log: { origin, size, root },
    rubrics: [...rubrics].map(([version, rubric]) => ({ version, sha256: canonicalHash(rubric) })),
    counts,
    resources: files.map(({ name, bytes, unpacked_bytes, sha256, rows }) => ({
      name: resourceNames[name],
      path: name,
      description: datasetFiles[name].about,
      format: name.split('.')[1],
      mediatype: datasetFiles[name].media_type,
      encoding: 'utf-8',
      compression: 'zstd',
      bytes,
      unpacked_bytes,
      hash: `sha256:${sha256}`,
      rows,
      ...(schemas[name] && { type: 'table', dialect, schema: schemas[name] }),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
