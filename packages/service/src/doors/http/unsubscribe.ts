import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/context.ts';
import { checkUnsubscribe, unsubscribe } from '../../operations/links/unsubscribe.ts';
import { serveLinkPage } from './link-page.ts';

/**
 * The unsubscribe link of every letter (decisions 30, 40 and 165). POST comes from the button or as a mail program's one-click
 * request (RFC 8058). The replies do not reveal whom the link belongs to.
 */
export function serveUnsubscribe(app: FastifyInstance, ctx: Context): void {
  serveLinkPage(app, ctx.settings.BASE_URL, {
    path: '/unsubscribe',
    description: 'Stop the mails of Readymark.',
    check: (token) => checkUnsubscribe(ctx, token),
    act: (token) => unsubscribe(ctx, token),
    status: { valid: 200, expired: 410, invalid: 400 },
    question: {
      title: 'Stop these mails?',
      text: 'This deletes your address from every registration and request, and the other addresses of this agent. Mails that are still waiting to be sent will not be sent, and for 180 days no agent can bring the address back.',
      button: 'Stop these mails',
    },
    answers: {
      valid: {
        title: 'No more mails',
        text: 'The address was deleted from every registration and request. For 180 days it is not stored again, and no mail goes to it.',
      },
      expired: {
        title: 'This link has expired',
        text: 'Links work for 90 days. Please use the link in our most recent mail.',
      },
      invalid: {
        title: 'This link does not work',
        text: 'It may be incomplete. Please open it from the mail again, or copy all of it.',
      },
    },
  });
}
