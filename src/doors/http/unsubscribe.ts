import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { caching } from '../../documents/caching.ts';
import type { Context } from '../../operations/context.ts';
import { checkUnsubscribe, type UnsubscribeState, unsubscribe } from '../../operations/unsubscribe.ts';
import { page, pageHeaders } from './html/page.ts';
import { navigation } from './pages/navigation.ts';

/**
 * The unsubscribe link of every letter (decisions 30 and 40): GET only shows a button, because mail scanners follow links;
 * POST unsubscribes, from the button or as a mail program's one-click request (RFC 8058), without login or cookie. The
 * replies do not reveal whom the link belongs to.
 */
export function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => {
    // A form in either encoding; its content is ignored, because the link contains everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.get('/unsubscribe', { config: { counts_client: true } }, async (request, reply) => {
      const token = tokenOf(request.query);
      const state = await checkUnsubscribe(ctx, token);
      return show(reply, ctx.settings.BASE_URL, state, state === 'valid' ? confirmation(token) : refusal(state));
    });
    scope.post('/unsubscribe', { config: { counts_client: true } }, async (request, reply) => {
      const state = await unsubscribe(ctx, tokenOf(request.query));
      return show(reply, ctx.settings.BASE_URL, state, state === 'valid' ? done : refusal(state));
    });
  });
}

const tokenOf = (query: unknown): string => {
  const t = (query as Record<string, unknown>).t;
  return typeof t === 'string' ? t : '';
};

type Words = { title: string; text: string; form?: string };

const confirmation = (token: string): Words => ({
  title: 'Stop these mails?',
  text: 'This deletes your address from the agent’s registration and from all of its requests. Mails that are still waiting to be sent will not be sent.',
  form: html`<form method="post" action="/unsubscribe?t=${encodeURIComponent(token)}"><button>Stop these mails</button></form>`,
});

const done: Words = {
  title: 'No more mails',
  text: 'The address was deleted from the registration and from all of its requests. The agent can give an address again with its next request.',
};

const refusal = (state: Exclude<UnsubscribeState, 'valid'>): Words =>
  state === 'expired'
    ? {
        title: 'This link has expired',
        text: 'Links work for 90 days. Please use the link in our most recent mail.',
      }
    : {
        title: 'This link does not work',
        text: 'It may be incomplete. Please open it from the mail again, or copy all of it.',
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
      'cache-control': caching.none,
      // The address authorises the action, so it is never sent as a referrer.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(
      page(
        {
          title: `${title} · Readymark`,
          description: 'Stop the mails of Readymark.',
          main: html`<div class="prose"><h1>${title}</h1>
<p>${text}</p>
!${form ?? ''}</div>`,
        },
        { base_url, navigation },
      ),
    );
}
