import type { FieldError } from '@readymark/rubric/field';
import { isDate } from '@readymark/rubric/field';
import { type Rubrics, tierNames } from '@readymark/rubric/rubric';
import { QUERY_LENGTH_MAX } from '../../../../catalogue/search/search.ts';
import { DAY_EXPECTED } from '../../../../domain/as-of/days.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';

/**
 * The state of a leaderboard page. All of it is in the query, so every state can be linked and needs no script. `as_of`: the day
 * (`YYYY-MM-DD`) at whose end it stood so, or '' for now.
 */
export type BoardView = { as_of: string; q: string; tier: string; sort: string; descending: boolean; page: number };

/** Companies per page. */
export const PAGE_SIZE = 100;

const PAGE_NUMBER_MAX = 100_000;

/** The orders with their names, the default first, as `list_audits` calls them (decision 71); pillars come from the rubrics. */
function sorts(rubrics: Rubrics): ReadonlyMap<string, string> {
  const pillars = new Map([...rubrics.values()].flatMap((rubric) => rubric.pillars.map(({ id, name }) => [id, name])));
  return new Map([
    ['rank', 'Rank'],
    ['company', 'Company name'],
    ['overall_score', 'Score'],
    ['tier', 'Tier'],
    ...pillars,
    ['audit_date', 'Date of the audit'],
    ['watchers', 'Watchers'],
  ]);
}

/** The orders of a board; who watched on a past day is not known. */
export function sortsOf(rubrics: Rubrics, as_of: string): ReadonlyMap<string, string> {
  const all = sorts(rubrics);
  return as_of ? new Map([...all].filter(([name]) => name !== 'watchers')) : all;
}

/** Names that orders had before (decision 61). */
const former = new Map([
  ['newest', { sort: 'audit_date', descending: true }],
  ['oldest', { sort: 'audit_date', descending: false }],
]);

/** Whether an order begins with the highest value unless its direction is given: each begins with what people look for. */
export const startsHigh = (sort: string): boolean => sort !== 'rank' && sort !== 'company';

/**
 * The view that a query requests, or a Fault that says what is wrong with it. Unknown parameters are ignored.
 */
export function readBoardView(query: string, rubrics: Rubrics): BoardView | Fault {
  const parameters = new URLSearchParams(query);
  const given = (name: string) => (parameters.get(name) ?? '').trim();
  const tiers = tierNames(rubrics);
  const as_of = given('as-of');
  const orders = sortsOf(rubrics, as_of);
  const tier = given('tier');
  const earlier = former.get(given('sort'));
  const sort = earlier?.sort ?? (given('sort') || 'rank');
  const order = given('order').toLowerCase();
  const view = {
    as_of,
    q: given('q'),
    tier: tiers.find((name) => name.toLowerCase() === tier.toLowerCase()) ?? tier,
    sort,
    descending: order ? order === 'desc' : (earlier?.descending ?? startsHigh(sort)),
    page: /^[1-9]\d{0,5}$/.test(given('page') || '1') ? Number(given('page') || '1') : 0,
  };
  const errors: FieldError[] = [];
  if (as_of && !isDate(as_of)) errors.push({ field: 'as-of', message: DAY_EXPECTED });
  if (view.q.length > QUERY_LENGTH_MAX)
    errors.push({ field: 'q', message: `must be at most ${QUERY_LENGTH_MAX} characters long` });
  if (view.tier && !tiers.includes(view.tier))
    errors.push({ field: 'tier', message: `must be one of ${tiers.join(', ')}` });
  if (!orders.has(view.sort))
    errors.push({ field: 'sort', message: `must be one of ${[...orders.keys()].join(', ')}` });
  if (order && order !== 'asc' && order !== 'desc') errors.push({ field: 'order', message: 'must be asc or desc' });
  if (view.page < 1 || view.page > PAGE_NUMBER_MAX)
    errors.push({ field: 'page', message: 'must be a whole number from 1' });
  return errors.length === 0 ? view : invalidFields(errors);
}

/** The shortest form of a query, which equal views share, or the Fault for an invalid one. */
export function normalBoardQuery(query: string, rubrics: Rubrics): string | Fault {
  const view = readBoardView(query, rubrics);
  return view instanceof Fault ? view : boardQuery(view);
}

/**
 * The query of a view in its shortest form, with its `?`; '' for the default view. Equal views have equal queries.
 */
export function boardQuery(view: BoardView): string {
  const query = new URLSearchParams();
  if (view.as_of) query.set('as-of', view.as_of);
  if (view.q) query.set('q', view.q);
  if (view.tier) query.set('tier', view.tier);
  if (view.sort !== 'rank') query.set('sort', view.sort);
  if (view.descending !== startsHigh(view.sort)) query.set('order', view.descending ? 'desc' : 'asc');
  if (view.page !== 1) query.set('page', String(view.page));
  return query.size ? `?${query}` : '';
}
