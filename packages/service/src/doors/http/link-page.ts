import type { FastifyInstance } from 'fastify';
import { html } from 'ghtml';
import { caching } from '../../documents/caching.ts';
import { page, pageHeaders } from './html/page.ts';

/** What a page of a link says; `button` is the word on the button that acts. */
type LinkWords = { title: string; text: string; button?: string };

/**
 * A link in a letter whose token `t` authorises one action: GET only shows a button, because mail scanners follow links;
 * POST acts, without login or cookie. Another site cannot make a form for it without the token.
 */
type LinkPage<State extends string> = {
  path: string;
  description: string;
  /** What the link can do now. */
  check(token: string): State | Promise<State>;
  /** What became of it, or the path of the page that follows. */
  act(token: string): Acted<State> | Promise<Acted<State>>;
  status: Readonly<Record<State, number>>;
  /** What is asked while the link is valid. */
  question: LinkWords | ((token: string) => Promise<LinkWords>);
  answers: Readonly<Record<State, LinkWords>>;
};

type Acted<State> = State | { see_other: string };

export function serveLinkPage<State extends string>(app: FastifyInstance, base_url: string, of: LinkPage<State>): void {
  const draw = (token: string, { title, text, button }: LinkWords) =>
    page(
      {
        title: `${title} · Readymark`,
        description: of.description,
        main: html`<div class="prose"><h1>${title}</h1>
<p>${text}</p>
!${button === undefined ? '' : html`<form method="post" action="${of.path}?t=${encodeURIComponent(token)}"><button>${button}</button></form>`}</div>`,
      },
      { base_url, navigation: app.navigation },
    );
  app.register(async (scope) => {
    // A form in any encoding; its content is ignored, because the link contains everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    for (const method of ['GET', 'POST'] as const)
      scope.route({
        method,
        url: of.path,
        config: { counts_client: true },
        async handler(request, reply) {
          const token = tokenOf(request.query);
          const state = await (method === 'GET' ? of.check(token) : of.act(token));
          if (typeof state === 'object')
            return reply.headers({ 'cache-control': caching.none, ...hidden }).redirect(state.see_other, 303);
          const asks = method === 'GET' && state === 'valid';
          const question = asks && typeof of.question === 'function' ? await of.question(token) : of.question;
          return reply
            .code(of.status[state])
            .headers({
              ...pageHeaders,
              'content-type': 'text/html; charset=utf-8',
              'cache-control': caching.none,
              ...hidden,
            })
            .send(draw(token, asks ? (question as LinkWords) : of.answers[state]));
        },
      });
  });
}

/** The address authorises the action, so it is never sent as a referrer. */
const hidden = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

const tokenOf = (query: unknown): string => {
  const { t } = query as Record<string, unknown>;
  return typeof t === 'string' ? t : '';
};
