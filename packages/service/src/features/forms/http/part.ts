import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { definePage } from '../../../doors/http/pages/page-definition.ts';
import { formToken } from '../domain/form.ts';
import { forPeople } from './for-people.ts';
import { normalRequestQuery, readRequestDraft, requestForm, requestMarkdown } from './request-form.ts';
import { serveConfirm } from './serve-confirm.ts';
import { serveForms } from './serve-forms.ts';
import { normalWatchQuery, readWatchDraft, watchForm, watchMarkdown } from './watch-form.ts';

export const formsPart: HttpPart = {
  pages: [
    {
      after: '/rubric',
      page: definePage({
        path: '/request',
        title: 'Request an audit',
        view: (_input, _name, query) => readRequestDraft(query),
        query: { normal: (_input, query) => normalRequestQuery(query), of: () => '' },
        personal: true,
        draw: {
          html: (input, values) => requestForm(input, { token: formToken(input.random), values, errors: [] }),
          markdown: requestMarkdown,
        },
        nav: { bar: 'header' },
        sitemap: true,
        exported: 'a form needs a running service',
        llms: { section: 'Agents', note: 'a form for people; agents call request_audit' },
      }),
    },
    {
      after: '/rubric',
      page: definePage({
        path: '/watch',
        title: 'Watch a company',
        view: ({ snapshot }, _name, query) => readWatchDraft(snapshot, query),
        query: { normal: (_input, query) => normalWatchQuery(query), of: () => '' },
        personal: true,
        draw: {
          html: (input, draft) =>
            watchForm(input, draft, { token: formToken(input.random), values: { slug: draft.typed }, errors: [] }),
          markdown: watchMarkdown,
        },
        nav: 'pages of companies link it',
        sitemap: true,
        exported: 'a form needs a running service',
        llms: { section: 'Agents', note: 'a form for people; agents call watch_company' },
      }),
    },
  ],
  for_people: forPeople,
  serve(app, ctx) {
    serveForms(app, ctx);
    serveConfirm(app, ctx);
  },
};
