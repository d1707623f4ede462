import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { definePage } from '../../../doors/http/pages/page-definition.ts';
import { aboutPreviews } from './about.ts';
import { CHECK_PATH } from './addresses.ts';
import { checkPage } from './check-page.ts';
import { siteChecks } from './for-pages.ts';
import { serveChecks } from './serve-checks.ts';

const QUERY_MAX = 300;

/** The address that a link to the form fills in. */
const typedIn = (query: string): string => {
  const website = new URLSearchParams(query).get('website')?.trim() ?? '';
  return website.length <= QUERY_MAX && website.isWellFormed() ? website : '';
};

const queryOf = (website: string): string => (website === '' ? '' : `?${new URLSearchParams({ website })}`);

export const previewsPart: HttpPart = {
  pages: [
    {
      after: '/',
      page: definePage({
        path: CHECK_PATH,
        title: 'Check a site',
        view: (_input, _name, query) => typedIn(query),
        query: {
          normal: (_input, query) => queryOf(typedIn(query)),
          of: queryOf,
        },
        draw: { content: (input, website) => checkPage(input, { website }) },
        nav: { bar: 'header' },
        sitemap: true,
        exported: 'a form needs a running service',
        llms: { section: 'Agents', note: 'a preview of any site in half a minute: POST /api/previews {website}' },
      }),
    },
  ],
  about: aboutPreviews,
  checks: siteChecks,
  serve: (app, ctx, countClient, { added }) => serveChecks(app, ctx, countClient, added),
};
