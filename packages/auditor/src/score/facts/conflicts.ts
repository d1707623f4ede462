import { objectsIn } from '../../read/objects.ts';
import type { ReadItem, Site } from '../../read/site.ts';
import { keyOf, type Plan, plansOf } from '../claims/plans.ts';
import { itemsOfRoles, textsOf } from '../claims/texts.ts';
import { type Fact, list, sourcesAt } from '../fact.ts';
import { finding } from '../finding.ts';
import { listed, placeOf, placesOf } from '../presence.ts';

/** One thing that two documents of a site state differently. */
type Conflict = { what: string; sure: boolean; sides: readonly { says: string; item: ReadItem; excerpt: string }[] };

const byItem = (plans: readonly Plan[]): Map<string, Plan[]> => Map.groupBy(plans, ({ item }) => item.final_url);
const money = (amount: number, currency: string): string => `${amount} ${currency}`;

/** A document for machines says of the offer what pages say. */
const ofMachine = ({ form, item }: Plan): boolean => form === 'json' || /\.(?:md|txt|json)$/.test(item.final_url);

/**
 * Plans of different things share names: Basic, Adults. They are of the same where one document is for machines, or both have another plan
 * with the same price.
 */
function areSame(name: string, plans: ReadonlyMap<string, readonly Plan[]>, one: Plan, other: Plan): boolean {
  if (ofMachine(one) || ofMachine(other)) return true;
  const priced = ({ item }: Plan) =>
    (plans.get(item.final_url) ?? []).flatMap((plan) =>
      keyOf(plan) === name ? [] : plan.prices.map(({ amount, currency }) => `${keyOf(plan)} ${amount} ${currency}`),
    );
  const others = new Set(priced(other));
  return priced(one).some((price) => others.has(price));
}

/** The same plan with two prices for the same period in two documents, where the one does not know the other's price. */
function priceConflicts(site: Site): Conflict[] {
  const found: Conflict[] = [];
  const all = byItem(plansOf(site));
  for (const [name, plans] of Map.groupBy(plansOf(site), keyOf)) {
    const sides = [...byItem(plans).values()].map((group) => ({
      plan: group[0] as Plan,
      prices: group.flatMap(({ prices }) => prices),
    }));
    for (const [at, one] of sides.entries())
      for (const other of sides.slice(at + 1)) {
        const [a, b] = [one, other].map(({ prices }) =>
          prices.filter(({ period }) => period === 'month' || period === 'year'),
        );
        const shared = (a ?? []).find((left) =>
          (b ?? []).some((right) => right.period === left.period && right.currency === left.currency),
        );
        if (!shared || found.length >= 5 || !areSame(name, all, one.plan, other.plan)) continue;
        const of = (prices: typeof a) =>
          (prices ?? [])
            .filter(({ period, currency }) => period === shared.period && currency === shared.currency)
            .map(({ amount }) => amount);
        const [left, right] = [of(a), of(b)];
        if (left.some((amount) => right.includes(amount))) continue;
        found.push({
          what: `the price of ${one.plan.name || name} per ${shared.period}`,
          sure: left.length === 1 && right.length === 1,
          sides: [
            { says: money(left[0] as number, shared.currency), item: one.plan.item, excerpt: one.plan.excerpt },
            { says: money(right[0] as number, shared.currency), item: other.plan.item, excerpt: other.plan.excerpt },
          ],
        });
      }
  }
  return found;
}

/** The same plan with two numbers for the same unit in two documents. */
function limitConflicts(site: Site): Conflict[] {
  const found: Conflict[] = [];
  const all = byItem(plansOf(site));
  for (const [name, plans] of Map.groupBy(plansOf(site), keyOf)) {
    const sides = [...byItem(plans).values()].map((group) => group[0] as Plan);
    for (const [at, one] of sides.entries())
      for (const other of sides.slice(at + 1).filter((side) => areSame(name, all, one, side)))
        for (const [unit, number] of one.limits) {
          const second = other.limits.get(unit);
          if (second === undefined || second === number || found.length >= 5) continue;
          found.push({
            what: `${unit} of ${one.name}`,
            sure: false,
            sides: [
              { says: number, item: one.item, excerpt: one.excerpt },
              { says: second, item: other.item, excerpt: other.excerpt },
            ],
          });
        }
  }
  return found;
}

