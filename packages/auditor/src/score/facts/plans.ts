import type { Site } from '../../read/site.ts';
import { type Fact, type Found, sourceOf } from '../fact.ts';
import { listed, placeOf } from '../seen.ts';
import { keyOf, type Plan, plansOf } from '../statements/plans.ts';
import { withHeader } from '../statements/quantities.ts';
import { fold, foundIn, hasAny, hitsOf, strings, type Text, textsOf, UNSEEN, unseenOf } from '../statements/texts.ts';

const distinct = (plans: readonly Plan[]): Plan[] =>
  [...new Map([...plans].reverse().map((plan) => [keyOf(plan), plan])).values()].reverse();

function planned(site: Site, plans: readonly Plan[], value: number): Found {
  const found = foundIn(
    site,
    ['home', 'pricing'],
    [],
    value,
    {
      list: listed(
        plans.map(({ name }) => name),
        5,
      ),
    },
    value,
  );
  const items = [...new Map(plans.map((plan) => [plan.item.final_url, plan])).values()];
  const where = listed(
    items.map(({ item }) => placeOf(site, item.final_url)),
    3,
  );
  if (plans.length === 0) return found;
  return {
    ...found,
    sources: items.slice(0, 5).map(({ item, excerpt }) => sourceOf(item, excerpt)),
    says: { ...found.says, where },
  };
}

/** The columns and rows of a comparison with other services, on a page that compares. */
function comparisonTables(site: Site): Text[] {
  return textsOf(site).filter(
    ({ role, page }) =>
      role === 'compare' && page?.tables.some(({ rows }) => rows.length >= 3 && (rows[0]?.length ?? 0) >= 2),
  );
}

export const plans: Record<string, Fact> = {
  plans_named: {
    about: 'Plans, rates or products with a price each, in tables, under headings or in data. Names count once.',
    find: (site) => {
      const all = distinct(plansOf(site));
      return planned(site, all, all.length);
    },
  },
  plans_comparable: {
    about:
      'Of those, the ones that stand in rows of one table or in lists that share units with another, so that they can be compared.',
    find: (site) => {
      const all = distinct(plansOf(site).filter(({ comparable }) => comparable));
      return planned(site, all, all.length);
    },
  },
  plans_limited: {
    about: 'Plans, rates or products for which a number with a unit, other than the price, is stated.',
    find: (site) => {
      const all = distinct(plansOf(site).filter(({ limits }) => limits.size > 0));
      return planned(site, all, all.length);
    },
  },
  plans_machine_limited: {
    about: 'Of those, the ones stated in a machine form: data, JSON or Markdown.',
    find: (site) => {
      const markdown = new Set(site.pages.filter(({ format }) => format !== 'html').map(({ item }) => item));
      const all = distinct(
        plansOf(site).filter(
          ({ limits, form, item }) => limits.size > 0 && (form.startsWith('json') || markdown.has(item)),
        ),
      );
      return planned(site, all, all.length);
    },
  },
  comparison_pages: {
    about: 'Pages that compare services or plans in a table of at least three rows.',
    find(site) {
      const texts = comparisonTables(site);
      const found = foundIn(site, ['compare'], [], texts.length, {}, texts.length);
      return texts.length === 0
        ? found
        : { ...found, sources: texts.slice(0, 5).map(({ item, title }) => sourceOf(item, title)) };
    },
  },
  columns_named: {
    about:
      'Rows of tables on pages of `roles` under a header with one of `words`, and cells beside a label with one: what is said of each of several things.',
    find(site, args) {
      const roles = strings(args, 'roles');
      const words = strings(args, 'words');
      const said = textsOf(site).flatMap(({ item, page, role }) =>
        roles.includes(role)
          ? (page?.tables ?? []).flatMap(({ rows }) =>
              saidUnder(withHeader(rows), words).map((one) => ({ ...one, item })),
            )
          : [],
      );
      const found = foundIn(
        site,
        roles,
        [],
        said.length,
        {
          list: listed(
            said.map(({ name }) => name),
            4,
          ),
        },
        said.length,
      );
      const [first] = said;
      if (!first) return found;
      const sources = said.slice(0, 4).map(({ item, text }) => sourceOf(item, text));
      return { ...found, sources, says: { ...found.says, where: placeOf(site, first.item.final_url) } };
    },
  },
  plans_weighed: {
    about:
      'Sentences on English pages of `roles` that name two of the plans and have one of `words`: which of them to take, and when.',
    find(site, args) {
      const roles = strings(args, 'roles');
      const words = strings(args, 'words');
      const names = distinct(plansOf(site)).flatMap(({ name }) => (/^[A-Z][A-Za-z+ ]{2,29}$/.test(name) ? [name] : []));
      const hits = hitsOf(site, roles, (folded, sentence) => {
        if (sentence.includes('|') || !hasAny(folded, words)) return false;
        return names.slice(0, 20).filter((name) => sentence.includes(name)).length >= 2;
      });
      return foundIn(site, roles, hits, 0);
    },
  },
  alternatives_offered: {
    about:
      'Different things to choose from, priced or not: plans, or pages of the role `product`, or headings of such a page.',
    find(site, args) {
      const roles = strings(args, 'roles');
      const priced = distinct(plansOf(site));
      const pages = site.pages.filter(
        ({ role, shell, path }) => !shell && roles.includes(role) && role !== 'home' && path !== '/',
      );
      const most = Math.max(
        0,
        ...textsOf(site)
          .filter(({ role }) => roles.includes(role))
          .map(({ page }) =>
            Math.max(
              0,
              ...[2, 3].map((level) => page?.headings.filter((heading) => heading.level === level).length ?? 0),
            ),
          ),
      );
      const value = Math.max(priced.length, pages.length, most >= 2 ? most : 0);
      const unseen = unseenOf(site, roles, false);
      const found = planned(site, priced, value);
      return {
        ...found,
        sure: Math.max(priced.length, 0),
        likely: value,
        possible: unseen.length > 0 ? UNSEEN : value,
      };
    },
  },
};

/** What a table says of its rows in a column of that name, or of its columns in a row of that name. */
function saidUnder(rows: readonly (readonly string[])[], words: readonly string[]): { name: string; text: string }[] {
  const [header = [], ...rest] = rows;
  const column = header.findIndex((head, at) => at > 0 && hasAny(fold(head), words));
  if (column > 0) return rest.flatMap((row) => (row[column] ? [{ name: row[0] ?? '', text: row[column] }] : []));
  const row = rest.find(([label = '']) => label.length < 40 && hasAny(fold(label), words)) ?? [];
  return row.slice(1).flatMap((text, at) => (text === '' ? [] : [{ name: header[at + 1] ?? '', text }]));
}
