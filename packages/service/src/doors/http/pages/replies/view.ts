import type { Audit } from '@readymark/rubric/audit/audit';
import { shortenedTogether } from '@readymark/rubric/audit/brief';
import { repliesPath } from '../../../../catalogue/families/replies-document.ts';
import type { Snapshot } from '../../../../catalogue/snapshot.ts';
import type { Correction } from '../../../../domain/audit/correction.ts';
import type { PublicReply } from '../../../../domain/replies/reply.ts';
import { pastAuditPage } from '../addresses.ts';

/** A reply as a page shows it. `whole_at`: where all of its text is, if the page has only its beginning; else ''. */
export type ShownReply = PublicReply & {
  whole_at: string;
  /** The score that a dispute is about: that of its criterion when it was published. */
  disputed?: { score: number; max: number } | undefined;
};

/** What a company says of one of its audits, and where it said more. All lists are newest first. */
export type AuditReplies = {
  /** About the whole of this audit. */
  whole: readonly ShownReply[];
  /** About single criteria of it, by their ids, in the order of the audit. */
  by_criterion: ReadonlyMap<string, readonly ShownReply[]>;
  /** About other audits of the company. */
  others: readonly PublicReply[];
  /** `YYYY-MM-DD` (UTC), by which open disputes are as old as they are. */
  today: string;
};

/**
 * What all texts together may weigh (decision 156), a letter of ASCII 1 and another one 4: on the page of a company, which
 * has sources and history beside them, and on a page that shows an audit alone.
 */
const BESIDE_MAX = 4_000;
const ALONE_MAX = 21_000;

/**
 * The replies of a company as the page of one of its audits shows them.
 *
 * @param today `YYYY-MM-DD` (UTC)
 * @param where `beside` more than the audit: then texts that are long together begin here, and are whole on the audit's own page
 */
export function repliesTo(
  record: Audit,
  replies: readonly PublicReply[],
  { today, where, corrections = [] }: { today: string; where: 'beside' | 'alone'; corrections?: readonly Correction[] },
): AuditReplies {
  const { slug, audit_date } = record;
  const own = replies.filter((reply) => reply.audit_date === audit_date);
  const others = replies.filter((reply) => reply.audit_date !== audit_date);
  if (!own.length) return { whole: [], by_criterion: new Map(), others, today };
  const ids = new Set<string | null>(record.criteria.map(({ id }) => id));
  const isPlaced = ({ criterion }: PublicReply) => ids.has(criterion);
  const texts = own.map(({ text }) => text ?? '');
  const fitting = shortenedTogether(texts, where === 'beside' ? BESIDE_MAX : ALONE_MAX);
  const shown = own.map((reply, at): ShownReply => {
    const text = reply.text === null ? null : (fitting[at] ?? '');
    const rest =
      where === 'alone'
        ? repliesPath(slug)
        : `${pastAuditPage(slug, audit_date)}#${isPlaced(reply) ? reply.criterion : 'replies'}`;
    const disputed = reply.kind === 'dispute' ? disputedScore(record, reply, corrections) : undefined;
    return { ...reply, text, whole_at: text === reply.text ? '' : rest, disputed };
  });
  return {
    // What is about a criterion that this audit does not have would be lost below it.
    whole: shown.filter((reply) => !isPlaced(reply)),
    by_criterion: new Map(
      record.criteria.flatMap(({ id }) => {
        const below = shown.filter(({ criterion }) => criterion === id);
        return below.length ? [[id, below]] : [];
      }),
    ),
    others,
    today,
  };
}

/** The score of a criterion when it was disputed: what the first correction since then began with, or else what it is now. */
function disputedScore(
  { criteria, audit_date }: Audit,
  { criterion, published_at }: Pick<PublicReply, 'criterion' | 'published_at'>,
  corrections: readonly Correction[],
): ShownReply['disputed'] {
  const now = criteria.find(({ id }) => id === criterion);
  if (!now) return undefined;
  const moves = corrections.flatMap((one) =>
    one.audit_date === audit_date && one.at > published_at ? one.criteria.filter(({ id }) => id === criterion) : [],
  );
  return { score: moves.at(-1)?.from ?? now.score, max: now.max };
}

/** The score that a reply to an audit of a company disputes; undefined where it disputes none. */
export function disputedOf(
  snapshot: Snapshot,
  slug: string,
  reply: Pick<PublicReply, 'kind' | 'audit_date' | 'criterion' | 'published_at'>,
): ShownReply['disputed'] {
  const audit = snapshot.audit(slug, reply.audit_date);
  return audit && reply.kind === 'dispute' ? disputedScore(audit, reply, snapshot.corrections(slug)) : undefined;
}

/** Whether there is anything to show. */
export const saysSomething = ({ whole, by_criterion, others }: AuditReplies): boolean =>
  whole.length + by_criterion.size + others.length > 0;

/** Every reply to this audit. */
export const ownReplies = ({ whole, by_criterion }: AuditReplies): readonly PublicReply[] => [
  ...whole,
  ...[...by_criterion.values()].flat(),
];
