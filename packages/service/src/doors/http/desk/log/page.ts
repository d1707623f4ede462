import { html } from 'ghtml';
import type { z } from 'zod';
import { deskActions, saidOf } from '../../../../domain/desk/actions.ts';
import { Fault } from '../../../../domain/fault.ts';
import { listActions } from '../../../../operations/desk/list-actions.ts';
import { dayMark, shortened } from '../../html/format.ts';
import { subjectLink } from '../addresses.ts';
import type { DeskContent, DeskPage, Visit } from '../definition.ts';
import { listKeys, listPage, ways } from '../list-page.ts';
import { faultMessage, hidden, options, spaced } from '../parts.ts';

/** Actions on one page: with reasons of some hundred letters it stays below 60 KB. */
const PAGE_SIZE = 50;
/** Letters that are shown of a part of a sentence; the page of the thing has all. */
const PART_MAX = 300;
const PATH = '/desk/log';

type Action = z.output<typeof listActions.output>['actions'][number];

/** What the log is searched by, as the names of the fields; empty ones count as none. */
const fields = ['operator', 'action', 'text', 'from', 'to', 'subject_id'] as const;
type Filter = Partial<Record<(typeof fields)[number], string>>;

/** Who did what, and when, newest first, searched by a form that is an address (decision 103). */
export const logPage: DeskPage = {
  path: PATH,
  nav: 'Log',
  async draw(visit) {
    const filter = filterOf(visit);
    const after = visit.query.get('after') || undefined;
    try {
      const { actions, next } = await visit.call(listActions, { ...filter, after, limit: PAGE_SIZE });
      return content(filter, { actions, next, after });
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'invalid_request')) throw error;
      return { ...content(filter, { actions: [], next: null, after, fault: error }), status: 422 };
    }
  },
};

function filterOf({ query }: Visit): Filter {
  const given = fields.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

type ActionPage = { actions: readonly Action[]; next: string | null; after: string | undefined; fault?: Fault };

function content(filter: Filter, { actions, next, after, fault }: ActionPage): DeskContent {
  const address = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...filter, ...more });
    return query.size ? `${PATH}?${query}` : PATH;
  };
  return listPage({
    title: 'Log',
    keys: [...listKeys, ['/', 'search']],
    filters: form(filter),
    look: 'log-rows',
    said: fault && faultMessage(fault),
    parts: [...Map.groupBy(actions, ({ at }) => at.slice(0, 10))].map(([date, done]) => ({
      title: dayMark(date),
      rows: done.map(entry),
    })),
    none: fault ? '' : html`<p>Nothing was done that fits. <a href="${PATH}">Show everything</a></p>`,
    ...ways({ after, address }, next),
  });
}

function form({ operator = '', action = '', text = '', from = '', to = '', subject_id }: Filter): string {
  const names = Object.keys(deskActions).sort();
  const actions = options([['', 'any'], ...names.map((name) => [name, spaced(name)] as const)], action);
  const of_subject =
    subject_id === undefined
      ? ''
      : html`<p class="log-subject">Only what was done to <code>${subject_id}</code>.
!${hidden('subject_id', subject_id)} <a href="/desk/log">Everything</a></p>`;
  return html`<form class="controls log-filter" action="/desk/log" role="search">
<p><label for="log-text">Words</label><input id="log-text" name="text" type="search" data-key-filter value="${text}" maxlength="200" placeholder="company, id, reason"></p>
<p><label for="log-operator">Operator</label><input id="log-operator" name="operator" value="${operator}" maxlength="200" autocapitalize="none" spellcheck="false"></p>
<p><label for="log-action">Action</label><select id="log-action" name="action">!${actions}</select></p>
<p><label for="log-from">From (UTC)</label><input id="log-from" name="from" type="date" value="${from}"></p>
<p><label for="log-to">To</label><input id="log-to" name="to" type="date" value="${to}"></p>
<p><button>Search</button></p>
!${of_subject}</form>`;
}

function entry(action: Action): string {
  const { at, operator } = action;
  const said = saidOf(action).map((part) =>
    typeof part === 'string'
      ? html`${shortened(part, PART_MAX)}`
      : subjectLink({ ...part, text: shortened(part.text, PART_MAX) }),
  );
  // A reason ends as it was written.
  const end = /[.!?…](<\/bdi><\/a>)?$/.test(said.at(-1) ?? '') ? '' : '.';
  return html`<time datetime="${at}">${at.slice(11, 16)}</time><p><b>${operator}</b> <bdi>!${said}</bdi>${end}</p>`;
}
