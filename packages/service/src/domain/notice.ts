import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import type { FinalStatus } from './request/request.ts';

/**
 * Notices: the letters that the service sends (spec 6, decision 28), when they are tried, and when they are
 * given up.
 */

const audit_id = z.string();
const request = { subject_id: z.string() };
const changed = z.object({ audit_id, audit_id_before: z.string(), rank_before: z.int() });

/**
 * The kinds of notices. `subject` is what `subject_id` names. `status` is the status of a request that the notice is
 * about: a final one, because `doctor` compares it with the request's current status. `content` is what the letter is
 * written from: columns of the notice, its audit or its request.
 *
 * Everything else about a kind follows from its row here; without a letter in `operations/outbox/letters.ts` a new kind
 * does not compile.
 */
export const noticeTable = {
  /** A watched company was audited again. */
  reaudit: { subject: 'audit', content: changed },
  /** A public audit of a watched company was corrected: another of the same date replaced it. */
  correction: { subject: 'audit', content: changed },
  /** A watched company was retracted: it is not listed any more, and why (decision 100). */
  retracted: { subject: 'audit', content: z.object({ audit_id, publication: z.int() }) },
  /** The requested audit is published. */
  completed: { subject: 'request', status: 'completed', content: z.object({ ...request, audit_id }) },
  /** There will be no audit, and why. */
  declined: {
    subject: 'request',
    status: 'declined',
    content: z.object({ ...request, company: z.string(), declined_reason: z.string() }),
  },
  /** Scores of watched companies became stale on a day (decision 182). */
  became_stale: { subject: 'day', content: z.object(request) },
  /** A company is notified that its score becomes stale. */
  due_in_30_days: { subject: 'audit', by_feature: true, content: z.object({ audit_id }) },
  due_in_7_days: { subject: 'audit', by_feature: true, content: z.object({ audit_id }) },
  /** A company is notified that its next audit will be scored by another rubric. */
  new_rubric: { subject: 'audit', by_feature: true, content: z.object({ audit_id, registration_id: z.string() }) },
  /** A company is notified what became of a text that it sent, or of the reply that it became (decision 183). */
  reply_decided: { subject: 'reply', by_feature: true, content: z.object(request) },
  /** An address was typed into a form: its owner is asked whether letters are welcome (decision 116). */
  confirmation: { subject: 'form', by_feature: true, unconfirmed: true, content: z.object(request) },
  /** An address was typed at the page of a domain: whoever reads its mail may open that page (decision 182). */
  own_link: { subject: 'link', by_feature: true, unconfirmed: true, content: z.object(request) },
} as const satisfies Record<string, NoticeRule>;

type NoticeRule = {
  content: z.ZodObject;
  /** A feature writes the letter. */
  by_feature?: true;
  /** The letter goes to an address that its owner has not confirmed, and carries nothing else. */
  unconfirmed?: true;
} & ({ subject: 'audit' | 'form' | 'day' | 'link' | 'reply' } | { subject: 'request'; status: FinalStatus });

export type NoticeKind = keyof typeof noticeTable;
/** Kinds whose letters features write. */
export type FeatureKind = {
  [K in NoticeKind]: (typeof noticeTable)[K] extends { by_feature: true } ? K : never;
}[NoticeKind];
export const isUnconfirmed = (kind: NoticeKind): boolean => 'unconfirmed' in noticeTable[kind];
export const noticeKinds = Object.keys(noticeTable) as readonly NoticeKind[];

/** What the letter of one kind is written from; without a parameter a union of all kinds, discriminated by `kind`. */
export type NoticeContent<K extends NoticeKind = NoticeKind> = {
  [P in K]: { kind: P } & z.infer<(typeof noticeTable)[P]['content']>;
}[K];

/** Picks the content of a notice from its columns; null for an unknown kind or when something is missing. */
export function noticeContent(columns: Readonly<Record<string, unknown>>): NoticeContent | null {
  const kind = noticeKinds.find((known) => known === columns.kind);
  const read = kind && noticeTable[kind].content.safeParse(columns);
  return read?.success ? ({ kind, ...read.data } as NoticeContent) : null;
}

/**
 * `cancelled`: the address was removed before the letter went out (decision 40), or got no letter for its notice (decision 165). The last three are final, unless an
 * operator sends the notice again.
 */
export const noticeStatuses = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

/** How long a notice is kept after its end, in days and in milliseconds, before only its total is (decision 179). */
export const NOTICE_KEPT_DAYS = 30;
export const NOTICE_KEPT_MS = NOTICE_KEPT_DAYS * 86_400_000;

const count = z.int().min(0);

export const noticeCounts = z.object({
  pending: count,
  sent: count,
  failed: count,
  cancelled: count,
} satisfies Record<NoticeStatus, z.ZodType>);

const noticeSubjects = [...new Set(Object.values(noticeTable).map(({ subject }) => subject))];

export const kindsAbout = (subject: NoticeRule['subject']): readonly NoticeKind[] =>
  noticeKinds.filter((kind) => noticeTable[kind].subject === subject);

/** A notice as operators see it: never an address. */
export const notice = z
  .object({
    notice_id: z.string(),
    kind: z.enum(noticeKinds),
    subject_id: z.string().meta({
      description: `What it is about: ${noticeSubjects.map((subject) => `${subject} (${kindsAbout(subject).join(', ')})`).join(', ')}.`,
    }),
    registration_id: z.string(),
    status: z.enum(noticeStatuses),
    attempts: count,
    due_at: timestamp.meta({ description: 'When it is tried next, while it is pending.' }),
    last_error: z.string().nullable().meta({ description: 'Codes of the last failure.' }),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ description: 'A letter in the outbox.' });

/** Longest lease of a worker on a notice, in milliseconds; the mailer gives up earlier (decision 28). */
export const NOTICE_LEASE_MS = 30_000;

const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 3_600_000;
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;
/** How far from 1 the factor is that spreads a delay. */
const SPREAD = 0.2;

/** The longest time from a failed attempt to the next one, in milliseconds. */
export const LONGEST_RETRY_MS = LONGEST_DELAY_MS * (1 + SPREAD);

/** What follows a failed attempt: another one at a time, or none. */
type AfterFailure = { status: 'pending'; due_at: Date } | { status: 'failed' };

/**
 * The back-off: about 30 s after the first failure, doubling up to an hour, a last attempt at 24 hours, then `failed`
 * (decision 28).
 *
 * @param since when the notice was written, or sent again by an operator
 * @param attempts failed attempts so far, this one included (1 or more)
 * @param permanent whether the mail server refused the recipient permanently: no retry then
 * @param random from 0 up to 1; spreads the delay by up to 20 % in either direction, so that many notices do not come
 *   back at the same moment
 */
export function afterFailure(
  { since, attempts, permanent }: { since: Date; attempts: number; permanent: boolean },
  now: Date,
  random: number,
): AfterFailure {
  const giveUpAt = since.getTime() + GIVE_UP_AFTER_MS;
  if (permanent || now.getTime() >= giveUpAt) return { status: 'failed' };
  const delay =
    Math.min(FIRST_DELAY_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), LONGEST_DELAY_MS) *
    (1 - SPREAD + 2 * SPREAD * random);
  return { status: 'pending', due_at: new Date(Math.min(now.getTime() + Math.round(delay), giveUpAt)) };
}
