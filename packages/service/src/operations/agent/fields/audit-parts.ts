import { type AuditRecord, isFictional, isStale } from '@readymark/rubric/audit/audit';
import { briefOf } from '@readymark/rubric/audit/brief';
import {
  type AuditPlace,
  type auditAnswer,
  isSelection,
  repliesOf,
  type SaidOf,
  type Selection,
  selected,
  selectionErrors,
  selectionView,
  withEvidence,
  withReplies,
} from '@readymark/rubric/audit/views';
import { slugIssue } from '@readymark/rubric/field';
import type { z } from 'zod';
import { historyPath, receiptsPath, viewPath } from '../../../catalogue/families/company-documents.ts';
import { repliesPath } from '../../../catalogue/families/replies-document.ts';
import { slugOf } from '../../../catalogue/search/company-named.ts';
import { noSources, unknownSlug } from '../../../catalogue/search/nearest.ts';
import { nearestInWords, type UnknownName, unknownNames } from '../../../catalogue/search/unknown-names.ts';
import type { Entry, Snapshot } from '../../../catalogue/snapshot.ts';
import type { Document } from '../../../documents/document.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { detailPath } from '../../../domain/leaderboard.ts';
import { replyStates } from '../../../domain/replies/reply-states.ts';
import { type Context, today } from '../../context.ts';
import type { PastDay } from '../../moments/past-day.ts';
import { documentReply, jsonReply, type Reply } from '../../operation.ts';
import { placeOf } from '../../public-log/place.ts';
import { criterionIds } from './entry-fields.ts';

/** The parts of audits that get_audit answers with (decisions 63 and 207). */

/** What is asked of an audit: some of it, or a document beside it. */
export const views = ['brief', 'full', 'plan', 'history', 'evidence', 'replies'] as const;
/** What of an audit is asked for. */
export type Asked = {
  history?: boolean | undefined;
  replies?: boolean | undefined;
  target?: string | undefined;
  pillar?: string | undefined;
  criteria?: readonly string[] | undefined;
  evidence?: boolean | undefined;
  view?: (typeof views)[number] | undefined;
  as_of?: string | undefined;
  proof?: boolean | undefined;
};

type Body = z.input<typeof auditAnswer>;
export type Answer = Reply<Body>;

/**
 * Names where the sources of each score are, for companies that have such a document (decision 90); and which of the slugs
 * that were sent are former ones, where there are several, so that the caller knows whose answer is whose (decision 101).
 */
export function withNote(
  { catalogue, settings }: Context,
  named: readonly string[],
  slugs: readonly string[],
  answer: Answer,
): Answer {
  const snapshot = catalogue.current();
  const moved = named.filter((slug) => slugIssue(slug) === undefined && slugOf(snapshot, slug) !== slug);
  const paths = slugs.filter(snapshot.hasReceipts).map(receiptsPath);
  const replies = slugs.flatMap((slug) => repliesNote(snapshot, settings.BASE_URL, slug));
  const notes = [
    ...(named.length > 1 ? moved : []).map((slug) => `${slug} has the slug ${slugOf(snapshot, slug)} now.`),
    ...(paths.length ? [`Sources of each score: ${paths.map((path) => settings.BASE_URL + path).join(' ')}`] : []),
    ...(replies.length ? [`What the company says: ${replies.join('; ')}`] : []),
  ];
  // The body of an answer is parsed only when it is read, so the answer itself is kept.
  return notes.length ? Object.assign(answer, { note: notes.join(' ') }) : answer;
}

/** Where the replies of a company are, and the states of the criteria of its current audit; nothing without any. */
function repliesNote(snapshot: Snapshot, base_url: string, slug: string): string[] {
  const said = saidOf(snapshot, slug);
  if (!said) return [];
  const states = [...said.states]
    .map(([id, state]) => `${id} ${state}`)
    .sort()
    .join(', ');
  return [`${base_url}${said.replies_json}${states && ` (${states})`}`];
}

/** What a company says about its current audit; undefined where it says nothing about any. */
function saidOf(snapshot: Snapshot, slug: string): SaidOf | undefined {
  const replies = snapshot.replies(slug);
  const { audit_date } = snapshot.entry(slug) ?? {};
  if (!replies.length || audit_date === undefined) return undefined;
  return { replies_json: repliesPath(slug), states: replyStates(replies, audit_date) };
}

