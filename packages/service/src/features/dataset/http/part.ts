import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { definePage } from '../../../doors/http/pages/page-definition.ts';
import { datasetPage } from './page.ts';
import { serveDataset } from './serve-dataset.ts';
import { datasetScript } from './structured-data.ts';

export const datasetPart: HttpPart = {
  pages: [
    {
      after: '/docs',
      page: definePage({
        path: '/dataset',
        title: 'Dataset',
        view: () => null,
        scores: () => true,
        draw: { content: datasetPage },
        nav: { bar: 'footer' },
        sitemap: true,
        exported: 'the files that it lists are not in the tree',
        llms: {
          section: 'Scores',
          note: 'all audits as NDJSON, CSV and Parquet, signed: files, how to verify, licence, citation',
        },
      }),
    },
  ],
  leaderboard_head: (input) => datasetScript(input, '/'),
  serve: serveDataset,
};
