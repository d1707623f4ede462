import { dataBlock } from '../../html/structured-data.ts';
import type { PageInput } from '../page-input.ts';

/** The leaderboard as schema.org `Dataset`. */
export function datasetScript({ base_url, snapshot, publishable }: PageInput): string {
  const dataset = {
    '@type': 'Dataset',
    name: 'Readymark: how ready companies are for AI agents',
    description:
      'Audit scores that rate how ready companies’ offers are for use by AI agents: twenty criteria in five pillars, each with its evidence.',
    url: `${base_url}/`,
    license: 'https://creativecommons.org/licenses/by-nc/4.0/',
    creator: { '@type': 'Organization', name: 'Readymark', url: `${base_url}/` },
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