/** The audit of one company, or what is asked of it. Where a published document says just that, it is the answer. */
export async function one(ctx: Context, slug: string, asked: Asked): Promise<Answer> {
  const snapshot = ctx.catalogue.current();
  const answer = published(snapshot, slug, asked) ?? jsonReply<Body>(madePart(ctx, snapshot, slug, asked));
  if (!asked.proof) return answer;
  return jsonReply(withPlace(jsonOf(answer), await placeOf(ctx, entryAt(snapshot, slug))));
}

/** The published document that says what is asked of one company; undefined where none does. */
function published(snapshot: Snapshot, slug: string, asked: Asked): Answer | undefined {
  const { pillar, criteria, evidence = true, view } = asked;
  if (!isSelection(asked) && (view === 'brief' || evidence))
    return documentReply(documentAt(snapshot, slug, view === 'brief' ? 'brief' : undefined));
  const known = snapshot.entry(slug)?.pillar_scores ?? {};
  if (pillar !== undefined && Object.hasOwn(known, pillar) && !criteria?.length && evidence && view !== 'brief')
    return documentReply(documentAt(snapshot, slug, pillar));
  return undefined;
}

/** A part of a current audit that no document has, as JSON. */
function madePart(ctx: Context, snapshot: Snapshot, slug: string, asked: Asked): string {
  const record = recordAt(snapshot, slug);
  checkIds(ctx, [record], asked);
  return JSON.stringify(withReplies(partOf(record, isStaleOn(ctx, record), asked), saidOf(snapshot, slug)));
}

/** A part of one audit that no document has. */
function partOf(record: AuditRecord, stale: boolean, asked: Asked) {
  const { evidence = true, view } = asked;
  if (!isSelection(asked))
    return view === 'brief' ? briefOf(record, stale) : { ...record, criteria: withEvidence(record.criteria, evidence) };
  if (view !== 'brief') return selectionView(record, stale, asked, evidence);
  const { rank, ...brief } = briefOf(record, stale);
  const { criteria, not_scored } = selected(record, asked);
  return { ...brief, criteria: withEvidence(criteria, evidence), ...(not_scored && { not_scored }), rank };
}

/** The same of the audit that was current at the end of a past day (decision 207); whole it is as it was published. */
export async function oneThen(ctx: Context, past: PastDay, name: string, asked: Asked): Promise<Answer> {
  const entry = past.company(name);
  const { evidence = true, view, proof } = asked;
  let json: string;
  if (!isSelection(asked) && evidence && view !== 'brief') json = await past.recordJson(entry);
  else {
    const record = await past.record(entry);
    checkIds(ctx, [record], asked);
    json = JSON.stringify(partOf(record, isStale(record.reaudit_due, past.head.as_of), asked));
  }
  return jsonReply(proof ? withPlace(json, await past.place(entry)) : json);
}

/**
 * Several companies: in brief, whole where view is full, or what is selected of each; then only the slug says whose it is,
 * because the caller has named it. Unknown slugs do not fail the others.
 */
export async function several(ctx: Context, names: readonly string[], asked: Asked): Promise<Answer> {
  const snapshot = ctx.catalogue.current();
  const known = names.filter((name) => snapshot.entry(name));
  const unknown = names.filter((name) => !snapshot.entry(name));
  const not_found = notFound(snapshot, known, unknown);
  const audits = partsOf(ctx, snapshot, known, asked);
  return together(audits, not_found, asked, (at) => placeOf(ctx, entryAt(snapshot, known[at] ?? '')));
}

/** The same at the end of a past day. */
export async function severalThen(
  ctx: Context,
  past: PastDay,
  names: readonly string[],
  asked: Asked,
): Promise<Answer> {
  const found = new Map<string, Entry>();
  const unknown: string[] = [];
  for (const name of names)
    try {
      const entry = past.company(name);
      found.set(entry.slug, entry);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      unknown.push(name);
    }
  const not_found = notFound(past.snapshot, [...found.keys()], unknown);
  const entries = [...found.values()];
  const whole = !isSelection(asked) && asked.view === 'full' && (asked.evidence ?? true);
  const records = whole ? [] : await Promise.all(entries.map((entry) => past.record(entry)));
  checkIds(ctx, records, asked);
  const audits = whole
    ? await Promise.all(entries.map((entry) => past.recordJson(entry)))
    : records.map((record) => partJson(record, isStale(record.reaudit_due, past.head.as_of), undefined, asked));
  return together(audits, not_found, asked, (at) => past.place(entries[at] as Entry));
}

