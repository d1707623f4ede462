import type { FastifyInstance } from 'fastify';
import { serveLinkPage } from '../../../doors/http/link-page.ts';
import { watchCompany } from '../../../operations/agent/watch-company.ts';
import type { Context } from '../../../operations/context.ts';
import { CONFIRM_DAYS } from '../domain/form.ts';
import { checkConfirmation, confirmAddress } from '../operations/confirm-address.ts';

/** The link that confirms an address (decision 116). The replies do not reveal whose address it is. */
export function serveConfirm(app: FastifyInstance, ctx: Context): void {
  serveLinkPage(app, ctx.settings.BASE_URL, {
    path: '/confirm',
    description: 'Confirm an address for mails of Readymark.',
    check: (token) => checkConfirmation(ctx, token),
    act: (token) => confirmAddress(ctx, token, watchCompany),
    status: { valid: 200, confirmed: 200, withdrawn: 410, expired: 410, invalid: 400 },
    question: {
      title: 'Confirm this address?',
      text: 'Then it gets the mails that were asked for with the form. Each of them has a link that ends them.',
      button: 'Confirm this address',
    },
    answers: {
      valid: {
        title: 'The address is confirmed',
        text: 'Mails that were asked for with the form go to it from now on.',
      },
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
    },
  });
}
