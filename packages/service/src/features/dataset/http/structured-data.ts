import { SITE_IMAGE } from '../../../doors/http/html/link-preview.ts';
import { dataBlock, publisherId } from '../../../doors/http/html/structured-data.ts';
import { type PageInput, rubricOf } from '../../../doors/http/pages/page-input.ts';
import { type DatasetFileName, datasetFiles } from '../domain/files.ts';
import { DATASET_NAME, datasetPath, SCORES_LICENCE } from '../domain/subject.ts';
import type { KeptDataset } from '../store/datasets.ts';
import { listedDatasets } from './listed-datasets.ts';

/** All scores as schema.org `Dataset`: the index, and the files of the newest dataset. @param path of the page that shows it */
export function datasetScript(
  { base_url, snapshot, publishable, rubrics, noted }: PageInput,
  path: '/' | '/dataset',
): string {
  const { total } = rubricOf(rubrics, publishable[0] ?? '');
  const [newest] = listedDatasets({ noted, snapshot });
  const dataset = {
    '@type': 'Dataset',
    '@id': `${base_url}/#dataset`,
    name: DATASET_NAME,
    description:
      'Audit scores that rate how ready companies’ offers are for use by AI agents: twenty criteria in five pillars, each with its evidence.',
    url: base_url + path,
    license: SCORES_LICENCE.path,
    identifier: `${base_url}/api/audits/index.json`,
    creator: { '@id': publisherId(base_url), '@type': 'Organization', name: 'Readymark', url: `${base_url}/` },
    publisher: { '@id': publisherId(base_url) },
    inLanguage: 'en',
    image: base_url + SITE_IMAGE,
    measurementTechnique: `${base_url}/rubric`,
    variableMeasured: {
      '@type': 'PropertyValue',
      name: 'overall_score',
      minValue: 0,
      maxValue: total,
      unitText: 'points',
    },
    isAccessibleForFree: true,
    keywords: ['AI agents', 'agent readiness', 'audit', 'leaderboard'],
    dateModified: snapshot.modified.toISOString(),
    ...(newest &&
      newest.counts.first_audit !== null && {
        temporalCoverage: `${newest.counts.first_audit}/${newest.counts.last_audit}`,
      }),
    version: publishable.join(', '),
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${base_url}/api/audits/index.json` },
      ...(newest ? downloads(base_url, newest) : []),
    ],
  };
  return dataBlock(dataset);
}

const shown: readonly DatasetFileName[] = [
  ...(['audits.ndjson.zst', 'audits.csv.zst', 'criteria.csv.zst'] as const),
  ...(['audits.parquet', 'criteria.parquet'] as const),
];

const downloads = (base_url: string, { publication, published_at, files }: KeptDataset) =>
  files
    .filter(({ name }) => shown.includes(name))
    .map(({ name, bytes, sha256 }) => ({
      '@type': 'DataDownload',
      name,
      description: datasetFiles[name].about,
      encodingFormat: datasetFiles[name].media_type,
      contentUrl: base_url + datasetPath(publication) + name,
      contentSize: `${bytes} B`,
      sha256,
      dateModified: published_at,
    }));
