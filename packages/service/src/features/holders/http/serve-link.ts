import type { FastifyInstance } from 'fastify';
import { serveLinkPage } from '../../../doors/http/link-page.ts';
import type { Context } from '../../../operations/context.ts';
import { LINK_PATH, ownPath } from '../domain/addresses.ts';
import { LINK_DAYS } from '../domain/link.ts';
import { checkLink, useLink } from '../operations/use-link.ts';

/** A link by mail to the page of a holder (decision 182). */
export function serveLink(app: FastifyInstance, ctx: Context): void {
  serveLinkPage(app, ctx.settings.BASE_URL, {
    path: LINK_PATH,
    description: 'A link by mail to the page of somebody who holds a domain.',
    check: async (token) => (await checkLink(ctx, token)).state,
    async act(token) {
      const { state, secret } = await useLink(ctx, token);
      return secret === undefined ? state : { see_other: ownPath(secret) };
    },
    status: { valid: 200, used: 410, withdrawn: 410, expired: 410, invalid: 400 },
    async question(token) {
      const { about } = await checkLink(ctx, token);
      const host = about?.host ?? '';
      if (about?.purpose === 'contact')
        return {
          title: `Letters about ${host}?`,
          text: `Then this address gets letters about the audits of ${host}. Each of them has a link that ends them.`,
          button: 'Yes, write to this address',
        };
      const proves = about?.purpose === 'proof';
      return {
        title: proves ? `Do you control ${host}?` : `Your page for ${host}`,
        text: `${proves ? `Then open its page: with it you see private drafts of its audit and act for ${host}. Letters about its audits go to this address. ` : ''}The page gets a new address, which you can bookmark. One that was known before does not work any more.`,
        button: proves ? `Yes, open the page of ${host}` : 'Open my page',
      };
    },
    answers: {
      valid: {
        title: 'The address is confirmed',
        text: 'Letters about the audits of your company go to it from now on.',
      },
      used: {
        title: 'This link was used before',
        text: 'It works once. If you have lost the address of your page, begin again at /own.',
      },
      withdrawn: {
        title: 'This link does not work any more',
        text: 'Mails to this address were stopped, or the page has ended. Begin again at /own.',
      },
      expired: {
        title: 'This link has expired',
        text: `Links work for ${LINK_DAYS} days. Begin again at /own.`,
      },
      invalid: {
        title: 'This link does not work',
        text: 'It may be incomplete. Please open it from the mail again, or copy all of it.',
      },
    },
  });
}
