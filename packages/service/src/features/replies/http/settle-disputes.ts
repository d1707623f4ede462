import type { Audit } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { Fault } from '../../../domain/fault.ts';
import type { PublicReply } from '../../../domain/replies/reply.ts';
import type { Visit } from '../../../doors/http/desk/definition.ts';
import { choice, timeMark } from '../../../doors/http/desk/parts.ts';
import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { decideReply } from '../operations/decide-reply.ts';
import { replyPath } from './words.ts';

type Moved = { reply: PublicReply; from: number; to: number };

/** Open disputes of criteria whose scores an audit moves. */
function movedDisputes({ ctx }: Visit, { slug, criteria }: Audit): Moved[] {
  const snapshot = ctx.catalogue.current();
  const current = snapshot.record(slug);
  const score = (of: readonly Audit['criteria'][number][] | undefined, id: string) =>
    of?.find((one) => one.id === id)?.score;
  return snapshot.replies(slug).flatMap((reply) => {
    const { kind, outcome, criterion } = reply;
    if (kind !== 'dispute' || outcome !== null || criterion === null) return [];
    const [from, to] = [score(current?.criteria, criterion), score(criteria, criterion)];
    return from === undefined || to === undefined || from === to ? [] : [{ reply, from, to }];
  });
}

/** An audit that moves a disputed score may close the dispute as corrected (decision 156). */
export const settledDisputes: NonNullable<HttpPart['settled_by_publishing']> = {
  choices(visit, record, sent) {
    const disputes = movedDisputes(visit, record);
    if (!disputes.length) return '';
    const boxes = disputes.map(({ reply: { reply_id, criterion, published_at }, from, to }) => {
      const ticked = sent === undefined || sent.getAll('corrects').includes(reply_id);
      const words = html`Closes the <a href="${replyPath(reply_id)}">dispute of ${criterion}</a>, !${timeMark(published_at, visit.ctx.now())}, as corrected: ${from} → ${to}`;
      return html`<li>!${choice(['checkbox', 'corrects', reply_id], words, ticked)}</li>`;
    });
    return html`<fieldset class="publish-requests"><legend>Disputed scores that it moves</legend><ul class="ruled">!${boxes}</ul></fieldset>`;
  },
  async settle(visit, { audit_date }, sent) {
    for (const reply_id of sent.getAll('corrects'))
      try {
        await visit.call(decideReply, { reply_id, outcome: 'corrected', audit_date });
      } catch (error) {
        // Somebody decided it in the meantime, which is final; the audit is published.
        if (!(error instanceof Fault)) throw error;
      }
  },
};
