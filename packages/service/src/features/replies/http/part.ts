import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'ghtml';
import type { Visit, Waiting } from '../../../doors/http/desk/definition.ts';
import { timeMark } from '../../../doors/http/desk/parts.ts';
import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { listReplies } from '../operations/list-replies.ts';
import { aboutReplies } from './about.ts';
import { beginForRequest } from './begin-form.ts';
import { beginForm, repliesPage } from './list-page.ts';
import { decideForm, removeForm, replyPage } from './reply-page.ts';
import { previewForm, publishForm } from './say.ts';
import { settledDisputes } from './settle-disputes.ts';
import { ownTexts } from './texts/own-part.ts';
import { decideTextForm, textPage } from './texts/text-page.ts';
import { checkForm, tokenPage } from './token-page.ts';
import { LIST_PATH, replyPath, textPath } from './words.ts';

/** Disputes that are counted beside the queue, and those that are named. */
const COUNTED = 200;
const NAMED = 3;

export const repliesPart: HttpPart = {
  desk_pages: [{ ...repliesPage, after: '/desk/publications/{publication}' }, tokenPage, textPage, replyPage],
  desk_forms: [beginForm, checkForm, previewForm, publishForm, decideTextForm, decideForm, removeForm],
  own_parts: [ownTexts],
  desk_style: readFileSync(join(import.meta.dirname, 'assets/replies.css'), 'utf8'),
  about: aboutReplies,
  waiting,
  beside_request: beginForRequest,
  settled_by_publishing: settledDisputes,
};

async function waiting(visit: Visit): Promise<readonly Waiting[]> {
  const { replies, texts } = await visit.call(listReplies, { state: 'open', limit: COUNTED });
  const now = visit.ctx.now();
  const oldest = <T>(of: readonly T[]) => of.slice(-NAMED).reverse();
  const disputes = oldest(replies).map(
    ({ reply_id, slug, criterion, published_at }) =>
      html`<a href="${replyPath(reply_id)}">${slug}, ${criterion}</a> !${timeMark(published_at, now)}`,
  );
  const sent = oldest(texts).map(
    (text) =>
      html`<a href="${textPath(text)}">${text.slug}, ${text.criterion ?? 'the whole audit'}</a> !${timeMark(text.sent_at, now)}`,
  );
  return [
    { title: 'Texts from companies', count: texts.length, path: LIST_PATH, none: '', items: sent },
    { title: 'Open disputes', count: replies.length, path: LIST_PATH, none: '', items: disputes },
  ];
}
