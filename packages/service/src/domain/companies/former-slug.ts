import { singleLine, slugField, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';

/**
 * What became of slugs under which companies were listed (decisions 100 and 101): `moved` to another slug, `retracted`
 * with a reason, or `reinstated` after that. Each change belongs to a publication; none is ever deleted.
 */
export const slugChangeKinds = ['moved', 'retracted', 'reinstated'] as const;

export type SlugChange = {
  publication: number;
  slug: string;
  change: (typeof slugChangeKinds)[number];
  /** Only of `moved`. */
  moved_to: string | null;
  /** Only of `retracted`. */
  reason: string | null;
  /** Only of `retracted`, and only where it is asked for: whose slug it was. */
  of?: RetractedSubject | undefined;
  /** When its publication was made, ISO 8601. */
  at: string;
};

/** Why a fictional company left (decision 105). A real company may take its slug without being reinstated. */
export const FICTIONAL_REASON = 'It was a fictional example.';

/** Whose audits were retracted, as its last audit names it. */
export type RetractedSubject = { company: string; website: string; fictional: boolean };

/** Why a company is not listed any more, since when (ISO 8601), and in which publication it left. */
export type Retraction = Partial<RetractedSubject> & { at: string; reason: string; publication: number };

/**
 * A company that is not listed under a slug any more (decision 186): it was retracted, or has another one now, `moved_to`. The
 * reason and the time (ISO 8601) are those of the publication.
 */
export const endedCompany = z.object({
  slug: z.string(),
  reason: z.string(),
  at: timestamp,
  moved_to: slugField.optional(),
  fictional: z.literal(true).optional(),
});

export type EndedCompany = z.infer<typeof endedCompany>;

/** A retracted company as such. */
export const retractedAs = ({ slug, reason, at, fictional }: Retraction & { slug: string }): EndedCompany => ({
  slug,
  reason,
  at,
  ...(fictional && { fictional: true as const }),
});

/** When a company got another slug (ISO 8601), and in which publication. */
type Move = { moved_to: string; at: string; publication: number };

/** A slug that no listed company has any more: it has another one now, or it was retracted. */
export type FormerSlug = Move | { retracted: Retraction };

export type FormerSlugs = ReadonlyMap<string, FormerSlug>;

export const noFormerSlugs: FormerSlugs = new Map();

/**
 * The former slugs after further changes, in the order of their publications. Each slug that was moved names the one that
 * its company has now, however often it moved; a slug that is listed again is none of them.
 */
export function formerSlugs(before: FormerSlugs, changes: readonly SlugChange[]): FormerSlugs {
  const former = new Map(before);
  for (const { slug, change, moved_to, reason, at, publication, of } of changes) {
    if (change === 'reinstated') {
      const was = former.get(slug);
      // Another company may have the slug of a fictional one now: what led to that does not lead to this.
      if (was && 'retracted' in was && was.retracted.reason === FICTIONAL_REASON)
        for (const [other, one] of former) if ('moved_to' in one && one.moved_to === slug) former.set(other, was);
      former.delete(slug);
    }
    if (change === 'retracted') former.set(slug, { retracted: { ...of, at, reason: reason ?? '', publication } });
    if (change === 'moved' && moved_to !== null) {
      for (const [other, one] of former)
        if ('moved_to' in one && one.moved_to === slug) former.set(other, { ...one, moved_to });
      former.set(slug, { moved_to, at, publication });
      former.delete(moved_to);
    }
  }
  return former;
}

/** What became of a slug; of one that was moved before its company was retracted, that it was. Undefined for any other slug. */
export function formerSlug(former: FormerSlugs, slug: string): FormerSlug | undefined {
  const found = former.get(slug);
  const then = found && 'moved_to' in found ? former.get(found.moved_to) : undefined;
  return then ?? found;
}

/** Why a company is retracted; everybody can read it. */
export const retractionReason = singleLine(500).meta({
  description: 'Why the company is retracted. Everybody can read it.',
  examples: ['The audit was of another company of this name.'],
});
