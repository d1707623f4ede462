import type { DeskForm, DeskPage } from '../definition.ts';
import { evidenceBodyPage } from './evidence-body.ts';
import { evidenceListPage } from './evidence-list.ts';
import { statePage } from './state.ts';
import { criterionForm, textsForm, typedForm } from './submit.ts';

/** The pages of a review beside the draft itself (`drawReview`), which is the page of its job. */
export const reviewPages: readonly DeskPage[] = [statePage, evidenceListPage, evidenceBodyPage];

export const reviewForms: readonly DeskForm[] = [criterionForm, textsForm, typedForm];
