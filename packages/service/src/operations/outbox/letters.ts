import type { Audit } from '@readymark/rubric/audit/audit';
import { auditChanges } from '@readymark/rubric/audit/changes';
import { staleOn } from '../../catalogue/lists/stale.ts';
import { slugNow } from '../../catalogue/search/nearest.ts';
import type { Retraction } from '../../domain/companies/former-slug.ts';
import { rankAmong, withoutOne } from '../../domain/leaderboard.ts';
import type { FeatureKind, NoticeContent, NoticeKind } from '../../domain/notice.ts';
import { completedLetter } from '../../mail/letters/completed-letter.ts';
import { correctionLetter } from '../../mail/letters/correction-letter.ts';
import { declinedLetter } from '../../mail/letters/declined-letter.ts';
import type { Letter, Occasion } from '../../mail/letters/letter.ts';
import { reauditLetter } from '../../mail/letters/reaudit-letter.ts';
import { retractedLetter } from '../../mail/letters/retracted-letter.ts';
import { staleLetter } from '../../mail/letters/stale-letter.ts';
import { slugChangesBetween } from '../../store/companies/slug-changes.ts';
import { auditById } from '../../store/desk-audits.ts';
import { watchedFrom } from '../../store/stale-days.ts';
import type { Context } from '../context.ts';
import { featureLetter } from '../feature-letters.ts';
import { unsubscribeLinks } from '../links/unsubscribe.ts';
import type { Admitted } from './admit.ts';

/** Writes the letter of a notice; null when there is no address any more (decision 40). */
type LetterWriter = (notice: Admitted) => Promise<Letter | null>;

/** What the letters of all kinds are written with. */
type Sources = {
  audit(audit_id: string): Promise<Audit>;
  rank(audit: Audit): number;
  /** Why the company of an audit is not listed any more; undefined while it is. */
  retracted(audit: Audit): Retraction | undefined;
  /** Why companies were retracted in a publication. */
  retraction(publication: number): Promise<Retraction>;
  /** The letter about scores that became stale on a day. */
  stale(about: NoticeContent<'became_stale'> & Occasion): Promise<Letter | null>;
  /** The letter of a kind that a feature writes. */
  by_feature<K extends FeatureKind>(about: NoticeContent<K> & Occasion): Promise<Letter | null>;
};
type Writer<K extends NoticeKind> = (
  about: NoticeContent<K> & Occasion,
  from: Sources,
) => Promise<Letter | null> | Letter;

/** The letter of each kind of notice. */
const writers: { readonly [K in NoticeKind]: Writer<K> } = {
  reaudit: async (about, from) => (await retractedBy(about, from)) ?? reauditLetter(await changed(about, from)),
  correction: async (about, from) => (await retractedBy(about, from)) ?? correctionLetter(await changed(about, from)),
  async retracted(about, { audit, retraction }) {
    return goneLetter(about, await audit(about.audit_id), await retraction(about.publication));
  },
  async completed(about, { audit, rank, retracted }) {
    const published = await audit(about.audit_id);
    const gone = retracted(published);
    if (gone) return goneLetter({ ...about, request_id: about.subject_id }, published, gone);
    return completedLetter({ ...about, request_id: about.subject_id, audit: published, rank: rank(published) });
  },
  declined: (about) => declinedLetter({ ...about, request_id: about.subject_id }),
  became_stale: (about, { stale }) => stale(about),
  due_in_30_days: byFeature,
  due_in_7_days: byFeature,
  new_rubric: byFeature,
  reply_decided: byFeature,
  confirmation: byFeature,
  own_link: byFeature,
};

function byFeature<K extends FeatureKind>(about: NoticeContent<K> & Occasion, from: Sources) {
  return from.by_feature(about);
}

/** The letter about an audit that was retracted since the notice was written: no letter has its scores any more. */
async function retractedBy(about: { audit_id: string } & Occasion, { audit, retracted }: Sources) {
  const after = await audit(about.audit_id);
  const gone = retracted(after);
  return gone && goneLetter(about, after, gone);
}

const goneLetter = (about: Occasion & { request_id?: string }, { company }: Audit, { at, reason }: Retraction) =>
  retractedLetter({ ...about, company, retracted_on: at.slice(0, 10), reason });

