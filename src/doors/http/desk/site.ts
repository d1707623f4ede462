import type { DeskForm, DeskPage } from './definition.ts';
import { logPage } from './log/page.ts';
import { publishForms, publishPages } from './publish/index.ts';
import { publishedListPage } from './published/list-page.ts';
import { publishedStepsPage } from './published/steps-page.ts';
import { startPage } from './queue/page.ts';
import { reviewForm } from './request/forms.ts';
import { drawReview } from './review/draw-review.ts';
import { reviewForms, reviewPages } from './review/pages.ts';
import { secondForms, secondPages } from './second/pages.ts';

/**
 * The one table of the desk (decision 119): every page and every form. Routes and the navigation follow from it, in this
 * order.
 */
export const deskPages: readonly DeskPage[] = [
  startPage,
  { path: '/desk/audits/{job_id}', draw: drawReview },
  ...reviewPages,
  logPage,
  publishedListPage,
  publishedStepsPage,
  ...publishPages,
  ...secondPages,
];

export const deskForms: readonly DeskForm[] = [reviewForm, ...reviewForms, ...publishForms, ...secondForms];
