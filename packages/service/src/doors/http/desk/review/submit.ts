import { CLAIM_MAX, claimVerdict } from '@readymark/auditor/evidence/claim';
import { businessKinds } from '@readymark/rubric/ladder';
import type { z } from 'zod';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { keepTyped } from '../../../../operations/desk/audits/keep-typed.ts';
import { type Draft, readDraft } from '../../../../operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../../../operations/desk/audits/revise-draft.ts';
import { jobOf } from '../addresses.ts';
import type { DeskForm, Visit } from '../definition.ts';
import { refusedPage } from './refused.ts';
import { evidenceOf } from './review.ts';
import { reviewState } from './state.ts';
import { baseOf, isText, type ListName, lists } from './text-lists.ts';
import { inWords } from './words.ts';

/** Fields whose texts were typed, and perhaps are kept, by what their names begin with. */
type Started = (field: string) => boolean;

/** Changes or confirms one criterion. What was sent with it that differs from the draft is a change, whatever button was used. */
export const criterionForm: DeskForm = {
  path: '/desk/audits/{job_id}/criteria/{id}',
  body_limit: 256 * 1024,
  async submit(visit, values) {
    const job_id = jobOf(visit);
    const id = visit.params.id?.toUpperCase() ?? '';
    const draft = await visit.call(readDraft, { job_id });
    const mine: Started = (field) => field.startsWith(`${id}.`);
    if (values.get('act') !== 'forget') {
      const change = changeOf(draft, id, values);
      const order = { job_id, version: versionOf(values), merge: true };
      await revised(visit, { ...order, ...(change ? { criteria: [change] } : { confirm: [id] }) });
    }
    await forget(visit, draft, mine);
    if (visit.wants_json) return { json: await reviewState(visit) };
    const { open } = await visit.call(readDraft, { job_id });
    return { see_other: `/desk/audits/${job_id}#${draft.open.includes(id) ? nextOpen(open, id) : id}` };
  },
  again: (visit, refused) => refusedPage(visit, refused, visit.params.id?.toUpperCase() ?? ''),
};

/** Answers what a claim is; the draft is scored anew at once. */
export const claimForm: DeskForm = {
  path: '/desk/audits/{job_id}/criteria/{id}/claims',
  body_limit: 4 * CLAIM_MAX,
  async submit(visit, values) {
    const job_id = jobOf(visit);
    const id = visit.params.id?.toUpperCase() ?? '';
    const [claim = '', answer = ''] = (values.get('act') ?? '').split(' ', 2);
    const verdict = answer === '' ? null : claimVerdict.safeParse(answer).data;
    if (verdict === undefined)
      throw new Fault('invalid_request', 'This is no answer about a sentence. Load the page again.');
    // An answer about a sentence does not depend on what others do with scores.
    const { version } = await visit.call(readDraft, { job_id });
    await visit.call(reviseDraft, { job_id, version, merge: true, claims: [{ id, claim, verdict }] });
    return { see_other: `/desk/audits/${job_id}#${id}` };
  },
  again: (visit, refused) => refusedPage(visit, refused, visit.params.id?.toUpperCase() ?? ''),
};

/** Writes signals, gaps, actions and the summary: those of them that were changed. */
export const textsForm: DeskForm = {
  path: '/desk/audits/{job_id}/texts',
  body_limit: 1024 * 1024,
  async submit(visit, values) {
    const job_id = jobOf(visit);
    const draft = await visit.call(readDraft, { job_id });
    const written = writtenTexts(values);
    const names = new Set(Object.keys(written));
    if (values.get('act') !== 'forget' && names.size > 0)
      await revised(visit, { job_id, version: versionOf(values), merge: true, ...written });
    await forget(visit, draft, isText);
    return visit.wants_json ? { json: await reviewState(visit) } : { see_other: `/desk/audits/${job_id}#texts` };
  },
  again: (visit, refused) => refusedPage(visit, refused, 'texts'),
};

/** Chooses the kind of business. */
export const businessForm: DeskForm = {
  path: '/desk/audits/{job_id}/business',
  body_limit: 4096,
  async submit(visit, values) {
    const job_id = jobOf(visit);
    const business = businessKinds.find((kind) => kind === values.get('business'));
    if (business === undefined) throw new Fault('invalid_request', 'Choose a kind of business.');
    // A choice does not depend on what others do with scores.
    const { version } = await visit.call(readDraft, { job_id });
    await visit.call(reviseDraft, { job_id, version, merge: true, business });
    return { see_other: `/desk/audits/${job_id}#kind` };
  },
  again: (visit, refused) => refusedPage(visit, refused, 'kind'),
};

