import { html } from 'ghtml';
import { jobOf } from '../../../doors/http/desk/addresses.ts';
import type { DeskContent, DeskForm, Refused, Visit } from '../../../doors/http/desk/definition.ts';
import { faultMessage, message } from '../../../doors/http/desk/parts.ts';
import { finishSecondReview } from '../operations/finish-second-review.ts';
import { scoreSecondReview } from '../operations/score-second-review.ts';
import { withdrawSecondReview } from '../operations/withdraw-second-review.ts';
import type { Review } from './blind-form.ts';
import { readReview, secondContent } from './score-page.ts';
import { scoredText, scoringPath } from './words.ts';

/** What was chosen for one criterion; undefined where the form said nothing, or nothing else than when it was drawn. */
type Chosen = { id: string; score?: number; note?: string };

/** What differs from what is stored, of what was changed since the form was drawn. */
function chosenIn(values: URLSearchParams, { items }: Review): Chosen[] {
  // Scores when it was drawn: what only another window changed since is not changed back.
  const base = values.get('base')?.split(',') ?? [];
  return items.flatMap(({ id, score, note }, at) => {
    const given = values.get(`score.${id}`);
    const text = values.get(`note.${id}`)?.replaceAll('\r\n', '\n').trim();
    const scored = given !== null && given !== base[at] && given !== String(score ?? '');
    const noted = text !== undefined && text !== (note ?? '');
    if (!scored && !noted) return [];
    return [{ id, ...(scored && { score: Number(given) }), ...(noted && { note: text }) }];
  });
}

/** Saves what was chosen, and finishes where that was asked for; a script sends one criterion at a time. */
export const secondScoresForm: DeskForm = {
  path: '/desk/second/{job_id}',
  body_limit: 512 * 1024,
  async submit(visit, values) {
    const job_id = jobOf(visit);
    const go = values.get('go') ?? '';
    const scores = chosenIn(values, await readReview(visit));
    let version = Number(values.get('version') ?? '');
    if (scores.length) ({ version } = await visit.call(scoreSecondReview, { job_id, version, scores }));
    if (go === 'finish') await visit.call(finishSecondReview, { job_id, version });
    if (visit.wants_json) return { json: { version, scored: scoredText(await readReview(visit)) } };
    const place = /^[\w-]{1,40}$/.test(go) && go !== 'finish' && go !== 'save' ? `#${go}` : '';
    return { see_other: `${scoringPath(job_id)}${place}` };
  },
  again: drawAgain,
};

async function drawAgain(visit: Visit, { values, fault }: Refused): Promise<DeskContent> {
  const review = await readReview(visit);
  const stored = new Map(review.items.map((item) => [item.id, item]));
  const typed = chosenIn(values, review).map(({ id, score, note }) => {
    const item = stored.get(id);
    return [id, { score: score ?? item?.score ?? null, note: note ?? item?.note ?? null }] as const;
  });
  const lost = typed.length ? html`<p>What you chose is below, not saved yet: save again.</p>` : '';
  const unscored = review.items.filter(({ score }) => score === null);
  const links = unscored.map(({ id }) => html`<a href="#${id}">${id}</a> `);
  const finishing = values.get('go') === 'finish' && fault.code === 'invalid_request' && !typed.length;
  const wrong = finishing
    ? message('wrong', 'Not every criterion has a score yet:', html`<p>!${links}</p>`)
    : faultMessage(fault);
  return secondContent(visit, review, { message: `${wrong}${lost}`, typed: new Map(typed) });
}

export const secondWithdrawForm: DeskForm = {
  path: '/desk/second/{job_id}/withdraw',
  async submit(visit) {
    await visit.call(withdrawSecondReview, { job_id: jobOf(visit) });
    return { see_other: '/desk/second' };
  },
};
