import type { SlugChange } from '../../domain/companies/former-slug.ts';
import { medianOutcomeDays } from '../../domain/replies/outcome-days.ts';
import type { PublicReply, ReplyChange } from '../../domain/replies/reply.ts';

/** The replies of a company, newest first, and when the last of them changed (ISO 8601). A new object with every change. */
type RepliesOf = { replies: readonly PublicReply[]; changed_at: string };

/** All replies by the slug that their company has. An immutable value. */
export type ShownReplies = {
  companies: ReadonlyMap<string, RepliesOf>;
  /** Median days from a dispute to its outcome; null without any. */
  outcome_days: number | null;
  /** Disputes that have an outcome. */
  decided: number;
};

export const noReplies: ShownReplies = { companies: new Map(), outcome_days: null, decided: 0 };

/** The replies after further changes, and after what became of slugs meanwhile; both in the order of their publications. */
export function shownReplies(
  before: ShownReplies,
  slugs: readonly SlugChange[],
  changes: readonly ReplyChange[],
): ShownReplies {
  const moved = slugs.some(({ slug, moved_to }) => before.companies.has(slug) || moved_to !== null);
  if (!changes.length && (!moved || before.companies.size === 0)) return before;
  const companies = new Map(before.companies);
  for (const one of [...slugs, ...changes].sort((a, b) => a.publication - b.publication))
    if ('moved_to' in one) follow(companies, one);
    else companies.set(one.slug, changed(companies.get(one.slug), one));
  const all = [...companies.values()].flatMap(({ replies }) => replies);
  const decided = all.filter(({ kind, outcome }) => kind === 'dispute' && outcome).length;
  return { companies, outcome_days: medianOutcomeDays(all), decided };
}

/** Of a retracted company there are no replies any more; those of a moved one go along. */
function follow(companies: Map<string, RepliesOf>, { slug, change, moved_to }: SlugChange): void {
  if (change === 'reinstated') return;
  const replies = companies.get(slug);
  companies.delete(slug);
  if (moved_to !== null && replies) companies.set(moved_to, replies);
}

function changed(before: RepliesOf | undefined, change: ReplyChange): RepliesOf {
  const replies = before?.replies ?? [];
  const changed_at = change.at;
  if (change.change === 'published') return { replies: [change.reply, ...replies], changed_at };
  return { replies: replies.map((one) => (one.reply_id === change.reply_id ? after(one, change) : one)), changed_at };
}

function after(reply: PublicReply, change: Exclude<ReplyChange, { change: 'published' }>): PublicReply {
  if (change.change === 'removed') return { ...reply, text: null, text_salt: null, removed_at: change.at };
  return { ...reply, outcome: { outcome: change.change, audit_date: change.audit_date, at: change.at } };
}
