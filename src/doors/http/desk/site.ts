import type { DeskForm, DeskPage } from './definition.ts';
import { startPage } from './queue/page.ts';
import { reviewForm } from './request/forms.ts';

/**
 * The one table of the desk (decision 119): every page and every form. Routes and the navigation follow from it, in this
 * order.
 */
export const deskPages: readonly DeskPage[] = [startPage];

export const deskForms: readonly DeskForm[] = [reviewForm];
