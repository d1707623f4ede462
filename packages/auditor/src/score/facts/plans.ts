import type { Site } from '../../read/site.ts';
import { beginsWithAny, fold, hasAny } from '../claims/folded.ts';
import { foundIn, hitsOf } from '../claims/hits.ts';
import { keyOf, type Plan, plansOf } from '../claims/plans.ts';
import { withHeader } from '../claims/quantities.ts';
import { itemsOfRoles, type Text, textsOf, UNSEEN, unseenOf, wordsIn } from '../claims/texts.ts';
import { type Fact, type FactResult, list, sourcesAt } from '../fact.ts';
import { finding } from '../finding.ts';
import { listed, placesOf } from '../presence.ts';
import { fallingOn } from '../prices/falling-prices.ts';

const distinct = (plans: readonly Plan[]): Plan[] =>
  [...new Map([...plans].reverse().map((plan) => [keyOf(plan), plan])).values()].reverse();

/** These plans, at the documents that give them. */
function planned(site: Site, plans: readonly Plan[], count = plans.length): FactResult {
  const items = [...new Map(plans.map((plan) => [plan.item.final_url, plan])).values()];
  const says = { list: listed(plans, 5), where: placesOf(site, items) };
  return foundIn(site, ['home', 'pricing'], {}, [], { at: items, count, says });
}

/** The columns and rows of a comparison with other services, on a page that compares. */
function comparisonTables(site: Site): Text[] {
  return textsOf(site).filter(
    ({ role, page }) =>
      role === 'compare' && page?.tables.some(({ rows }) => rows.length >= 3 && (rows[0]?.length ?? 0) >= 2),
  );
}

export const plans: Record<string, Fact> = {
  plans_comparable: {
    about:
      'Plans, rates or products with a price that are in rows of one table or in lists that share units with another, so that they can be compared.',
    find: (site) => planned(site, distinct(plansOf(site).filter(({ comparable }) => comparable))),
  },
  plans_limited: {
    about: 'Plans, rates or products for which a number with a unit, other than the price, is stated.',
    find: (site) => planned(site, distinct(plansOf(site).filter(({ limits }) => limits.size > 0))),
  },
  plans_machine_limited: {
    about: 'Of those, the ones stated in a machine form: data, JSON or Markdown.',
    find(site) {
      const markdown = new Set(site.pages.filter(({ format }) => format !== 'html').map(({ item }) => item));
      const all = distinct(
        plansOf(site).filter(
          ({ limits, form, item }) => limits.size > 0 && (form.startsWith('json') || markdown.has(item)),
        ),
      );
      return planned(site, all);
    },
  },
  comparison_pages: {
    about: 'Pages that compare services or plans in a table of at least three rows.',
    find(site) {
      const at = comparisonTables(site).map(({ item, title }) => ({ item, excerpt: title }));
      return foundIn(site, ['compare'], {}, [], { at, count: at.length });
    },
  },
  columns_named: {
    about:
      'Rows of tables on pages of `roles` under a header with one of `words` or that is one of `whole`, and cells beside such a label: ' +
      'what is said of each of several things.',
    find(site, args) {
      const roles = list(args, 'roles');
      const said = textsOf(site)
        .filter(({ role }) => roles.includes(role))
        .flatMap(({ item, page, language }) => {
          const [words = [], whole = []] = ['words', 'whole'].map((name) => language && wordsIn(args, name, language));
          const folded = whole.map((word) => fold(word));
          const isNamed = (head: string) => hasAny(fold(head), words) || folded.includes(fold(head));
          // `Key replacement` and `Replacement of a key` are sold; a label is what it begins with.
          const isLabel = (head: string) =>
            (beginsWithAny(fold(head), words) && !OF.test(head)) || folded.includes(fold(head));
          return (page?.tables ?? []).flatMap(({ rows }) =>
            saidUnder(withHeader(rows), isNamed, isLabel).map(({ name, text }) => ({ name, item, excerpt: text })),
          );
        });
      return foundIn(site, roles, args, [], { at: said.slice(0, 4), count: said.length, says: { list: listed(said) } });
    },
  },
  prices_falling: {
    about:
      'Pages of `roles` with a table in which rows or columns are quantities that rise, and the price of one falls by a twentieth at least, ' +
      'or with the price of a year that is less than that of its months.',
    find(site, args) {
      const roles = list(args, 'roles');
      const falling = textsOf(site)
        .filter(({ role }) => roles.includes(role))
        .flatMap(({ item, page }) => {
          const steps = page && fallingOn(page)?.join(', ');
          return steps ? [{ item, excerpt: '', name: steps }] : [];
        });
      const says = { list: falling[0]?.name ?? '', where: placesOf(site, falling) };
      return finding(site, { at: falling, searched: sourcesAt(itemsOfRoles(site, roles), 2), show: 1, says });
    },
  },
  plans_weighed: {
    about:
      'Sentences on English pages of `roles` that name two of the plans and have one of `words`: which of them to take, and when.',
    find(site, args) {
      const roles = list(args, 'roles');
      const names = distinct(plansOf(site)).flatMap(({ name }) => (/^[A-Z][A-Za-z+ ]{2,29}$/.test(name) ? [name] : []));
      const hits = hitsOf(site, roles, args, ({ folded, sentence, words }) => {
        if (sentence.includes('|') || !hasAny(folded, words('words'))) return false;
        return names.slice(0, 20).filter((name) => sentence.includes(name)).length >= 2;
      });
      return foundIn(site, roles, args, hits, { sure: 0 });
    },
  },
  alternatives_offered: {
    about:
      'Different things to choose from, priced or not: plans, or pages of the role `product`, or headings of such a page that ask nothing.',
    find(site, args) {
      const roles = list(args, 'roles');
      const priced = distinct(plansOf(site));
      const pages = site.pages.filter(
        ({ role, shell, path }) => !shell && roles.includes(role) && role !== 'home' && path !== '/',
      );
      const counts = textsOf(site)
        .filter(({ role }) => roles.includes(role))
        .flatMap(({ page }) =>
          [2, 3].map(
            (level) =>
              page?.headings.filter((one) => one.level === level && !one.text.trim().endsWith('?')).length ?? 0,
          ),
        );
      const most = Math.max(0, ...counts);
      const value = Math.max(priced.length, pages.length, most >= 2 ? most : 0);
      const unseen = unseenOf(site, roles, () => true);
      return {
        ...planned(site, priced, value),
        sure: priced.length,
        possible: unseen.length > 0 ? UNSEEN : value,
      };
    },
  },
};

const OF = / (?:of|de|du|d['’]une?|von|der|van|di|del|da|do) /i;

/** What a table says of its rows in a column of that name, or of its columns in a row of that name. */
function saidUnder(
  rows: readonly (readonly string[])[],
  isNamed: (head: string) => boolean,
  isLabel: (head: string) => boolean,
): { name: string; text: string }[] {
  const [header = [], ...rest] = rows;
  const column = header.findIndex((head, at) => at > 0 && isNamed(head));
  if (column > 0) return rest.flatMap((row) => (row[column] ? [{ name: row[0] ?? '', text: row[column] }] : []));
  const row = rest.find(([label = '']) => label.length < 40 && isLabel(label)) ?? [];
  return row.slice(1).flatMap((text, at) => (text === '' ? [] : [{ name: header[at + 1] ?? '', text }]));
}
