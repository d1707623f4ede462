import { PROVEN_MS, placesOf, tokenText } from '../../../domain/replies/domain-token.ts';
import type { TokenPlace } from '../../../domain/replies/reply.ts';
import type { DomainTokenRow } from '../../../store/replies/rows.ts';
import type { CompanyText } from '../domain/company-text.ts';
import type { DeskReply, DomainToken } from '../domain/desk-reply.ts';
import type { StoredReply } from '../store/replies.ts';
import type { CompanyTextRow } from '../store/rows.ts';

/** A domain token as the desk shows it. */
export function shownToken({ website, token, proof, proven_at, ...row }: DomainTokenRow): DomainToken {
  const { dns_name, file_url } = placesOf(website);
  const text = tokenText(token);
  return {
    ...row,
    ...{ website, token },
    dns: dns_name === null ? null : { name: dns_name, value: text },
    file: { url: file_url, line: text },
    proof: proof as TokenPlace | null,
    proven_at,
    usable_until: proven_at === null ? null : new Date(Date.parse(proven_at) + PROVEN_MS).toISOString(),
  };
}

/** A reply as the desk shows it. */
export const shownReply = ({ text_salt: _, ...reply }: StoredReply): DeskReply => reply;

/** What a company sent, as the desk shows it: not who. */
export const shownText = ({ holder_id: _, registration_id: __, ...row }: CompanyTextRow): CompanyText =>
  row as CompanyText;
