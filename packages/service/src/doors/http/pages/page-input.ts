import type { LaddersOf } from '@readymark/rubric/read-rubrics';
import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { Health, Noted } from '../../../operations/memory.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Settings } from '../../../settings.ts';
import { contactOf } from '../discovery/crawlers.ts';
import type { Publisher } from '../html/structured-data.ts';
import type { OtherBoard, OtherBoards } from './other-boards.ts';

/** A part of the page about the service: paragraphs and lists. `id` is where other pages link to. */
export type AboutPart = { title: string; id: string; text: readonly (string | readonly string[])[] };

/** Everything that a page is drawn from. One snapshot, so no page can disagree with the documents (decision 6). */
export type PageInput = {
  snapshot: Snapshot;
  rubrics: Rubrics;
  /** How points are given, for rubrics that say so (decision 91). */
  ladders: LaddersOf;
  /** Rubric versions that may be published (decision 13). */
  publishable: readonly string[];
  /** Absolute address of the service, without trailing slash (decision 1). */
  base_url: string;
  /** The limits of this installation that callers meet (spec 8). */
  limits: CallerLimits;
  /** What the page about the crawler says of this installation. */
  crawler: CrawlerFacts;
  /** How this node is; undefined before it was noted. */
  health: Health | undefined;
  /** What jobs of features noted. */
  noted: Noted;
  /** What features add to the head of the leaderboard. */
  leaderboardHead(input: PageInput): string;
  /** What the leaderboard can show in place of the board of now. */
  other_boards: OtherBoards | undefined;
  /** Parts of the page about the service that features add. */
  aboutFeatures(input: PageInput): readonly AboutPart[];
  for_people: ForPeople | undefined;
  checks: SiteChecks | undefined;
  own_pages: OwnPages | undefined;
  /** For structured data. */
  publisher: Publisher;
  /** What the API reference is made of. */
  settings: Settings;
  operations: readonly Operation[];
  /** For tokens of forms. */
  random(bytes: number): Uint8Array;
  /** `YYYY-MM-DD` (UTC), which decides about staleness (spec 2.2). */
  today: string;
  /** What a machine proposes for one reader alone (decision 181): points at least and at most. Nothing of it is published. */
  private_draft: { low: number; high: number } | undefined;
  /** What was read before the page is drawn, by its `prepare`. */
  prepared: Prepared;
  /** Number of watchers by slug; companies without watchers may be missing. Not part of the snapshot (spec 2.5). */
  watchers: ReadonlyMap<string, number>;
};

/** What features add to pages of the core. */
export type AddedToPages = Pick<
  PageInput,
  'leaderboardHead' | 'other_boards' | 'aboutFeatures' | 'for_people' | 'own_pages'
> & {
  checksOf(settings: Settings): SiteChecks | undefined;
};

/** Pages of those who hold a domain (decision 181), and what pages of the core say of them. */
export type OwnPages = {
  /** HTML of a button that begins the proof for a website. */
  beginButton(website: string): string;
  /** Where it is said how that works. */
  about: string;
  /** For the page about privacy, the one about the crawler, and the terms. */
  stored: string;
  visits: string;
  promised: string;
  /** What letters to a company are about. */
  mailed: string;
};

/** Previews of sites that anybody may ask for (decision 180), and what pages of the core say of them. */
export type SiteChecks = {
  /** HTML of a button in a form whose field `q` may have the address of a site. */
  submit: string;
  /** HTML of a button for a site that is known. */
  button(website: string, words: string): string;
  /** Path of the form, filled in with an address. */
  checkAt(website: string): string;
  /** Documents that the audit with this id cites and that were others at the last preview: when that was, and where it is shown. */
  changedSince(noted: Noted, audit_id: string): { urls: readonly string[]; at: string; path: string } | undefined;
  /** For the page about privacy, the one about the crawler, and the terms. */
  stored: string;
  visits: string;
  promised: string;
};

/** The forms by which people do what agents do with a key (decision 116), and what pages of the core say of them. */
export type ForPeople = {
  /** Path of the form that requests an audit, filled in with a name or a web address; '' for none. */
  requestAt(q: string): string;
  /** HTML of a link to it. */
  requestLink(q: string): string;
  /** Path of the form that watches a company. */
  watchAt(slug: string): string;
  /** For the page about privacy: what is stored, and what an address is asked. */
  stored: string;
  asked: string;
  /** For the terms. */
  promised: string;
};

/** What pages read before they are drawn; each feature adds its own. */
export interface Prepared {
  /** What the leaderboard shows in place of the board of now, or why it cannot. */
  board?: OtherBoard | Fault;
}

type CrawlerFacts = {
  /** Whom the owner of a site writes to: an https, mailto or tel address. */
  contact: string;
  /** Milliseconds between the starts of two requests to one host. */
  interval_ms: number;
  /** It signs what it asks. */
  signs: boolean;
  /** Those that it asks for what sites say they published there. */
  registries: Settings['AUDIT_REGISTRIES'];
  /** How long evidence is kept on which no published audit rests. */
  evidence_days: number;
};

type CallerLimits = {
  audit_requests_per_day: number;
  watches_per_registration: number;
  /** 0: no limit. */
  client_requests_per_minute: number;
  registrations_per_hour: number;
};

/** The limits that callers meet, from the settings. */
export const callerLimits = (settings: Settings): CallerLimits => ({
  audit_requests_per_day: settings.AUDIT_REQUESTS_PER_DAY,
  watches_per_registration: settings.WATCHES_PER_REGISTRATION,
  client_requests_per_minute: settings.CLIENT_REQUESTS_PER_MINUTE,
  registrations_per_hour: settings.REGISTRATIONS_PER_HOUR,
});

/** The rubric of a version; the oldest rubric for an unknown version. */
export function rubricOf(rubrics: Rubrics, version: string): Rubric {
  const rubric = rubrics.get(version) ?? rubrics.values().next().value;
  if (!rubric) throw new RangeError('there is no rubric');
  return rubric;
}

/** What pages are drawn from and what stays as it is while a process runs. */
export function pageFacts(
  ctx: Context,
  operations: readonly Operation[],
  { checksOf, ...added }: AddedToPages,
): Omit<PageInput, 'snapshot' | 'today' | 'watchers' | 'health' | 'noted'> {
  const { settings, rubrics, ladders } = ctx;
  const { BASE_URL: base_url, PUBLISHER_PROFILES: profiles } = settings;
  const contact = contactOf(settings);
  return {
    ...{ rubrics, ladders, base_url, settings, operations },
    ...added,
    checks: checksOf(settings),
    publishable: settings.RUBRICS_PUBLISHABLE,
    limits: callerLimits(settings),
    publisher: { base_url, profiles, contact },
    prepared: {},
    private_draft: undefined,
    random: (bytes) => ctx.random(bytes),
    crawler: {
      contact,
      interval_ms: settings.AUDIT_INTERVAL_MS,
      signs: settings.AUDIT_KEY_FILE !== '',
      registries: settings.AUDIT_REGISTRIES,
      evidence_days: settings.EVIDENCE_DAYS,
    },
  };
}
