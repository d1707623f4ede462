import { type Fact, type Found, sourceOf } from '../fact.ts';
import { listed, placeOf } from '../seen.ts';
import { ageOf, datesOf } from '../statements/dates.ts';
import { linksTo, namesAudience, parts, termsLinked } from '../statements/offer.ts';
import { inOneDocument } from '../statements/one-document.ts';
import { objectsIn } from '../statements/plans.ts';
import { fold, foundIn, hasAny, hitsOf, looked, quoted, strings, textsOf, unseenOf } from '../statements/texts.ts';

const whenToUse = [
  'use when',
  'use this when',
  'use this tool when',
  'when the user',
  'when to use',
  'when not to use',
  'use this for',
  'use it when',
  'use it for',
  'prefer this',
  'instead of',
];

export const offer: Record<string, Fact> = {
  offer_facts: {
    about:
      'How many of eight parts of an offer are found: what it is, for whom, what is delivered, the price, how to start, when and where it ' +
      'is available, whom to contact, terms of buying. `in: "document"` counts those in the one machine document that has most. `count`: `missing` and `unknown` count those that are not there or could not be read.',
    find(site, args): Found {
      if (args.in === 'document') {
        const { count, item } = inOneDocument(site);
        const source = item ?? looked(site, ['home'])[0] ?? site.items[0];
        return {
          sure: count,
          likely: count,
          possible: count,
          reasons: [],
          sources: source ? [sourceOf(source)] : [],
          says: { count, where: item ? placeOf(site, item.final_url) : 'no machine document' },
        };
      }
      const texts = textsOf(site);
      const found = parts.map((part) => ({
        part,
        seen: part.find(
          part.roles.flatMap((role) => texts.filter((text) => text.role === role)),
          site,
        ),
      }));
      const missing = found.filter(({ seen }) => !seen);
      const unknown = missing.filter(
        ({ part }) =>
          unseenOf(site, part.roles.slice(0, 5)).length > 0 ||
          (part.name === 'terms of buying' &&
            !texts.some(({ role }) => role === 'terms' || role === 'refund') &&
            linksTo(site, termsLinked)),
      );
      const sure = found.filter(({ seen }) => seen?.sure).length;
      const likely = found.length - missing.length;
      const sources = found.flatMap(({ seen }) => (seen ? [sourceOf(seen.item, seen.excerpt)] : []));
      const counted =
        args.count === 'missing'
          ? missing.length - unknown.length
          : args.count === 'unknown'
            ? unknown.length
            : undefined;
      return {
        sure: counted ?? sure,
        likely: counted ?? likely,
        possible: counted ?? likely + unknown.length,
        reasons: [
          ...(sure < likely ? (['lexical'] as const) : []),
          ...(unknown.length > 0 ? (['unobserved'] as const) : []),
        ],
        sources: [
          ...sources,
          ...looked(site, ['home']).map((item) => sourceOf(item)),
          ...site.items.slice(0, 1).map((item) => sourceOf(item)),
        ].slice(0, 8),
        says: {
          count: likely,
          found: listed(
            found.flatMap(({ part, seen }) => (seen ? [`${part.name} (${placeOf(site, seen.item.final_url)})`] : [])),
            8,
          ),
          missing: listed(
            missing.filter((one) => !unknown.includes(one)).map(({ part }) => part.name),
            8,
          ),
          unknown: listed(
            unknown.map(({ part }) => part.name),
            8,
          ),
          missing_count: missing.length - unknown.length,
        },
      };
    },
  },
  audience_named: {
    about:
      'Sentences and descriptions on English pages of `roles` that name whom the offer is for: "for small teams", "we help families".',
    find(site, args): Found {
      const roles = strings(args, 'roles');
      const hits = hitsOf(site, roles, (_, sentence) => sentence.length > 15 && namesAudience(sentence));
      for (const text of textsOf(site)) {
        const description = text.page?.meta.get('description') ?? '';
        if (text.english && roles.includes(text.role) && namesAudience(description))
          hits.push({ text, sentence: description, next: '' });
      }
      return foundIn(site, roles, hits, 0);
    },
  },
  recent_pages: {
    about:
      'Pages of `roles` dated at most `days` before the collection. A date in data or meta is sure, one in the text or the sitemap is likely.',
    find(site, args): Found {
      const roles = strings(args, 'roles');
      const days = Number(args.days ?? 180);
      const lastmods = new Map(
        site.sitemap.urls.map(({ url, lastmod }) => [url.replace(/\/$/, ''), lastmod?.slice(0, 10)]),
      );
      const dated = textsOf(site)
        .filter(({ role }) => roles.includes(role))
        .flatMap(({ item, page, role }) => {
          if (!page) return [];
          const { sure, likely } = datesOf(page);
          const lastmod = lastmods.get(page.url.replace(/\/$/, ''));
          const ages = (values: readonly string[]) =>
            values.map((day) => ageOf(day, site)).filter((age) => age >= -2 && age < 7300);
          const [ofSure, ofAll] = [ages(sure), ages([...sure, ...likely, ...(lastmod ? [lastmod] : [])])];
          return ofAll.length > 0 ? [{ item, role, sure: Math.min(...ofSure, 99_999), age: Math.min(...ofAll) }] : [];
        });
      const recent = dated.filter(({ age }) => age <= days).sort((a, b) => a.age - b.age);
      const newest = [...dated].sort((a, b) => a.age - b.age)[0];
      const unseen = unseenOf(site, roles, false);
      const sure = recent.filter((one) => one.sure <= days).length;
      return {
        sure,
        likely: recent.length,
        possible: unseen.length > 0 ? recent.length + unseen.length : recent.length,
        reasons: [
          ...(sure < recent.length ? (['lexical'] as const) : []),
          ...(unseen.length > 0 ? (['unobserved'] as const) : []),
        ],
        sources: (dated.length > 0
          ? [...dated].sort((a, b) => a.age - b.age).map(({ item }) => item)
          : looked(site, roles)
        )
          .slice(0, 3)
          .map((item) => sourceOf(item)),
        says: {
          count: recent.length,
          age: newest?.age ?? '',
          where: newest ? placeOf(site, newest.item.final_url) : 'no page',
          dated: dated.length,
        },
      };
    },
  },
  guidance_for_agents: {
    about:
      'Documents for machines that say when to use what: sample queries in a catalog, skills or tools whose descriptions say when to use them.',
    find(site): Found {
      const saying = site.machine.flatMap(({ kind, item, value, empty }) => {
        if (empty || !['skills_index', 'ai_catalog', 'agent_card', 'mcp_card', 'mcp_live'].includes(kind)) return [];
        const objects = objectsIn(value);
        const queries = objects.some(
          ({ representativeQueries }) => Array.isArray(representativeQueries) && representativeQueries.length > 0,
        );
        const words = objects.flatMap(({ description, instructions }) =>
          [description, instructions].filter((one): one is string => typeof one === 'string'),
        );
        const when = words.filter((one) => hasAny(fold(one), whenToUse));
        return queries || when.length >= 1 ? [{ item, queries, excerpt: when[0] ?? 'representativeQueries' }] : [];
      });
      const sure = saying.filter(({ queries }) => queries).length;
      return {
        sure,
        likely: saying.length,
        possible: saying.length,
        reasons: sure < saying.length ? ['lexical'] : [],
        sources: (saying.length > 0
          ? saying.map(({ item, excerpt }) => sourceOf(item, quoted(excerpt, 300)))
          : site.items.slice(0, 1).map((item) => sourceOf(item))
        ).slice(0, 4),
        says: { count: saying.length, where: listed(saying.map(({ item }) => placeOf(site, item.final_url))) },
      };
    },
  },
};
