import { readTypedAddress } from '@readymark/auditor/collect/guard/typed-address';
import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import { invalidFields } from '../../../domain/fault.ts';
import { isProvable, TOKEN_MS, tokenOf } from '../../../domain/replies/domain-token.ts';
import type { Context } from '../../../operations/context.ts';
import { hashSecret, secretOf } from '../domain/holder.ts';
import { insertHolder } from '../store/holders.ts';

/** The site that somebody typed. Faults: invalid_request. */
export function siteTyped(typed: string): ReturnType<typeof siteOf> & { website: string } {
  const refused = (message: string) => invalidFields([{ field: 'website', message }]);
  const read = readTypedAddress(typed);
  if ('refused' in read) throw refused(read.refused);
  const website = `https://${read.url.hostname}/`;
  if (!isProvable(website)) throw refused('must have a public name');
  return { ...siteOf(website), website };
}

/**
 * Makes a page for somebody who says that they hold a domain, with a token that proves it (decision 181).
 *
 * @returns what the address of the page ends with; it is stored nowhere
 * @throws Fault invalid_request
 */
export async function beginHolder(ctx: Context, typed: string): Promise<string> {
  const { website, ...site } = siteTyped(typed);
  const [secret, now] = [secretOf(ctx.random(16)), ctx.now()];
  const row = {
    holder_id: ctx.newId('hld'),
    secret_hash: hashSecret(secret),
    ...{ host: site.host, website, site: ownerOf(site), token: tokenOf(ctx.random(16)) },
    ...{
      begun_at: now.toISOString(),
      looked_at: null,
      proof: null,
      proven_at: null,
      drafted_at: null,
      request_id: null,
      registration_id: null,
    },
    ends_at: new Date(now.getTime() + TOKEN_MS).toISOString(),
  };
  await ctx.store.transaction((tx) => insertHolder(tx, row));
  return secret;
}
