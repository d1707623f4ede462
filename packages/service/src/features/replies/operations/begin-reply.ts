import { singleLine, slugInput } from '@readymark/rubric/field';
import { z } from 'zod';
import { formerSlug } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { isProvable, TOKEN_MS, tokenOf } from '../../../domain/replies/domain-token.ts';
import { notListed } from '../../../operations/desk/companies/not-listed.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { currentAudit } from '../../../store/audits.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import { domainToken } from '../domain/desk-reply.ts';
import { insertToken } from '../store/domain-tokens.ts';
import { shownToken } from './shown.ts';

/**
 * Makes a token with which somebody can show that they hold the domain of a listed company (decision 155). Faults: not_found;
 * conflict for a former slug, and for a website whose host is not public.
 */
export const beginReply = deskOperation({
  name: 'begin_reply',
  title: 'Begin a reply',
  summary: 'Makes a token with which somebody can show that they hold the domain of a company.',
  path: 'POST /api/desk/audits/{slug}/reply-proofs',
  guidance:
    'The reply has the two places for the token: a TXT record, or a line of a file. It counts for 14 days. Each person who asks gets a token of its own: what comes from another one must not be published with it.',
  status: 201,
  faults: ['not_found', 'conflict'],
  input: z.object({
    slug: slugInput,
    contact: singleLine(254).optional().describe('Who asks; only operators see it, until 90 days after the token ends'),
  }),
  output: domainToken,
  handler(ctx, { slug, contact = null }, { operator, change }) {
    return change(async (tx, { now, at, record }) => {
      const audit = await currentAudit(tx, slug);
      if (!audit) throw notListed(slug, formerSlug(await formerSlugsNow(tx), slug));
      if (!isProvable(audit.website))
        throw new Fault(
          'conflict',
          `${slug}: the host of its website is not a public name, so nobody can show that they hold it. If the website is wrong, correct it first.`,
        );
      const token = {
        proof_id: ctx.newId('prf'),
        ...{ slug, website: audit.website, token: tokenOf(ctx.random(16)), contact, operator },
        begun_at: at,
        expires_at: new Date(now.getTime() + TOKEN_MS).toISOString(),
        ...{ proof: null, proven_at: null },
      };
      await insertToken(tx, token);
      await record(slug, { proof_id: token.proof_id });
      return shownToken(token);
    });
  },
});
