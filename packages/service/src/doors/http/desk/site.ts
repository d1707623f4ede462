import type { DeskForm, DeskPage } from './definition.ts';
import { duePage } from './due/page.ts';
import { jobsPage, startForm } from './jobs/list-page.ts';
import { cancelForm, jobPage } from './jobs/progress-page.ts';
import { lettersPage, resendForm } from './letters/page.ts';
import { logPage } from './log/page.ts';
import { publishForms, publishPages } from './publish/pages.ts';
import { publishedListPage } from './published/list-page.ts';
import { publishedStepsPage } from './published/steps-page.ts';
import { startPage } from './queue/page.ts';
import { replyForms, replyPages } from './replies/pages.ts';
import { requestForms } from './request/forms.ts';
import { requestPage } from './request/page.ts';
import { reviewForms, reviewPages } from './review/pages.ts';
import { blindReview } from './second/ask-form.ts';
import { secondForms, secondPages } from './second/pages.ts';

/**
 * The one table of the desk (decision 119): every page and every form. Routes and the navigation follow from it, in this
 * order.
 */
export const deskPages: readonly DeskPage[] = [
  startPage,
  requestPage,
  jobsPage,
  jobPage(blindReview),
  ...reviewPages(blindReview),
  duePage,
  publishedListPage,
  publishedStepsPage,
  ...publishPages,
  ...replyPages,
  ...secondPages,
  lettersPage,
  logPage,
];

export const deskForms: readonly DeskForm[] = [
  ...requestForms,
  startForm,
  cancelForm,
  ...reviewForms,
  ...publishForms,
  ...replyForms,
  ...secondForms,
  resendForm,
];
