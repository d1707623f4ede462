import { html } from 'ghtml';
import { QUERY_LENGTH_MAX } from '../../../catalogue/search/search.ts';
import type { Listed } from '../../../catalogue/snapshot.ts';
import type { Problem } from '../../../domain/fault.ts';
import { searchTool } from '../html/for-agents.ts';
import { fictionalMark } from '../html/marks.ts';
import type { PageContent } from '../html/page.ts';

/** A company that an address most likely means. */
export type Suggested = Pick<Listed, 'slug' | 'company' | 'overall_score' | 'fictional'>;

/**
 * An error for people: what is wrong, suggestions, and the next step. Says nothing about the error that the JSON body does
 * not say.
 */
export function errorPage(problem: Problem, near: readonly Suggested[] = []): PageContent {
  const { status, title, message, remedy, error, errors } = problem;
  return {
    title: `${title} · Readymark`,
    description: message,
    main: html`<section class="error">
<p class="code">${status}</p>
<h1>${title}</h1>
<p>${message}</p>
!${errors?.length ? html`<ul>!${errors.map((one) => html`<li><code>${one.field}</code> ${one.message}</li>`)}</ul>` : ''}
!${near.length ? html`<h2>Did you mean</h2><ul>!${near.map(({ slug, company, overall_score, fictional }) => html`<li><a href="/audits/${slug}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)}, ${overall_score} of 100</li>`)}</ul>` : ''}
<search><form class="controls" action="/" method="get" !${searchTool}><p><label for="q">Search the leaderboard</label><input id="q" name="q" type="search" maxlength="${QUERY_LENGTH_MAX}" placeholder="Company or domain"></p><p><button type="submit">Search</button></p></form></search>
<p class="hint">For programs: <a href="/problems/${error}"><code>${error}</code></a>. ${remedy}</p>
</section>`,
  };
}
