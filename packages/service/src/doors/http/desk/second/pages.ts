import type { DeskForm, DeskPage } from '../definition.ts';
import { askSecondForm } from './ask-form.ts';
import { secondScoresForm, secondWithdrawForm } from './forms.ts';
import { secondListPage } from './list-page.ts';
import { secondPage } from './score-page.ts';

/** A second pair of eyes for a draft (decision 124). */
export const secondPages: readonly DeskPage[] = [secondListPage, secondPage];

export const secondForms: readonly DeskForm[] = [secondScoresForm, secondWithdrawForm, askSecondForm];