/** Two documents list the same plans with the same prices, but one of them under another name. */
function nameConflicts(site: Site): Conflict[] {
  const documents = [...byItem(plansOf(site).filter(({ prices }) => prices.some(({ amount }) => amount > 0))).values()];
  const priceOf = (plan: Plan) => plan.prices.find(({ amount }) => amount > 0)?.amount;
  for (const [at, one] of documents.entries())
    for (const other of documents.slice(at + 1)) {
      const same = one.filter((plan) =>
        other.some((second) => keyOf(second) === keyOf(plan) && priceOf(second) === priceOf(plan)),
      );
      if (same.length < 2) continue;
      for (const plan of one) {
        const second = other.filter((candidate) => priceOf(candidate) === priceOf(plan));
        const [only] = second;
        if (!only || new Set(second.map(keyOf)).size !== 1 || keyOf(only) === keyOf(plan)) continue;
        if (
          one.some((candidate) => keyOf(candidate) === keyOf(only)) ||
          other.some((candidate) => keyOf(candidate) === keyOf(plan))
        )
          continue;
        return [
          {
            what: `the name of the plan for ${priceOf(plan)}`,
            sure: true,
            sides: [
              { says: plan.name, item: plan.item, excerpt: plan.excerpt },
              { says: only.name, item: only.item, excerpt: only.excerpt },
            ],
          },
        ];
      }
    }
  return [];
}

const claims = /(?:^|[^\d.,])(\d{1,3})[ -](?:[a-z]{1,12}[ -])?tools?\b|\btools \((\d{1,3})\)/gi;

/** How many tools a server has, as cards, pages and lists of tools count them. */
function toolConflicts(site: Site): Conflict[] {
  const counts: { count: number; item: ReadItem; excerpt: string; listed: boolean }[] = [];
  for (const { kind, item, value } of site.machine) {
    if (kind !== 'mcp_card' && kind !== 'mcp_live' && kind !== 'agent_card') continue;
    const lists = objectsIn(value).flatMap(({ tools }) => (Array.isArray(tools) && tools.length > 0 ? [tools] : []));
    const longest = lists.sort((a, b) => b.length - a.length)[0];
    if (longest && kind !== 'agent_card') counts.push({ count: longest.length, item, excerpt: '', listed: true });
    if (kind === 'agent_card') counts.push(...claimed(item, item.text ?? ''));
  }
  for (const { item, sentences, role } of textsOf(site))
    if (['agent', 'docs', 'home', 'pricing', 'product', 'integrations'].includes(role))
      for (const sentence of sentences)
        if (/\bMCP\b/.test(sentence) && !/ of (?:the|our) /.test(sentence)) counts.push(...claimed(item, sentence));
  const lists = counts.filter((one) => one.listed);
  const claim = counts.find(
    (one) =>
      !one.listed && lists.length > 0 && lists.every(({ count, item }) => count !== one.count && item !== one.item),
  );
  const truth = lists[0];
  if (!claim || !truth) return [];
  return [
    {
      what: 'the number of tools',
      sure: claim.item.content_type.includes('json'),
      sides: [
        { says: `${claim.count}`, item: claim.item, excerpt: claim.excerpt },
        { says: `${truth.count} listed`, item: truth.item, excerpt: '' },
      ],
    },
  ];
}
const claimed = (item: ReadItem, text: string) =>
  [...text.slice(0, 200_000).matchAll(claims)].slice(0, 5).flatMap((match) => {
    const count = Number(match[1] ?? match[2]);
    const start = Math.max(0, match.index - 60);
    return count >= 5
      ? [{ count, item, excerpt: text.slice(start, match.index + match[0].length + 60), listed: false }]
      : [];
  });

