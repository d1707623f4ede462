import { Fault } from '../../../domain/fault.ts';
import { badge } from './badge.ts';
import { boardMarkdown } from './board/markdown.ts';
import { boardPage } from './board/page.ts';
import { boardRows } from './board/rows.ts';
import { boardQuery, readBoardView } from './board/view.ts';
import { companyMarkdown } from './company/markdown.ts';
import { companyPage } from './company/page.ts';
import { companyView } from './company/view.ts';
import { compareMarkdown, comparePage } from './compare/page.ts';
import { comparePath, readCompared } from './compare/view.ts';
import type { PageInput } from './page-input.ts';
import { privacyMarkdown, privacyPage } from './privacy-page.ts';
import { problemCodes, problemMarkdown, problemPage, problemsMarkdown, problemsPage } from './problem-page.ts';
import { rubricMarkdown, rubricPage } from './rubric-page.ts';

/** What stands at an address, drawn only when it is asked for. */
export type PageMatch = {
  /** The same for every address of the same content. */
  key: string;
  /** Whether it shows published scores (decision 5: the licence goes with them). */
  scores: boolean;
  /** Whose count of watchers it shows: a slug, `*` for any company's, or '' for none. */
  watched: string;
  html?: () => string;
  markdown?: () => string;
  svg?: () => string;
  /** Address of the Markdown twin, for the Link header. */
  twin?: string;
};

/**
 * What stands at an address without `.md`; a Fault when the address is of a page but asks for what there is not;
 * undefined when it is no page's at all.
 */
export function findPage(input: PageInput, path: string, query: string): PageMatch | Fault | undefined {
  if (path === '/') return findBoard(input, query);
  if (path === '/compare') return findComparison(input, query);
  const [, room, name = ''] = /^\/(audits|badge|problems)\/([^/]*)$/.exec(path) ?? [];
  if (room === 'audits') return findCompany(input, name);
  if (room === 'badge') return findBadge(input, name);
  if (room === 'problems') return findProblem(input, name);
  return findStanding(input, path);
}

/** Pages that need no more than their address. */
function findStanding(input: PageInput, path: string): PageMatch | undefined {
  const { base_url } = input;
  const about = { key: path, scores: false, watched: '', twin: `${path}.md` };
  if (path === '/rubric') return { ...about, html: () => rubricPage(input), markdown: () => rubricMarkdown(input) };
  if (path === '/privacy') return { ...about, html: () => privacyPage(base_url), markdown: () => privacyMarkdown() };
  if (path === '/problems')
    return { ...about, html: () => problemsPage(base_url), markdown: () => problemsMarkdown(base_url) };
  return undefined;
}

function findProblem({ base_url }: PageInput, name: string): PageMatch | Fault {
  const code = problemCodes.find((known) => known === name);
  if (!code) return new Fault('not_found', 'There is no error of this code.');
  return {
    key: `/problems/${code}`,
    scores: false,
    watched: '',
    html: () => problemPage(base_url, code),
    markdown: () => problemMarkdown(base_url, code),
    twin: `/problems/${code}.md`,
  };
}

function findComparison(input: PageInput, query: string): PageMatch | Fault {
  const entries = readCompared(input.snapshot, query);
  if (entries instanceof Fault) return entries;
  const key = comparePath(entries);
  return {
    key,
    scores: entries.length > 1,
    watched: '',
    html: () => comparePage(input, entries),
    markdown: () => compareMarkdown(input, entries),
    twin: key.replace('/compare', '/compare.md'),
  };
}

function findBoard(input: PageInput, query: string): PageMatch | Fault {
  const view = readBoardView(query, input.rubrics);
  if (view instanceof Fault) return view;
  const { pages } = boardRows(input, view);
  if (view.page > pages)
    return new Fault('not_found', `There is no page ${view.page} of this list; the last one is ${pages}.`);
  const canonical = boardQuery(view);
  return {
    key: `/${canonical}`,
    scores: true,
    watched: '*',
    html: () => boardPage(input, view),
    markdown: () => boardMarkdown(input, view),
    twin: `/index.md${canonical}`,
  };
}

function findCompany(input: PageInput, slug: string): PageMatch | Fault {
  const view = companyView(input, slug);
  if (!view) return new Fault('not_found', 'No audit is published under this slug.');
  return {
    key: `/audits/${slug}`,
    scores: true,
    watched: slug,
    html: () => companyPage(input, view),
    markdown: () => companyMarkdown(input, view),
    twin: `/audits/${slug}.md`,
  };
}

function findBadge(input: PageInput, name: string): PageMatch | Fault {
  const entry = name.endsWith('.svg') ? input.snapshot.entry(name.slice(0, -4)) : undefined;
  if (!entry) return new Fault('not_found', 'No audit is published under this slug.');
  return { key: `/badge/${name}`, scores: true, watched: '', svg: () => badge(input, entry) };
}
