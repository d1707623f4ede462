import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Feature } from '../../operations/context.ts';
import type { Settings } from '../../settings.ts';
import type { DraftSite } from './drafts/drawn-draft.ts';
import type { GaugeRow } from './gauges.ts';
import type { Page } from './pages/page-definition.ts';
import type { AboutPart, ForPeople, OwnPages, PageInput, SiteChecks } from './pages/page-input.ts';

/** What a feature adds to the HTTP door; the desk adds its slots in `desk/definition.ts`. */
export interface HttpPart {
  /** Public pages, each behind the one at the path `after` wherever pages are listed. */
  pages?: readonly { after: string; page: Page }[];
  /** HTML for the head of the leaderboard: structured data. */
  leaderboard_head?(input: PageInput): string;
  /** A part of the page about the service, before the contact. */
  about?(input: PageInput): AboutPart;
  /** Forms by which people do what agents do with a key; of several features the first. */
  for_people?: ForPeople;
  /** Previews of sites; undefined where this service makes none. Of several features the first. */
  checks?(settings: Settings): SiteChecks | undefined;
  /** Pages of those who hold a domain. Of several features the first. */
  own_pages?: OwnPages;
  /** Its metrics. */
  gauges?(ctx: Context): readonly GaugeRow[];
  /** Adds its routes. @param site the public pages, as far as drafts are drawn with them @param countClient throws Fault rate_limited (decision 74) */
  serve?(
    app: FastifyInstance,
    ctx: Context,
    countClient: (request: Pick<FastifyRequest, 'ip'>) => void,
    site: DraftSite,
  ): void;
}

declare module '../../operations/context.ts' {
  interface Feature {
    http?(): Promise<HttpPart>;
  }
}

/** The parts of all features. */
export const httpParts = (features: readonly Feature[]): Promise<HttpPart[]> =>
  Promise.all(features.map(async ({ http }) => (await http?.()) ?? {}));
