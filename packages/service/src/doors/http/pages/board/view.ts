import type { FieldError } from '@readymark/rubric/field';
import { type Rubrics, tierNames } from '@readymark/rubric/rubric';
import { QUERY_LENGTH_MAX } from '../../../../catalogue/search/search.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import type { PageInput } from '../page-input.ts';

/**
 * The state of a leaderboard page. All of it is in the query, so every state can be linked and needs no script. `other`: the
 * parameter that names another board than that of now.
 */
export type BoardView = {
  other: Other | undefined;
  q: string;
  tier: string;
  sort: string;
  descending: boolean;
  page: number;
};

type Other = { parameter: string; value: string };

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

/** The orders of a board; who watches is known of that of now alone. */
export function sortsOf(rubrics: Rubrics, other: Other | undefined): ReadonlyMap<string, string> {
  const all = sorts(rubrics);
  return other ? new Map([...all].filter(([name]) => name !== 'watchers')) : all;
}

/** Names that orders had before (decision 61). */
const former = new Map([
  ['newest', { sort: 'audit_date', descending: true }],
  ['oldest', { sort: 'audit_date', descending: false }],
]);

/** Whether an order begins with the highest value unless its direction is given: each begins with what people look for. */
export const startsHigh = (sort: string): boolean => sort !== 'rank' && sort !== 'company';

/** The other board that a query names; undefined for that of now. */
export function otherOf({ other_boards }: ViewInput, parameters: URLSearchParams): Other | undefined {
  const value = other_boards && parameters.get(other_boards.parameter)?.trim();
  return value ? { parameter: other_boards.parameter, value } : undefined;
}

type ViewInput = Pick<PageInput, 'rubrics' | 'other_boards'>;

/**
 * The view that a query requests, or a Fault that says what is wrong with it. Unknown parameters are ignored.
 */
export function readBoardView(query: string, input: ViewInput): BoardView | Fault {
  const { rubrics, other_boards } = input;
  const parameters = new URLSearchParams(query);
  const given = (name: string) => (parameters.get(name) ?? '').trim();
  const tiers = tierNames(rubrics);
  const other = otherOf(input, parameters);
  const orders = sortsOf(rubrics, other);
  const tier = given('tier');
  const earlier = former.get(given('sort'));
  const sort = earlier?.sort ?? (given('sort') || 'rank');
  const order = given('order').toLowerCase();
  const view = {
    other,
    q: given('q'),
    tier: tiers.find((name) => name.toLowerCase() === tier.toLowerCase()) ?? tier,
    sort,
    descending: order ? order === 'desc' : (earlier?.descending ?? startsHigh(sort)),
    page: /^[1-9]\d{0,5}$/.test(given('page') || '1') ? Number(given('page') || '1') : 0,
  };
  const errors: FieldError[] = [];
  const issue = other && other_boards?.issue(other.value);
  if (other && issue) errors.push({ field: other.parameter, message: issue });
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
export function normalBoardQuery(input: ViewInput, query: string): string | Fault {
  const view = readBoardView(query, input);
  return view instanceof Fault ? view : boardQuery(view);
}

/**
 * The query of a view in its shortest form, with its `?`; '' for the default view. Equal views have equal queries.
 */
export function boardQuery(view: BoardView): string {
  const query = new URLSearchParams();
  if (view.other) query.set(view.other.parameter, view.other.value);
  if (view.q) query.set('q', view.q);
  if (view.tier) query.set('tier', view.tier);
  if (view.sort !== 'rank') query.set('sort', view.sort);
  if (view.descending !== startsHigh(view.sort)) query.set('order', view.descending ? 'desc' : 'asc');
  if (view.page !== 1) query.set('page', String(view.page));
  return query.size ? `?${query}` : '';
}
