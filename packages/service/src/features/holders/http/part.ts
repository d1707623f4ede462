import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { definePage } from '../../../doors/http/pages/page-definition.ts';
import { OWN_PATH } from '../domain/addresses.ts';
import { aboutHolders } from './about.ts';
import { beginPage } from './begin-page.ts';
import { ownPages } from './for-pages.ts';
import { serveLink } from './serve-link.ts';
import { serveOwn } from './serve-own.ts';

export const holdersPart: HttpPart = {
  pages: [
    {
      after: '/about',
      page: definePage({
        path: OWN_PATH,
        title: 'Your site',
        view: () => null,
        draw: { content: (input) => beginPage(input) },
        nav: '/about and previews of sites link it',
        sitemap: true,
        exported: 'a form needs a running service',
        llms: { section: 'Optional', note: 'for people who hold the domain of a company: a private draft, replies' },
      }),
    },
  ],
  about: aboutHolders,
  own_pages: ownPages,
  serve(app, ctx, ...rest) {
    serveLink(app, ctx);
    serveOwn(app, ctx, ...rest);
  },
};
