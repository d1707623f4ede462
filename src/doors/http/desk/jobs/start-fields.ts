import { html } from 'ghtml';
import type { Context } from '../../../../operations/context.ts';

/** Fields that every start of an audit has: the rubric, where there is a choice, and whether to insist. */
export function startFields(ctx: Context, typed: URLSearchParams | undefined): string {
  const { RUBRICS_PUBLISHABLE } = ctx.settings;
  const versions = [...ctx.rubrics.keys()].filter(
    (version) => RUBRICS_PUBLISHABLE.includes(version) && ctx.ladders.has(version),
  );
  const chosen = typed?.get('rubric') ?? '';
  const choice =
    versions.length < 2
      ? ''
      : html`<p><label>Rubric<select name="rubric"><option value="">that of the last audit, else the newest</option>!${versions.map(
          (version) => html`<option!${version === chosen ? ' selected' : ''}>${version}</option>`,
        )}</select></label></p>`;
  return html`!${choice}<label class="request-choice"><input type="checkbox" name="again" value="yes"!${typed?.get('again') === 'yes' ? ' checked' : ''}> <span>Also if the site was audited within 24 hours</span></label>`;
}

/** The same fields as `start_audit` takes them. */
export function startInput(values: URLSearchParams): { rubric?: string; again: boolean } {
  const rubric = values.get('rubric') ?? '';
  return { ...(rubric !== '' && { rubric }), again: values.get('again') === 'yes' };
}
