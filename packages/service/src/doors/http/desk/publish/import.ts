import { html } from 'ghtml';
import { editedParts } from '../../../../domain/auditing/edited-record.ts';
import { invalidFields } from '../../../../domain/fault.ts';
import { importDraft } from '../../../../operations/desk/audits/import-draft.ts';
import { type Draft, readDraft } from '../../../../operations/desk/audits/read-draft.ts';
import { counted } from '../../html/format.ts';
import { auditPath, jobOf } from '../addresses.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { faultMessage, formStart, hidden, message, spaced, timeMark } from '../parts.ts';

/** Larger records are imported on the command line. */
const IMPORT_LIMIT = 1024 * 1024;

type Parts = Exclude<ReturnType<typeof editedParts>, { errors: unknown }>;

/** Takes back the record of a draft that was edited elsewhere: what differs is shown first, and then applied. */
export const importPage: DeskPage = {
  path: '/desk/audits/{job_id}/import',
  draw: async (visit) => page(await draftOf(visit), { body: sheet(visit, '', '') }),
};

export const importForm: DeskForm = {
  path: '/desk/audits/{job_id}/import',
  body_limit: IMPORT_LIMIT,
  async submit(visit, values) {
    const draft = await draftOf(visit);
    const { job_id } = draft;
    const [record, reason] = [values.get('record') ?? '', values.get('reason')?.trim() ?? ''];
    if (values.get('apply') !== 'yes') return differences(visit, draft, { record, reason });
    const version = Number(values.get('version') ?? '');
    await visit.call(importDraft, { job_id, version, record, ...(reason && { reason }) });
    return { see_other: auditPath(job_id) };
  },
  async again(visit, { values, fault }) {
    const draft = await draftOf(visit);
    const [record, reason] = [values.get('record') ?? '', values.get('reason')?.trim() ?? ''];
    const top = faultMessage(fault);
    // Somebody else revised the draft: what differs from it now is shown before anything is applied.
    if (fault.code === 'conflict' && !('errors' in editedParts(draft.record, record)))
      return differences(visit, draft, { record, reason, top });
    return page(draft, { top, body: sheet(visit, record, reason) });
  },
};

const draftOf = (visit: Visit) => visit.call(readDraft, { job_id: jobOf(visit) });

function page({ job_id, record }: Draft, { top = '', body }: { top?: string; body: string }): DeskContent {
  return {
    title: `Import a record of ${record.company}`,
    main: html`<article class="publish">
<p class="path"><a href="${auditPath(job_id)}">Review</a></p>
<h1>Import a record of <bdi>${record.company}</bdi></h1>
!${top}
!${body}
</article>`,
  };
}

const formPath = (visit: Visit) => `${auditPath(jobOf(visit))}/import`;

/** The form with what was typed. The script puts a file into it. */
function sheet(visit: Visit, record: string, reason: string): string {
  return html`<p>Take it out as <a href="${auditPath(jobOf(visit))}/record.json">JSON</a>, change scores, evidence and texts, and bring it back. Sums and tier follow from the scores. What differs is shown before anything is changed.</p>
!${formStart(visit, formPath(visit), 'class="sheet publish-import"')}
<p class="field" data-file hidden><label for="record-file">From a file</label><input id="record-file" type="file" accept=".json,application/json"></p>
<p class="field"><label for="record">The record as JSON</label><textarea id="record" name="record" rows="14" spellcheck="false" autocomplete="off" required>
${record}</textarea></p>
!${reasonField(reason)}
<p class="actions"><button>Show what differs</button></p>
</form>`;
}

const reasonField = (reason: string) =>
  html`<p class="field"><label for="reason">Reason <span>for scores that differ; required outside of a proposed interval</span></label><input id="reason" name="reason" maxlength="1000" value="${reason}" dir="auto"></p>`;

/** What an edited record would change, and the button that does it. Faults: invalid_request, with every field that is wrong. */
function differences(
  visit: Visit,
  draft: Draft,
  { record, reason, top = '' }: { record: string; reason: string; top?: string },
): DeskContent {
  const parts = editedParts(draft.record, record);
  if ('errors' in parts) throw invalidFields(parts.errors, 'The record cannot be taken; nothing was changed.');
  const items = [...criteriaOf(draft, parts, visit.ctx.now()), ...textsOf(draft, parts)];
  if (!items.length)
    return page(draft, {
      top: top + message('note', 'Nothing differs from the draft as it is now.'),
      body: sheet(visit, record, reason),
    });
  return page(draft, {
    top,
    body: html`<h2>${counted(items.length, 'change')}, not made yet</h2>
<ul class="ruled">!${items}</ul>
!${formStart(visit, formPath(visit), 'class="sheet publish-import"')}!${hidden('version', String(draft.version))}!${hidden('apply', 'yes')}!${hidden('record', record)}
!${reasonField(reason)}
<p class="actions"><button>Make these changes</button> <a href="${formPath(visit)}">Begin again</a></p>
</form>`,
  });
}

function criteriaOf({ record, criteria: drafted }: Draft, { criteria }: Parts, now: Date): string[] {
  return criteria.map(({ id, score, evidence }) => {
    const before = record.criteria.find((one) => one.id === id);
    const review = drafted.find((one) => one.id === id)?.review;
    // The record may have been taken out before that.
    const by = review
      ? html`<p class="hint">Now as <bdi>${review.reviewer}</bdi> left it, !${timeMark(review.at, now)}.</p>`
      : '';
    return html`<li><h3><span class="id">${id}</span> ${before?.name ?? ''}!${score === undefined ? '' : html`: ${before?.score ?? ''} → <b>${score}</b>`}</h3>
!${by}
!${evidence === undefined ? '' : changed(before?.evidence ?? '', evidence)}</li>`;
  });
}

function textsOf({ record }: Draft, { texts }: Parts): string[] {
  return Object.entries(texts).map(([name, value]) => {
    const before: unknown = record[name as keyof typeof texts];
    const body =
      Array.isArray(before) && Array.isArray(value)
        ? changedItems(before.map(itemText), value.map(itemText))
        : changed(textOf(before), textOf(value));
    return html`<li><h3>${spaced(name)}</h3>
!${body}</li>`;
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? ''));

/** A signal, a gap or an action in words; whatever else is in the edited record as JSON. */
function itemText(item: unknown): string {
  const { title, detail, action, points_gain, pillar, effort } = Object(item) as Record<string, unknown>;
  if (typeof title === 'string') return `${title}: ${textOf(detail)}`;
  if (typeof action === 'string')
    return `${action} (+${textOf(points_gain)}, ${textOf(pillar)}, effort ${textOf(effort)})`;
  return textOf(item);
}

/** What leaves a list and what comes to it. */
function changedItems(before: readonly string[], after: readonly string[]): string {
  const gone = before.filter((item) => !after.includes(item)).map((item) => line('out', item));
  const come = after.filter((item) => !before.includes(item)).map((item) => line('in', item));
  return gone.length + come.length
    ? [...gone, ...come].join('\n')
    : html`<p>${counted(after.length, 'entry', 'entries')} in another order</p>`;
}

const changed = (before: string, after: string) => `${line('out', before)}\n${line('in', after)}`;

/** A text before or after: marked by a word, not by colour alone. */
const line = (way: 'out' | 'in', text: string) =>
  way === 'out'
    ? html`<p class="publish-text"><span>until now</span> <del dir="auto">${text}</del></p>`
    : html`<p class="publish-text"><span>then</span> <ins dir="auto">${text}</ins></p>`;
