import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import type { Context } from '../../operations/context.ts';
import { checkUnsubscribe, type UnsubscribeState, unsubscribe } from '../../operations/unsubscribe.ts';
import { page, pageHeaders } from './html/page.ts';

/**
 * The link in every letter (decisions 30 and 40): GET only shows a button, since mail scanners follow links; POST acts,
 * from a person's button or from a mail program's one click (RFC 8058), without login or cookie. The replies do not
 * disclose whose link it is.
 */
export function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => {
    // A form in either encoding. Its fields do not matter: the link contains everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.get('/unsubscribe', { config: { counts_client: true } }, async (request, reply) => {
      const token = tokenOf(request.query);
      const state = await checkUnsubscribe(ctx, token);
      return show(reply, ctx.settings.BASE_URL, state, state === 'valid' ? confirm(token) : refuse(state));
    });
    scope.post('/unsubscribe', { config: { counts_client: true } }, async (request, reply) => {
      const state = await unsubscribe(ctx, tokenOf(request.query));
      return show(reply, ctx.settings.BASE_URL, state, state === 'valid' ? done : refuse(state));
    });
  });
}

const tokenOf = (query: unknown): string => {
  const t = (query as Record<string, unknown>).t;
  return typeof t === 'string' ? t : '';
};

type Words = { title: string; text: string; form?: string };

const confirm = (token: string): Words => ({
  title: 'Stop these mails?',
  text: 'This removes your address from the agent’s registration and from all of its requests. Mails that have not been sent yet will not be sent.',
  form: html`<form method="post" action="/unsubscribe?t=${encodeURIComponent(token)}"><button>Stop these mails</button></form>`,
});

const done: Words = {
  title: 'No more mails',
  text: 'The address has been deleted from the registration and all of its requests. The agent can provide an address again with its next request.',
};

const refuse = (state: Exclude<UnsubscribeState, 'valid'>): Words =>
  state === 'expired'
    ? {
        title: 'This link has expired',
        text: 'Links work for 90 days. Please use the link in the newest mail that you have from us.',
      }
    : {
        title: 'This link does not work',
        text: 'It may have been cut off. Please open it again from the mail, or copy all of it.',
      };

const status = { valid: 200, expired: 410, invalid: 400 } as const;

function show(
  reply: FastifyReply,
  base_url: string,
  state: UnsubscribeState,
  { title, text, form }: Words,
): FastifyReply {
  return reply
    .code(status[state])
    .headers({
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // The address is a credential, so no page learns it as a referrer.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(
      page({
        title: `${title} · Readymark`,
        description: 'Stop the mails of Readymark.',
        base_url,
        main: html`<div class="prose"><h1>${title}</h1>
<p>${text}</p>
!${form ?? ''}</div>`,
      }),
    );
}