/** The names that nobody has. @throws Fault not_found where nobody has any of them */
function notFound(snapshot: Snapshot, known: readonly string[], names: readonly string[]): readonly UnknownName[] {
  const unknown = unknownNames(snapshot, names);
  if (known.length === 0)
    throw new Fault('not_found', `No audit is published under any of these slugs.${nearestInWords(unknown)}`);
  return unknown;
}

/** @param placeAt where each of the audits is in the log */
async function together(
  audits: readonly string[],
  unknown: readonly UnknownName[],
  { proof }: Asked,
  placeAt: (at: number) => Promise<AuditPlace>,
): Promise<Answer> {
  const all = proof ? await Promise.all(audits.map(async (json, at) => withPlace(json, await placeAt(at)))) : audits;
  const not_found = unknown.length ? `,"not_found":${JSON.stringify(unknown)}` : '';
  return jsonReply(`{"audits":[${all.join(',')}]${not_found}}`);
}

/** The parts of these companies, each as JSON. */
function partsOf(ctx: Context, snapshot: Snapshot, slugs: readonly string[], asked: Asked): string[] {
  const { evidence = true, view } = asked;
  if (!isSelection(asked) && (view !== 'full' || evidence))
    return slugs.map((slug) => textOf(documentAt(snapshot, slug, view === 'full' ? undefined : 'brief')));
  const records = slugs.map((slug) => recordAt(snapshot, slug));
  checkIds(ctx, records, asked);
  return records.map((record) => partJson(record, isStaleOn(ctx, record), saidOf(snapshot, record.slug), asked));
}

/** What is asked of one of several audits, as JSON; without a selection or a view it is in brief. */
function partJson(record: AuditRecord, stale: boolean, said: SaidOf | undefined, asked: Asked): string {
  const { evidence = true, view } = asked;
  if (!isSelection(asked))
    return JSON.stringify(withReplies(partOf(record, stale, { evidence, view: view ?? 'brief' }), said));
  if (view === 'brief') return JSON.stringify(withReplies(partOf(record, stale, asked), said));
  const { criteria, not_scored, ...own } = selected(record, asked);
  const mark = isFictional(record) && { fictional: true as const };
  const lacking = not_scored && { not_scored };
  const shown = { criteria: withEvidence(criteria, evidence), ...lacking, ...repliesOf(criteria, said), ...mark };
  return JSON.stringify({ slug: record.slug, stale, ...own, ...shown });
}

/** An audit, or a part of it, as JSON, with where it is in the log (decision 207). */
const withPlace = (json: string, proof: AuditPlace): string => `${json.slice(0, -1)},"proof":${JSON.stringify(proof)}}`;

/** @throws Fault invalid_request for ids that no rubric has, naming those that these audits have */
function checkIds({ rubrics }: Context, records: readonly AuditRecord[], asked: Selection): void {
  const errors = selectionErrors(records, asked, criterionIds(rubrics));
  if (errors.length) throw invalidFields(errors);
}

/** @throws Fault not_found, gone */
export function recordAt(snapshot: Snapshot, slug: string): AuditRecord {
  const record = snapshot.record(slug);
  if (!record) throw unknownSlug(snapshot, slug);
  return record;
}

/**
 * A document of a company: its record, or the view of this name. Only a slug may become part of a path: `index` and
 * `acme/history` name other documents.
 *
 * @throws Fault not_found, gone
 */
export function documentAt(snapshot: Snapshot, slug: string, view?: string): Document {
  const document = slugIssue(slug) === undefined ? snapshot.document(pathOf(slug, view)) : undefined;
  if (document) return document;
  throw view === 'evidence' && snapshot.entry(slug) ? noSources(slug) : unknownSlug(snapshot, slug);
}

const paths: Readonly<Record<string, (slug: string) => string>> = {
  history: historyPath,
  evidence: receiptsPath,
  replies: repliesPath,
};

const pathOf = (slug: string, view: string | undefined) =>
  view === undefined ? detailPath(slug) : (paths[view]?.(slug) ?? viewPath(slug, view));

/** @throws Fault not_found, gone */
function entryAt(snapshot: Snapshot, slug: string): Entry {
  const entry = snapshot.entry(slug);
  if (!entry) throw unknownSlug(snapshot, slug);
  return entry;
}

/** The body of an answer as JSON. */
const jsonOf = ({ document, json }: Answer): string => json ?? (document ? textOf(document) : '{}');

export const isStaleOn = (ctx: Context, { reaudit_due }: AuditRecord) => isStale(reaudit_due, today(ctx));

const textOf = ({ bodies }: Document) => Buffer.from(bodies.identity).toString();
