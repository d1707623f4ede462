import { html } from 'ghtml';
import type { z } from 'zod';
import { deskActions, saidOf } from '../../../../domain/desk/actions.ts';
import { Fault } from '../../../../domain/fault.ts';
import { listActions } from '../../../../operations/desk/list-actions.ts';
import { dayMark, shortened } from '../../html/format.ts';
import type { DeskContent, DeskPage, Visit } from '../definition.ts';
import { faultMessage } from '../parts.ts';
import { subjectLink } from './links.ts';

/** Actions on one page: with reasons of some hundred letters it stays below 60 KB. */
const PAGE_SIZE = 50;
/** Letters that are shown of a part of a sentence; the page of the thing has all. */
const PART_MAX = 300;

type Action = z.output<typeof listActions.output>['actions'][number];

/** What the log is searched by, as the names of the fields; empty ones count as none. */
const fields = ['operator', 'action', 'text', 'from', 'to', 'subject_id'] as const;
type Filter = Partial<Record<(typeof fields)[number], string>>;

/** Who did what, and when, newest first, searched by a form that is an address (decision 103). */
export const logPage: DeskPage = {
  path: '/desk/log',
  nav: 'Log',
  async draw(visit) {
    const filter = filterOf(visit);
    const after = visit.query.get('after') || undefined;
    try {
      const { actions, next } = await visit.call(listActions, { ...filter, after, limit: PAGE_SIZE });
      return content(filter, found(actions, { filter, next, first: after === undefined }));
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'invalid_request')) throw error;
      return { ...content(filter, faultMessage(error)), status: 422 };
    }
  },
};

function filterOf({ query }: Visit): Filter {
  const given = fields.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

const content = (filter: Filter, list: string): DeskContent => ({
  title: 'Log',
  keys: [
    ['j', 'the next action'],
    ['k', 'the action before'],
    ['Enter o', 'open what it was done to'],
    ['/', 'search'],
  ],
  main: html`<h1>Log</h1>
!${form(filter)}
!${list}`,
});

function form({ operator = '', action = '', text = '', from = '', to = '', subject_id }: Filter): string {
  const options = Object.keys(deskActions)
    .sort()
    .map(
      (name) =>
        html`<option value="${name}"!${name === action ? ' selected' : ''}>${name.replaceAll('_', ' ')}</option>`,
    );
  const of_subject =
    subject_id === undefined
      ? ''
      : html`<p class="log-subject">Only what was done to <code>${subject_id}</code>.
<input type="hidden" name="subject_id" value="${subject_id}"> <a href="/desk/log">Everything</a></p>`;
  return html`<form class="controls log-filter" action="/desk/log" role="search">
<p><label for="log-text">Words</label><input id="log-text" name="text" type="search" data-key-filter value="${text}" maxlength="200" placeholder="company, id, reason"></p>
<p><label for="log-operator">Operator</label><input id="log-operator" name="operator" value="${operator}" maxlength="200" autocapitalize="none" spellcheck="false"></p>
<p><label for="log-action">Action</label><select id="log-action" name="action"><option value="">any</option>!${options}</select></p>
<p><label for="log-from">From (UTC)</label><input id="log-from" name="from" type="date" value="${from}"></p>
<p><label for="log-to">To</label><input id="log-to" name="to" type="date" value="${to}"></p>
<p><button>Search</button></p>
!${of_subject}</form>`;
}

function found(
  actions: readonly Action[],
  { filter, next, first }: { filter: Filter; next: string | null; first: boolean },
): string {
  const address = (more: Record<string, string>) =>
    `/desk/log${withMark(new URLSearchParams({ ...filter, ...more }).toString())}`;
  if (!actions.length)
    return html`<p class="empty">Nothing was done that fits. !${Object.keys(filter).length ? '<a href="/desk/log">Show everything</a>' : ''}</p>`;
  const days = Map.groupBy(actions, ({ at }) => at.slice(0, 10));
  const lists = [...days].map(
    ([date, done]) => html`<section class="log-day"><h2>!${dayMark(date)}</h2>
<ol data-rows>!${done.map(entry)}</ol></section>`,
  );
  const ways = [
    ...(first ? [] : [html`<a href="${address({})}">Newest</a>`]),
    ...(next === null ? [] : [html`<a href="${address({ after: next })}" rel="next">Older</a>`]),
  ];
  return html`!${lists}!${ways.length ? html`<p class="actions">!${ways.join(' ')}</p>` : ''}`;
}

const withMark = (query: string) => (query === '' ? '' : `?${query}`);

function entry(action: Action): string {
  const { at, operator } = action;
  const said = saidOf(action).map((part) =>
    typeof part === 'string'
      ? html`${shortened(part, PART_MAX)}`
      : subjectLink({ ...part, text: shortened(part.text, PART_MAX) }),
  );
  // A reason ends as it was written.
  const end = /[.!?…](<\/bdi><\/a>)?$/.test(said.at(-1) ?? '') ? '' : '.';
  return html`<li><time datetime="${at}">${at.slice(11, 16)}</time><p><b>${operator}</b> <bdi>!${said}</bdi>${end}</p></li>
`;
}
