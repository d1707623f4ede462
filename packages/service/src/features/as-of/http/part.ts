import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { definePage } from '../../../doors/http/pages/page-definition.ts';
import { movedPage } from './moved/page.ts';
import { movedJson, movedQuery, movedView, normalMovedQuery, prepareMoved } from './moved/view.ts';
import { boardsOfDays } from './past-day.ts';
import { reportPage } from './report/page.ts';
import { normalReportQuery, prepareReport, reportJson, reportQuery, reportView } from './report/view.ts';
import { serveAsOf } from './serve-as-of.ts';

export const asOfPart: HttpPart = {
  pages: [
    {
      after: '/',
      page: definePage({
        path: '/changes',
        title: 'What moved',
        view: movedView,
        query: { normal: (_input, query) => normalMovedQuery(query), of: movedQuery },
        prepare: prepareMoved,
        scores: () => true,
        draw: { content: movedPage, json: movedJson },
        nav: 'the leaderboard links it',
        sitemap: 'the leaderboard is what should be found',
        exported: 'days of the past need a running service',
        llms: {
          section: 'Scores',
          note: 'between two past days: ?from=DATE&to=DATE; the board of one: /api/audits/as-of/DATE/index.json',
        },
      }),
    },
    {
      after: '/',
      page: definePage({
        path: '/report',
        title: 'A month of the leaderboard',
        view: reportView,
        query: { normal: (_input, query) => normalReportQuery(query), of: reportQuery },
        prepare: prepareReport,
        scores: () => true,
        draw: { content: reportPage, json: reportJson },
        nav: 'the leaderboard links it',
        sitemap: true,
        exported: 'months of the past need a running service',
        llms: { section: 'Optional', note: 'how a month moved the leaderboard; agents compare the boards of days' },
      }),
    },
  ],
  other_boards: boardsOfDays,
  serve: serveAsOf,
};
