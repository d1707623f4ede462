import type { PageInput } from '../page-input.ts';

/**
 * The leaderboard as schema.org `Dataset`, in a data block: not code, so the content security policy allows it. `<` is
 * escaped, so no content can end the block.
 */
export function datasetScript({ base_url, snapshot, publishable }: PageInput): string {
  const dataset = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: 'Readymark agent-readiness scores',
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
  return `<script type="application/ld+json">${JSON.stringify(dataset).replaceAll('<', '\\u003c')}</script>`;
}
