import { html } from 'ghtml';
import type { DeskListed } from '../../../../domain/desk.ts';
import { day } from '../../html/format.ts';

/** The audit that stands for the site of a request, in a few words: how good, how old, and whether it still holds. */
export function listedMark(listed: DeskListed | null | undefined): string {
  if (!listed) return '<span class="queue-unlisted">not listed</span>';
  const { overall_score, audit_date, stale } = listed;
  return html`<span class="queue-listed">listed: ${overall_score} of ${day(audit_date)}!${stale ? ' <span class="stale">stale</span>' : ''}</span>`;
}