async function changed<K extends 'reaudit' | 'correction'>(
  about: NoticeContent<K> & Occasion,
  { audit, rank }: Sources,
) {
  const [before, after] = [await audit(about.audit_id_before), await audit(about.audit_id)];
  return { ...about, before, after, rank_after: rank(after), changes: auditChanges(before, after) };
}

/** The type parameter ties a notice to the writer of its own kind. */
function write<K extends NoticeKind>(about: NoticeContent<K> & Occasion, from: Sources) {
  const writer: Writer<K> = writers[about.kind as K];
  return writer(about, from);
}

/**
 * Returns a letter writer with per-process caches. Current ranks are read from the snapshot that is public now, so that
 * mail and page agree.
 */
export function letterWriter(ctx: Context): LetterWriter {
  const from: Sources = {
    audit: auditReader(ctx),
    rank: (audit) => currentRank(ctx, audit),
    retracted({ slug }) {
      const former = ctx.catalogue.current().former(slug);
      return former && 'retracted' in former ? former.retracted : undefined;
    },
    async retraction(publication) {
      const changes = await slugChangesBetween(ctx.store.db, publication - 1, publication);
      const found = changes.find(({ change }) => change === 'retracted');
      if (!found) throw new Error(`publication ${publication} of a notice retracted nothing`);
      return { at: found.at, reason: found.reason ?? '', publication };
    },
    async stale(about) {
      const { subject_id: day, to } = about;
      const stale = staleOn(ctx.catalogue.current(), day).map(({ slug }) => slug);
      const snapshot = ctx.catalogue.current();
      const scores = (await watchedFrom(ctx.store.db, to, stale)).flatMap((slug) => {
        const [entry, record] = [snapshot.entry(slug), snapshot.record(slug)];
        return entry && record ? [{ ...entry, framework: record.framework }] : [];
      });
      return scores.length ? staleLetter({ ...about, day, scores }) : null;
    },
    by_feature: (about) => featureLetter(ctx, about),
  };
  let links: ReturnType<typeof unsubscribeLinks> | undefined;
  return async ({ notice_id, registration_id, created_at, to: recipient, content, carried }) => {
    if (recipient === null) return null;
    const { address: to, address_hash } = recipient;
    if (content === null || carried.includes(null))
      throw new Error('the notice, or one that its letter carries, does not fit its kind; run `readymark doctor`');
    links ??= unsubscribeLinks(ctx);
    links.catch(() => {
      links = undefined;
    });
    const unsubscribe_url = (await links)({ registration_id, address_hash }, created_at);
    const occasion = { notice_id, to, base_url: ctx.settings.BASE_URL, unsubscribe_url, created_at };
    const also: [string, string][] = [];
    for (const other of carried) {
      const letter = other && (await write({ ...other, ...occasion }, from));
      if (letter) also.push([letter.subject, letter.short]);
    }
    return write({ ...content, ...occasion, also }, from);
  };
}

/** Audits kept in memory: many notices in a row are about the same two. */
const AUDITS_MAX = 16;

function auditReader(ctx: Context): Sources['audit'] {
  const audits = new Map<string, Promise<Audit>>();
  return (audit_id) => {
    const known = audits.get(audit_id);
    if (known) return known;
    if (audits.size >= AUDITS_MAX) audits.clear();
    const reading = auditById(ctx.store.db, audit_id).then((found) => {
      if (!found) throw new Error(`the audit ${audit_id} of a notice is not in the database`);
      return found;
    });
    reading.catch(() => audits.delete(audit_id));
    audits.set(audit_id, reading);
    return reading;
  };
}

/** The rank of a score among all other ranked companies now; for a current audit it is the one in the index. */
function currentRank(ctx: Context, { slug, overall_score }: Audit): number {
  const snapshot = ctx.catalogue.current();
  const { scores, ranked, count } = snapshot;
  const own = snapshot.entry(slugNow(snapshot, slug));
  const is_ranked = own && (!own.fictional || ranked === count);
  return rankAmong(withoutOne(scores, is_ranked ? own.overall_score : undefined), overall_score);
}
