import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { html } from 'ghtml';
import { Fault } from '../../../domain/fault.ts';
import { day, signed } from '../../../doors/http/html/format.ts';
import { snippet } from '../../../doors/http/pages/audit/snippet.ts';
import { fixesPrompt } from '../../../doors/http/pages/company/acts.ts';
import { companyView } from '../../../doors/http/pages/company/view.ts';
import type { PageInput } from '../../../doors/http/pages/page-input.ts';
import { ownPath } from '../domain/addresses.ts';
import type { OwnDraft } from '../operations/own-drafts.ts';

/** Above the page of a private draft: what it is, what changed since the one before, and everything to paste. */
export function draftBanner(
  input: PageInput,
  secret: string,
  { draft, before }: { draft: OwnDraft; before: OwnDraft | undefined },
): string {
  const view = companyView(input, draft.record.slug, '');
  const prompts = view instanceof Fault ? '' : fixesPrompt(input.base_url, view, view.record.criteria.length);
  const since = before
    ? html` <b>${signed(draft.record.overall_score - before.record.overall_score)}</b> points since ${day(before.finished_at.slice(0, 10))}.`
    : '';
  const snippets = snippetsOf(draft.proposals);
  return html`<div class="note dated"><p><b>Private draft by a machine.</b> Nobody has reviewed it, and nobody but you sees it.!${since} <a href="${ownPath(secret)}">Back to your page</a></p>
!${snippets.length ? html`<details><summary>What to paste (${snippets.length})</summary><div>!${snippets.map(({ title, place, text }) => snippet(title, text, html`<span>${place}</span>`))}</div></details>` : ''}
!${prompts ? html`<details><summary>All fixes as a prompt for your coding agent</summary><div>!${snippet('Prompt for a coding agent', prompts)}</div></details>` : ''}</div>
`;
}

/** Each snippet once: several criteria may ask for the same. */
function snippetsOf(proposals: readonly CriterionProposal[]) {
  const all = proposals.flatMap(({ advice }) => advice?.snippets ?? []);
  return [...new Map(all.map((one) => [`${one.title} ${one.text}`, one])).values()];
}

/** What a reviewer may give, by the intervals of the machine. */
export function pointsOf({ record, proposals }: OwnDraft): { low: number; high: number } {
  const scored = proposals.filter(({ id }) => record.criteria.some((one) => one.id === id));
  const sum = (points: (one: CriterionProposal) => number) => scored.reduce((all, one) => all + points(one), 0);
  return { low: sum(({ low }) => low), high: sum(({ high }) => high) };
}
