import { dataBlock, publisherId } from '../../html/structured-data.ts';
import { SITE_IMAGE } from '../../share/image-listings.ts';
import { type PageInput, rubricOf } from '../page-input.ts';

/** The leaderboard as schema.org `Dataset`. */
export function datasetScript({ base_url, snapshot, publishable, rubrics }: PageInput): string {
  const { total } = rubricOf(rubrics, publishable[0] ?? '');
  const dataset = {
    '@type': 'Dataset',
    name: 'Readymark: how ready companies are for AI agents',
    description:
      'Audit scores that rate how ready companies’ offers are for use by AI agents: twenty criteria in five pillars, each with its evidence.',
    url: `${base_url}/`,
    license: 'https://creativecommons.org/licenses/by-nc/4.0/',
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
    version: publishable.join(', '),
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${base_url}/api/audits/index.json` },
    ],
  };
  return dataBlock(dataset);
}
