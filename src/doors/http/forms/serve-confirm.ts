import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { caching } from '../../../documents/caching.ts';
import { CONFIRM_DAYS } from '../../../domain/form.ts';
import type { Context } from '../../../operations/context.ts';
import { type ConfirmState, checkConfirmation, confirmAddress } from '../../../operations/forms/confirm-address.ts';
import { page, pageHeaders } from '../html/page.ts';
import { navigation } from '../pages/navigation.ts';

/**
 * The link that confirms an address (decision 116), like the one that unsubscribes: GET only shows a button, because mail
 * scanners follow links; POST confirms. The token in the address authorises the action, so a form of another site cannot
 * do anything without it. The replies do not reveal whose address it is.
 */
export function serveConfirm(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => {
    // The content of the form is ignored, because the link contains everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.get('/confirm', { config: { counts_client: true } }, async (request, reply) => {
      const token = tokenOf(request.query);
      const state = await checkConfirmation(ctx, token);
      return show(reply, ctx.settings.BASE_URL, state, state === 'valid' ? question(token) : answers[state]);
    });
    scope.post('/confirm', { config: { counts_client: true } }, async (request, reply) => {
      const state = await confirmAddress(ctx, tokenOf(request.query));
      return show(reply, ctx.settings.BASE_URL, state, answers[state]);
    });
  });
}

const tokenOf = (query: unknown): string => {
  const { t } = query as Record<string, unknown>;
  return typeof t === 'string' ? t : '';
};

type Words = { title: string; text: string; form?: string };

const question = (token: string): Words => ({
  title: 'Confirm this address?',
  text: 'Then it gets the mails that were asked for with the form. Each of them has a link that ends them.',
  form: html`<form method="post" action="/confirm?t=${encodeURIComponent(token)}"><button>Confirm this address</button></form>`,
});

const answers: Readonly<Record<ConfirmState, Words>> = {
  valid: { title: 'The address is confirmed', text: 'Mails that were asked for with the form go to it from now on.' },
  confirmed: {
    title: 'It was confirmed before',
    text: 'There is nothing more to do. If mails were stopped since then, they stay stopped.',
  },
  withdrawn: {
    title: 'This address is not stored any more',
    text: 'Its mails were stopped before it was confirmed. To get mails after all, send the form again.',
  },
  expired: {
    title: 'This link has expired',
    text: `Links work for ${CONFIRM_DAYS} days, and the address was deleted. To get mails, send the form again.`,
  },
  invalid: {
    title: 'This link does not work',
    text: 'It may be incomplete. Please open it from the mail again, or copy all of it.',
  },
};

const status: Readonly<Record<ConfirmState, number>> = {
  valid: 200,
  confirmed: 200,
  withdrawn: 410,
  expired: 410,
  invalid: 400,
};

function show(reply: FastifyReply, base_url: string, state: ConfirmState, { title, text, form }: Words): FastifyReply {
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
          description: 'Confirm an address for mails of Readymark.',
          main: html`<div class="prose"><h1>${title}</h1>
<p>${text}</p>
!${form ?? ''}</div>`,
        },
        { base_url, navigation },
      ),
    );
}
