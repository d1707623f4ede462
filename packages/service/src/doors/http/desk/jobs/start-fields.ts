import { publishableRubrics } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import type { Context } from '../../../../operations/context.ts';
import { choice, options } from '../parts.ts';

/** What every start of an audit has: the rubric, where there is a choice, whether to insist, and by whom it is drafted. */
export function startFields(ctx: Context, typed: URLSearchParams | undefined): string {
  const { RUBRICS_PUBLISHABLE } = ctx.settings;
  const versions = publishableRubrics(ctx.rubrics, RUBRICS_PUBLISHABLE).map(
    ({ version }) => [version, `${version}${ctx.ladders.has(version) ? '' : ', by hand only'}`] as const,
  );
  const rubric =
    versions.length < 2
      ? ''
      : html`<p><label>Rubric<select name="rubric">!${options([['', 'that of the last audit, else the newest'], ...versions], typed?.get('rubric') ?? '')}</select></label></p>`;
  return html`!${rubric}!${choice(['checkbox', 'again', 'yes'], 'Also if this site was audited within 24 hours', typed?.get('again') === 'yes')}
<p class="actions"><button>Start the audit</button> <button class="quiet" name="by_hand" value="yes">Write it by hand</button></p>
<p class="hint">The service looks at the site and drafts the audit; by hand, nothing is visited and every score is yours.</p>`;
}

/** The same fields as `start_audit` takes them. */
export function startInput(values: URLSearchParams): { rubric?: string; again: boolean; by_hand: boolean } {
  const rubric = values.get('rubric') ?? '';
  const is = (name: string) => values.get(name) === 'yes';
  return { ...(rubric !== '' && { rubric }), again: is('again'), by_hand: is('by_hand') };
}
