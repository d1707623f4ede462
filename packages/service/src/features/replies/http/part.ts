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
import { checkForm, tokenPage } from './token-page.ts';
import { LIST_PATH, replyPath } from './words.ts';

/** Disputes that are counted beside the queue, and those that are named. */
const COUNTED = 200;
const NAMED = 3;

export const repliesPart: HttpPart = {
  desk_pages: [{ ...repliesPage, after: '/desk/publications/{publication}' }, tokenPage, replyPage],
  desk_forms: [beginForm, checkForm, previewForm, publishForm, decideForm, removeForm],
  desk_style: readFileSync(join(import.meta.dirname, 'assets/replies.css'), 'utf8'),
  about: aboutReplies,
  waiting,
  beside_request: beginForRequest,
  settled_by_publishing: settledDisputes,
};

async function waiting(visit: Visit): Promise<readonly Waiting[]> {
  const { replies } = await visit.call(listReplies, { state: 'open', limit: COUNTED });
  const oldest = replies.slice(-NAMED).reverse();
  const items = oldest.map(
    ({ reply_id, slug, criterion, published_at }) =>
      html`<a href="${replyPath(reply_id)}">${slug}, ${criterion}</a> !${timeMark(published_at, visit.ctx.now())}`,
  );
  return [{ title: 'Open disputes', count: replies.length, path: LIST_PATH, none: '', items }];
}
