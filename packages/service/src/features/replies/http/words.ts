import type { ReplyOutcome, TokenPlace } from '../../../domain/replies/reply.ts';
import type { CompanyText, TextKind } from '../domain/company-text.ts';
import type { DomainToken } from '../domain/desk-reply.ts';

/** Addresses and words of the desk's pages about replies (decision 156). All of it is plain text. */

export const LIST_PATH = '/desk/replies';
export const BEGIN_PATH = `${LIST_PATH}/begin`;
/** The pattern of the page of one token. */
export const TOKEN_PATH = `${LIST_PATH}/tokens/{slug}/{proof_id}`;

export const tokenPath = ({ slug, proof_id }: Pick<DomainToken, 'slug' | 'proof_id'>): string =>
  `${LIST_PATH}/tokens/${slug}/${proof_id}`;

/** The pattern of the page of a text that a company sent, and its address. */
export const TEXT_PATH = `${LIST_PATH}/texts/{slug}/{text_id}`;
export const textPath = ({ slug, text_id }: Pick<CompanyText, 'slug' | 'text_id'>): string =>
  `${LIST_PATH}/texts/${slug}/${text_id}`;

/** What a company wants with a text. */
export const textNames: Record<TextKind, string> = {
  reply: 'a reply',
  dispute: 'a dispute',
  correction: 'asks for a correction',
  withdrawal: 'withdraws its reply',
};

export const replyPath = (reply_id: string): string => `${LIST_PATH}/${reply_id}`;

export const placeNames: Record<TokenPlace, string> = {
  ...{ dns: 'in the DNS', file: 'in the file' },
  ...{ page: 'in the home page', mail: 'by a link to an administrator' },
};

/** What an operator says of a reply, and what it means. */
export const outcomeNames: Record<ReplyOutcome, readonly [name: string, means: string]> = {
  upheld: ['Upheld', 'the score was reviewed and confirmed'],
  corrected: ['Corrected', 'an audit that was published after the dispute corrected the score'],
  withdrawn: ['Withdrawn', 'the company does not say so any more'],
};

/** What a token can be used for now. */
export function tokenState({ proof, expires_at, usable_until }: DomainToken, now: Date): keyof typeof tokenStates {
  const at = now.toISOString();
  if (expires_at <= at) return 'ran_out';
  if (proof === null || usable_until === null) return 'waiting';
  return usable_until > at ? 'seen' : 'lapsed';
}

export const tokenStates = {
  ran_out: 'ran out',
  waiting: 'not seen',
  lapsed: 'seen too long ago',
  seen: 'seen',
} as const;
