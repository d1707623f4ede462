import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import type { Context } from '../../operations/context.ts';
import { checkUnsubscribe, type UnsubscribeState, unsubscribe } from '../../operations/unsubscribe.ts';
import { page, pageHeaders } from './html/page.ts';
import { navigation } from './pages/navigation.ts';

/**
 * The link in every letter (decisions 30 and 40): GET only shows a button, since mail scanners follow links; POST acts,
 * as a person's button or as a mail program's one click (RFC 8058), without login or cookie. The answers tell nothing
 * of whom the link belongs to.
 */
export function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => {
    // A form, in either encoding; what it says does not matter, the link says it all.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.get('/unsubscribe', { config: { counts_client: true } }, async (request, reply) => {
      const token = tokenOf(request.query);
      const state = await checkUnsubscribe(ctx, token);
      return show(reply, ctx.settings.BASE_URL, state, state === 'valid' ? ask(token) : refuse(state));
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

const ask = (token: string): Words => ({
  title: 'Stop these mails?',
  text: 'This takes your address off the agent’s registration and off all of its requests. Mails that are still waiting to be sent are not sent.',
  form: html`<form method="post" action="/unsubscribe?t=${encodeURIComponent(token)}"><button>Stop these mails</button></form>`,
});

const done: Words = {
  title: 'No more mails',
  text: 'The address is deleted from the registration and all of its requests. The agent can give an address again with its next request.',
};

const refuse = (state: Exclude<UnsubscribeState, 'valid'>): Words =>
  state === 'expired'
    ? {
        title: 'This link has expired',
        text: 'Links work for 90 days. Please use the link in the newest mail that you have of us.',
      }
    : {
        title: 'This link does not work',
        text: 'It may have been cut off. Please open it once more from the mail, or copy all of it.',
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
      // The address is the right to act; it is told to nobody.
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
