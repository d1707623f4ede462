import { compressLazily, makeDocument } from '../../documents/document.ts';
import type { CompanyReplies } from '../../domain/replies/reply.ts';
import type { DocumentFamily } from '../document-family.ts';
import { type Company, findCompany, type Leaderboard } from '../leaderboard.ts';
import type { ShownReplies } from '../replies/shown-replies.ts';
import { JSON_TYPE } from './index-document.ts';

export const repliesPath = (slug: string) => `/api/audits/${slug}/replies.json`;

/** `/api/audits/{slug}/replies.json`: what a company says about its audits (decision 156); there is one of every company. */
export function repliesFamily(
  leaderboard: Leaderboard,
  shown: ShownReplies,
  companies: () => Iterable<Company>,
): DocumentFamily {
  return {
    on_demand: true,
    match(path) {
      const [, slug] = /^\/api\/audits\/([a-z0-9-]{1,64})\/replies\.json$/.exec(path) ?? [];
      const company = slug === undefined ? undefined : findCompany(leaderboard, slug);
      if (!company) return undefined;
      const of = shown.companies.get(company.slug);
      const times = company.audits.map(({ published_at }) => published_at);
      const modified = new Date(Math.max(...[...times, ...(of ? [of.changed_at] : [])].map((at) => Date.parse(at))));
      return {
        content: company,
        ...(of && { beside: of }),
        rank: 0,
        modified,
        make() {
          const replies = of ? [...of.replies] : [];
          const { slug, company: name, fictional } = company;
          const mark = fictional && { fictional: true as const };
          const body: CompanyReplies = { slug, company: name, count: replies.length, replies, ...mark };
          return compressLazily(
            makeDocument(JSON.stringify(body), { content_type: JSON_TYPE, modified, scores: false }),
          );
        },
      };
    },
    *all() {
      for (const { slug } of companies()) yield repliesPath(slug);
    },
  };
}
