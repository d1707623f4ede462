import { html } from 'ghtml';
import type { Visit } from '../../../doors/http/desk/definition.ts';
import { formStart } from '../../../doors/http/desk/parts.ts';
import type { Review } from './blind-form.ts';
import { scoringPath } from './words.ts';

/** Ends a second review without a result. */
export const withdrawForm = (
  visit: Visit,
  { job_id, reviewer }: Review,
): string => html`<details class="second-withdraw"><summary>Withdraw this review</summary>
<p class="hint">It ends without a result. The draft may then be given to somebody else, not to ${reviewer} again.</p>
!${formStart(visit, `${scoringPath(job_id)}/withdraw`)}<button class="quiet">Withdraw</button></form></details>`;
