import { isFictional } from '@readymark/rubric/audit/audit';
import { climbOf } from '@readymark/rubric/climb';
import { html } from 'ghtml';
import { companyPath } from '../addresses.ts';
import { climbPrompt } from '../audit/climb.ts';
import { weakestFirst } from '../audit/criteria.ts';
import { snippet } from '../audit/snippet.ts';
import type { PageInput } from '../page-input.ts';
import { companyPreview } from './structured-data.ts';
import type { CompanyView } from './view.ts';

/** Fixes of one prompt. */
const FIXES = 3;

/** What anybody can do with an audit, under its score. */
export function companyActs({ base_url, for_people, checks, own_pages }: PageInput, view: CompanyView): string {
  const { slug, company, website, overall_score, tier } = view.record;
  const address = `${base_url}${companyPath(slug)}`;
  const fixes = fixesPrompt(base_url, view, FIXES);
  const links = [
    for_people && html`<a href="${for_people.watchAt(slug)}">Watch</a>`,
    html`<a href="/compare?slugs=${slug}">Compare</a>`,
    '<a href="#use">Badge and data</a>',
    !isFictional(view.record) && html`<a href="${own_pages?.about ?? '/about#reply'}">Is this your company?</a>`,
    !isFictional(view.record) && checks && html`<a href="${checks.checkAt(website)}">Check it now</a>`,
    for_people && html`<a href="${for_people.requestAt(website)}">Ask for a re-audit</a>`,
  ].filter((link) => link);
  const shared = `${company}: ${overall_score} of 100, ${tier}. ${address}`;
  return html`<nav class="acts" aria-label="What you can do"><ul>!${links.map((link) => html`<li>!${link}</li>`)}
<li><details><summary>Share</summary><div>!${snippet('Link', shared)}<p><a href="${companyPreview(view).path}">The image that previews show</a></p></div></details></li>
!${fixes && html`<li><details><summary>First fixes as a prompt</summary><div>!${snippet('Prompt for a coding agent', fixes)}</div></details></li>`}
</ul></nav>`;
}

/**
 * What lacks most, as one text for a coding agent; '' where nothing has a rung above it.
 *
 * @param most how many criteria, those that lack most first
 */
export function fixesPrompt(base_url: string, view: CompanyView, most: number): string {
  const prompts = weakestFirst(view.record.criteria).flatMap((criterion) => {
    const climb = climbOf(view.ladders, criterion);
    return climb?.above ? [climbPrompt(base_url, view, criterion, climb)] : [];
  });
  const first = prompts.slice(0, most);
  return first.map((prompt, at) => `# ${at + 1} of ${first.length}\n\n${prompt}`).join('\n\n');
}
