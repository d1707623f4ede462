import { html } from 'ghtml';
import { companyNamed } from '../../../catalogue/search/company-named.ts';
import { nearest } from '../../../catalogue/search/nearest.ts';
import { QUERY_LENGTH_MAX } from '../../../catalogue/search/search.ts';
import type { Entry, Listed, Snapshot } from '../../../catalogue/snapshot.ts';
import { blocks } from '../../../doors/http/html/markdown.ts';
import { fictionalMark } from '../../../doors/http/html/marks.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import { tierMark } from '../../../doors/http/html/tier.ts';
import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import { contactFields, dataNote, type FilledForm, field, refusals, refusedTitle } from './fields.ts';

const DESCRIPTION = 'Get a mail when a company on Readymark is audited again, or a correction moves its score.';

/** The company that the form is about: one of the leaderboard, or else what was typed, with the nearest ones. */
type WatchDraft = { entry: Entry | undefined; near: readonly Listed[]; typed: string };

/** Companies that are suggested, at most. */
const NEAR_MAX = 5;

/** The company that somebody means: by its slug, its name as it is, or its website; else the nearest ones. */
export function watchDraft(snapshot: Snapshot, typed: string): WatchDraft {
  const text = typed.trim();
  const entry = companyNamed(snapshot, text);
  if (entry || text === '') return { entry, near: [], typed };
  return { entry: undefined, near: nearest(snapshot, text, NEAR_MAX), typed };
}

/** The company in a query. */
export const readWatchDraft = (snapshot: Snapshot, query: string): WatchDraft => watchDraft(snapshot, chosenIn(query));

/** A query with the company alone, in normal form. */
export function normalWatchQuery(query: string): string {
  const slug = chosenIn(query);
  return slug === '' ? '' : `?${new URLSearchParams({ slug })}`;
}

const chosenIn = (query: string) => new URLSearchParams(query).get('slug')?.slice(0, QUERY_LENGTH_MAX).trim() ?? '';

/** A form that watches a company by mail (spec 2.5; decision 116). */
export function watchForm(
  { rubrics }: Pick<PageInput, 'rubrics'>,
  { entry, near }: WatchDraft,
  form: FilledForm,
): PageContent {
  return {
    title: `${refusedTitle(form)}Watch a company · Readymark`,
    description: DESCRIPTION,
    main: html`<div class="prose"><h1>Watch a company</h1>
<p>You get a mail when the company is audited again, or when a correction moves its score: score, tier and rank before and after, and the criteria that moved. A mail also says when its score becomes stale, and when its audits are taken back. Every mail has a link that ends them.</p>
!${refusals(form)}
!${near.length ? html`<p>Did you mean !${near.map(({ slug, company, fictional }) => html`<a href="/watch?slug=${slug}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)}`).join(', ')}?</p>` : ''}
<form class="sheet" method="post" action="/watch">
<input type="hidden" name="form" value="${form.token}">
!${
      entry
        ? html`<p class="chosen"><bdi>${entry.company}</bdi>!${fictionalMark(entry.fictional)} <span>${entry.overall_score} of 100</span> !${tierMark(rubrics, entry.tier)} <a href="/watch">another company</a></p>
<input type="hidden" name="slug" value="${entry.slug}">`
        : field(form, {
            name: 'slug',
            label: 'Company',
            required: true,
            maxlength: 200,
            autocomplete: 'off',
            hint: 'Its name or website, as on the <a href="/">leaderboard</a>. One that is not listed can be <a href="/request">requested</a>.',
          })
    }
!${contactFields(form, { hint: 'Where the mails go, once you have confirmed it.', unless: 'or a key, below' })}
<p><button type="submit">Watch</button></p>
<p class="hint">!${dataNote}</p>
</form>
<h2>For agents</h2>
<p>Programs call <code>POST /api/agent/watch</code>, or the tool <code>watch_company</code>: <a href="/docs">API</a>, <a href="/auth.md">auth.md</a>. A digest says the same without mail.</p>
</div>`,
  };
}

export const watchMarkdown = ({ base_url }: PageInput): string =>
  blocks(
    '# Watch a company',
    DESCRIPTION,
    `People fill in the form at ${base_url}/watch; \`?slug=\` chooses the company. The e-mail address has to be confirmed.`,
    `Programs register (POST /api/agent/auth) and call POST /api/agent/watch, or the tool watch_company: ${base_url}/auth.md. GET /api/agent/digest says the same without mail.`,
  );