/** The addresses in a text that have a version among the first five parts of their path. */
function versionedIn(text: string): { excerpt: string; host: string; base: string }[] {
  return text.split(/[\s"'<>()`]/).flatMap((word) => {
    const at = word.toLowerCase().indexOf('https://');
    const url = at === -1 ? null : URL.parse(word.slice(at, at + 400));
    const parts = url?.pathname.split('/').slice(1, 6) ?? [];
    const version = parts.findIndex((part) => /^v\d{1,2}$/i.test(part));
    if (!url || version === -1) return [];
    const base = `/${parts.slice(0, version + 1).join('/')}`;
    return [
      {
        excerpt: word.slice(at, word.toLowerCase().indexOf(base.toLowerCase(), at) + base.length),
        host: url.hostname,
        base,
      },
    ];
  });
}

/** Two addresses of one version of the API on one host: what a description says and what pages show. */
function addressConflicts(site: Site): Conflict[] {
  const bases: { host: string; base: string; item: ReadItem; excerpt: string }[] = [];
  const note = (item: ReadItem, text: string) => {
    for (const { excerpt, host, base } of versionedIn(text.slice(0, 300_000)))
      if (bases.length < 500) bases.push({ host, base: base.toLowerCase(), item, excerpt });
  };
  for (const { item, servers } of site.apis) for (const server of servers) note(item, server);
  const described = [...bases];
  for (const { item, role, page } of textsOf(site))
    if (role === 'docs' || role === 'home' || role === 'agent') note(item, page?.text ?? '');
  for (const one of described) {
    const other = bases.find(
      ({ host, base }) =>
        host === one.host &&
        base !== one.base &&
        base.slice(base.lastIndexOf('/')) === one.base.slice(one.base.lastIndexOf('/')),
    );
    if (other)
      return [
        {
          what: 'the address of the API',
          sure: true,
          sides: [one, other].map(({ host, base, item, excerpt }) => ({ says: `${host}${base}`, item, excerpt })),
        },
      ];
  }
  return [];
}

const finders: Readonly<Record<string, (site: Site) => Conflict[]>> = {
  prices: priceConflicts,
  limits: limitConflicts,
  names: nameConflicts,
  tools: toolConflicts,
  addresses: addressConflicts,
};

/** Sources that speak of the same thing, so that they can contradict each other. */
function comparedPrices(site: Site): { name: string; items: ReadItem[] }[] {
  const plans = plansOf(site).filter(({ prices }) => prices.length > 0);
  return [...Map.groupBy(plans, keyOf).values()].flatMap((group) => {
    const items = [...new Set(group.map(({ item }) => item))];
    const forms = new Set(group.map(({ form, item }) => (form.startsWith('json') ? form : item.content_type)));
    return items.length >= 2 && forms.size >= 2 ? [{ name: group[0]?.name ?? '', items }] : [];
  });
}

export const conflicts: Record<string, Fact> = {
  contradictions: {
    about:
      'Things that documents of the site (pages, Markdown, typed data, cards, API descriptions) state differently. `kinds`: `prices` and ' +
      '`limits` of one plan, `names` of plans with one price, number of `tools`, `addresses` of the API.',
    find(site, args) {
      const all = list(args, 'kinds').flatMap((kind) => finders[kind]?.(site) ?? []);
      const conflicts = all.map(
        ({ what, sides }) =>
          `${what} (${sides.map(({ says, item }) => `${says} on ${placeOf(site, item.final_url)}`).join(', ')})`,
      );
      const read = textsOf(site).slice(0, 3);
      return finding(site, {
        at: all.flatMap(({ sides }) => sides),
        count: all.length,
        sure: all.filter((conflict) => conflict.sure).length,
        searched: read.length > 0 ? sourcesAt(read, 3) : sourcesAt(site.items, 1),
        show: 6,
        because: all.length > 0 ? ['conflict'] : [],
        says: { list: listed(conflicts, 3) },
      });
    },
  },
  prices_compared: {
    about: 'Plans or products whose price is in at least two documents of the site, so that they could be compared.',
    find(site) {
      const compared = comparedPrices(site);
      const items = [...new Set(compared.flatMap((one) => one.items))];
      return finding(site, {
        at: items,
        count: compared.length,
        searched: sourcesAt(itemsOfRoles(site, ['home', 'pricing']), 4),
        show: 4,
        says: { list: placesOf(site, items, 4), names: listed(compared) },
      });
    },
  },
};
