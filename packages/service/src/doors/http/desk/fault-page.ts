import { html } from 'ghtml';
import { type Fault, problem } from '../../../domain/fault.ts';
import type { DeskContent } from './definition.ts';
import { faultMessage } from './parts.ts';

/** An error for operators: what is wrong, and the way back. */
export function faultPage(fault: Fault, base_url: string): DeskContent {
  const { status, title } = problem(fault, base_url);
  return {
    title,
    status,
    main: html`<section class="error">
<p class="code">${status}</p>
<h1>${title}</h1>
!${faultMessage(fault)}
<p><a href="/desk">Back to the queue</a></p>
</section>`,
  };
}