/** Keeps what is being typed (decision 121); for scripts alone. Names of fields are those of the draft. */
export const typedForm: DeskForm = {
  path: '/desk/audits/{job_id}/typed',
  body_limit: 1024 * 1024,
  async submit(visit, values) {
    const entries = [...values]
      .filter(([name]) => name !== 'form' && name !== 'version')
      .map(([field, text]) => ({ field, text: withLines(text) }));
    const { version } = await visit.call(keepTyped, { job_id: jobOf(visit), version: versionOf(values), entries });
    return { json: { version } };
  },
};

type RevisionInput = z.input<typeof reviseDraft.input>;

async function revised(visit: Visit, order: RevisionInput): Promise<void> {
  try {
    await visit.call(reviseDraft, order);
  } catch (error) {
    throw error instanceof Fault ? inWords(error) : error;
  }
}

const versionOf = (values: URLSearchParams): number => {
  const text = values.get('version') ?? '';
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new Fault('invalid_request', 'The version of the draft is missing. Load the page again.');
};

/** Line ends as a record has them: forms send two characters for each. */
const withLines = (text: string) => text.replaceAll('\r\n', '\n');

/** What differs between the form of a criterion and the draft; undefined where nothing does, so that it is confirmed. */
function changeOf(draft: Draft, id: string, values: URLSearchParams) {
  const one = draft.criteria.find((one) => one.id === id);
  if (!one || one.score === null) throw new Fault('not_found', 'The draft has no such criterion.');
  const sent = values.get('score');
  if (sent !== null && !/^\d{1,4}$/.test(sent))
    throw invalidFields([{ field: 'score', message: `must be a whole number from 0 to ${one.max}` }]);
  const score = sent === null ? one.score : Number(sent);
  const evidence = withLines(values.get('evidence') ?? evidenceOf({ draft }, one)).trim();
  const reason = withLines(values.get('reason') ?? '').trim();
  const written = evidence !== evidenceOf({ draft }, one).trim();
  if (score === one.score && !written && reason === '') return undefined;
  return { id, score, ...(written && { evidence }), ...(reason !== '' && { reason }) };
}

/** The texts in a form that are not as they were drawn. */
function writtenTexts(values: URLSearchParams) {
  const summary = values.get('executive_summary');
  const texts: Record<string, unknown> = {
    ...(summary !== null && { executive_summary: withLines(summary).trim() }),
    ...Object.fromEntries((Object.keys(lists) as ListName[]).map((name) => [name, rowsOf(values, name)])),
  };
  const changed = Object.entries(texts).filter(([name, text]) => values.get(`base.${name}`) !== baseOf(text));
  return Object.fromEntries(changed);
}

/** The rows of a list in a form; empty ones are left out. */
function rowsOf(values: URLSearchParams, name: ListName) {
  const numbers = [...values.keys()].flatMap((key) => {
    const [of, at] = key.split('.');
    return of === name && /^\d{1,2}$/.test(at ?? '') ? [Number(at)] : [];
  });
  return [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .flatMap((at) => {
      const row = lists[name].fields.map((part) => [part, withLines(values.get(`${name}.${at}.${part}`) ?? '').trim()]);
      if (row.every(([, text]) => text === '')) return [];
      return [Object.fromEntries(row.map(([part, text]) => [part, part === 'points_gain' ? points(text, at) : text]))];
    });
}

function points(text: string | undefined, at: number): number {
  if (/^\d{1,4}$/.test(text ?? '')) return Number(text);
  throw inWords(invalidFields([{ field: `priority_actions[${at}].points_gain`, message: 'must be a whole number' }]));
}

/** Forgets what was typed and is saved now, or taken back. */
async function forget(visit: Visit, { typed, version, job_id }: Draft, of: Started): Promise<void> {
  const entries = typed.filter(({ field }) => of(field)).map(({ field }) => ({ field, text: '' }));
  if (entries.length > 0) await visit.call(keepTyped, { job_id, version, entries });
}

/** The next open criterion, in the order in which the draft names them; the end of the page when none is open. */
const nextOpen = (open: readonly string[], id: string): string => open.find((one) => one !== id) ?? open[0] ?? 'end';
