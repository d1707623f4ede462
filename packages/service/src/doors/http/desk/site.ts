import type { HttpPart } from '../feature-part.ts';
import type { DeskForm, DeskPage } from './definition.ts';
import { duePage } from './due/page.ts';
import { jobsPage, startForm } from './jobs/list-page.ts';
import { cancelForm, jobPage } from './jobs/progress-page.ts';
import { lettersPage, resendForm } from './letters/page.ts';
import { logPage } from './log/page.ts';
import { importForm, importPage } from './publish/import.ts';
import { previewPage } from './publish/preview.ts';
import { completeForm, publicationPage } from './publish/publication.ts';
import { publishForm, publishPage } from './publish/publish.ts';
import { recordFile } from './publish/record-file.ts';
import { publishedListPage } from './published/list-page.ts';
import { publishedStepsPage } from './published/steps-page.ts';
import { startPage } from './queue/page.ts';
import { requestForms } from './request/forms.ts';
import { requestPage } from './request/page.ts';
import { evidenceBodyPage } from './review/evidence/body-page.ts';
import { evidenceListPage } from './review/evidence/list-page.ts';
import { statePage } from './review/state.ts';
import { businessForm, claimForm, criterionForm, textsForm, typedForm } from './review/submit.ts';

/** The one table of the desk (decision 119). Routes and the navigation follow from it, in this order. */
const corePages: readonly DeskPage[] = [
  startPage,
  requestPage,
  jobsPage,
  jobPage,
  statePage,
  evidenceListPage,
  evidenceBodyPage,
  duePage,
  publishedListPage,
  publishedStepsPage,
  previewPage,
  publishPage,
  publicationPage,
  recordFile,
  importPage,
  lettersPage,
  logPage,
];

const coreForms: readonly DeskForm[] = [
  ...requestForms,
  startForm,
  cancelForm,
  criterionForm,
  claimForm,
  textsForm,
  businessForm,
  typedForm,
  publishForm,
  completeForm,
  importForm,
  resendForm,
];

/** Every page of the desk, with those of features. */
export function deskPages(parts: readonly HttpPart[]): readonly DeskPage[] {
  const added = parts.flatMap(({ desk_pages = [] }) => desk_pages);
  const behind = (path: string | undefined) => added.filter(({ after }) => after === path);
  return [...corePages.flatMap((page) => [page, ...behind(page.path)]), ...behind(undefined)];
}

export const deskForms = (parts: readonly HttpPart[]): readonly DeskForm[] => [
  ...coreForms,
  ...parts.flatMap(({ desk_forms = [] }) => desk_forms),
];
