import { html } from 'ghtml';
import type { Entry } from '../../../catalogue/snapshot.ts';
import type { Problem } from '../../../domain/fault.ts';
import { page } from '../html/page.ts';

/**
 * A fault as people see it: what is wrong, what may have been meant, and a way on. Says nothing that the JSON body does
 * not say.
 */
export function errorPage(problem: Problem, base_url: string, near: readonly Entry[] = []): string {
  const { status, title, message, remedy, error, errors } = problem;
  return page({
    title: `${title} · Readymark`,
    description: message,
    base_url,
    main: html`<section class="error">
<p class="code">${status}</p>
<h1>${title}</h1>
<p>${message}</p>
!${errors?.length ? html`<ul>!${errors.map((one) => html`<li><code>${one.field}</code> ${one.message}</li>`)}</ul>` : ''}
!${near.length ? html`<h2>Did you mean</h2><ul>!${near.map(({ slug, company, overall_score }) => html`<li><a href="/audits/${slug}"><bdi>${company}</bdi></a>, ${overall_score} of 100</li>`)}</ul>` : ''}
<search><form class="controls" action="/" method="get"><p><label for="q">Search the leaderboard</label><input id="q" name="q" type="search" maxlength="200" placeholder="Company or domain"></p><p><button type="submit">Search</button></p></form></search>
<p class="hint">For programs: <a href="/problems/${error}"><code>${error}</code></a>. ${remedy}</p>
</section>`,
  });
}
