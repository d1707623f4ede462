import type { DeskForm, DeskPage } from '../definition.ts';
import { beginForm, repliesPage } from './list-page.ts';
import { decideForm, removeForm, replyPage } from './reply-page.ts';
import { previewForm, publishForm } from './say.ts';
import { checkForm, tokenPage } from './token-page.ts';

/** What companies say about their audits, from the token to the outcome (decisions 155 and 156). */
export const replyPages: readonly DeskPage[] = [repliesPage, tokenPage, replyPage];

export const replyForms: readonly DeskForm[] = [beginForm, checkForm, previewForm, publishForm, decideForm, removeForm];
