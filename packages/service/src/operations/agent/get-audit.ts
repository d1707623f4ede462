import { type AuditRecord, auditRecord, isFictional, isStale } from '@readymark/rubric/audit/audit';
import { briefOf } from '@readymark/rubric/audit/brief';
import {
  auditAnswer,
  auditParts,
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
import { singleLine, slugInput, slugIssue } from '@readymark/rubric/field';
import { laddersById } from '@readymark/rubric/ladder';
import { planOf, planView } from '@readymark/rubric/plans/plan';
import { type Rubric, rubricOfLabel } from '@readymark/rubric/rubric';
import { z } from 'zod';
import { historyPath, receiptsPath, viewPath } from '../../catalogue/families/company-documents.ts';
import { repliesPath } from '../../catalogue/families/replies-document.ts';
import { companyNamed, slugOf } from '../../catalogue/search/company-named.ts';
import { unknownSlug } from '../../catalogue/search/nearest.ts';
import { namedInWords, unknownNames } from '../../catalogue/search/unknown-names.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import type { Document } from '../../documents/document.ts';
import { Fault, invalidFields } from '../../domain/fault.ts';
import { detailPath, LIST_PATH } from '../../domain/leaderboard.ts';
import { replyStates } from '../../domain/replies/reply-states.ts';
import { type Context, today } from '../context.ts';
import { documentReply, jsonReply, operation, type Reply } from '../operation.ts';
import { pointIds } from './fields/entry-fields.ts';

/** Companies of one answer at most. */
export const SLUGS_MAX = 10;

const id = z
  .string({ error: 'must be a string' })
  .trim()
  .toUpperCase()
  .max(40, { error: 'must be an id of the rubric' });

/**
 * One company's current audit (spec 2.2): whole, the same as `/api/audits/{slug}.json`, or the part of it that is asked
 * for (decision 63). Faults: not_found, gone, and invalid_request for ids that the audit does not have.
 */
export const getAudit = operation({
  name: 'get_audit',
  title: 'Get an audit',
  summary: 'The current audit of one company, with its rank, or parts of up to ten.',
  scope: null,
  faults: ['not_found', 'gone', 'invalid_request', 'conflict', 'rate_limited'],
  input: z.object({
    slug: slugInput.optional(),
    website: singleLine(2048).optional().meta({ description: 'Instead of slug; a preview where it is not listed.' }),
    slugs: z
      .array(singleLine(200), { error: 'must be a list of slugs' })
      .max(SLUGS_MAX, { error: `must name at most ${SLUGS_MAX} companies` })
      .optional()
      .meta({ description: `Up to ${SLUGS_MAX}, each in brief unless you ask otherwise.` }),
    pillar: id.optional().meta({ description: 'Only this one, P1 to P5.' }),
    criteria: z
      .array(id, { error: 'must be a list of criterion ids' })
      .max(100, { error: 'must name at most 100 criteria' })
      .optional()
      .meta({ description: 'Only these, for example P1-B.' }),
    evidence: z.boolean({ error: 'must be true or false' }).optional().meta({ description: 'false leaves it out.' }),
    view: z
      .enum(['brief', 'full', 'plan'], { error: 'must be brief, full or plan' })
      .optional()
      .meta({ description: 'plan: cheapest steps to target.' }),
    target: z
      .string({ error: 'must be a score or a tier' })
      .trim()
      .max(40, { error: 'must be a score or a tier' })
      .optional()
      .meta({ description: 'A score or tier; default the next tier.' }),
    history: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .meta({ description: 'true: all its audits, scores only.' }),
  }),
  output: auditAnswer,
  http: [
    {
      method: 'GET',
      path: '/api/audits/{slug}.json',
      status: 200,
      fields: 'none',
      document: true,
      output: auditRecord,
      summary: 'The complete current audit of one company, with its rank.',
      guidance:
        'With every criterion and its evidence, signals, gaps, and the actions that would gain the most points.',
    },
    {
      method: 'GET',
      id: 'get_audits',
      path: LIST_PATH,
      when: 'slugs',
      only: ['slugs', 'pillar', 'criteria', 'evidence', 'view'],
      status: 200,
      fields: 'query',
      public: true,
      output: auditParts,
      summary: 'Parts of up to ten audits.',
      guidance: 'Each in brief, or what criteria, pillar and view choose of it.',
    },
    {
      method: 'GET',
      id: 'get_plan',
      path: '/api/audits/{slug}/plan',
      status: 200,
      fields: 'query',
      only: ['slug', 'target'],
      fixed: { view: 'plan' },
      public: true,
      output: planView,
      summary: 'The cheapest steps to a score.',
      guidance: 'Own actions, or else rungs.',
      faults: ['not_found', 'gone', 'invalid_request'],
    },
  ],
  tool: {
    guidance:
      'Whole by default; view brief has score, pillars, first signal, gap and action. Stale or not listed: call request_audit. On not_found search with list_audits.',
  },
  async handler(ctx, { website, slug: given, slugs = [], ...asked }, _caller, { client = '' }): Promise<Answer> {
    const snapshot = ctx.catalogue.current();
    const listed = website === undefined ? undefined : companyNamed(snapshot, website)?.slug;
    if (website !== undefined && !listed && given === undefined && slugs.length === 0)
      return { body: { preview: await previewOf(ctx, website, client) }, prepared: true };
    const slug = given ?? listed;
    const named = [...(slug === undefined ? [] : [slug]), ...slugs];
    // Whoever names a company in another way gets it, and it says its slug (decision 101).
    const names = [...new Set(named.map((one) => slugOf(snapshot, one)))];
    const [name] = names;
    if (name === undefined) throw refused('No company is named.', 'slug', 'is required, or slugs');
    if (asked.view === 'plan') return jsonReply(JSON.stringify(plan(ctx, names, asked)));
    if (asked.target !== undefined) throw refused('A target is for a plan.', 'target', 'needs view plan');
    if (asked.history) return documentReply(history(snapshot, names, asked));
    if (slugs.length === 0) return withNote(ctx, named, [name], one(ctx, name, asked));
    if (names.length > SLUGS_MAX)
      throw refused('Too many companies are named.', 'slugs', `must name at most ${SLUGS_MAX}, slug included`);
    return withNote(ctx, named, names, several(ctx, names, asked));
  },
});

declare module '../context.ts' {
  interface Feature {
    /**
     * The preview of a site that is not listed, in brief; begins one where there is none (decision 180). Throws Faults.
     *
     * @param client address of the client, for a limit in memory
     */
    previewOf?(ctx: Context, website: string, client: string): Promise<Record<string, unknown>>;
  }
}

async function previewOf(ctx: Context, website: string, client: string): Promise<Record<string, unknown>> {
  const feature = ctx.features.find((one) => one.previewOf);
  if (!feature?.previewOf) throw new Fault('not_found', 'No company is listed at this website.');
  return feature.previewOf(ctx, website, client);
}

/** What of an audit is asked for. */
type Asked = {
  history?: boolean | undefined;
  target?: string | undefined;
  pillar?: string | undefined;
  criteria?: readonly string[] | undefined;
  evidence?: boolean | undefined;
  view?: 'brief' | 'full' | 'plan' | undefined;
};

type Answer = Reply<z.input<typeof auditAnswer>>;

/**
 * Names where the sources of each score are, for companies that have such a document (decision 90); and which of the slugs
 * that were sent are former ones, where there are several, so that the caller knows whose answer is whose (decision 101).
 */
function withNote(
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
function one(ctx: Context, slug: string, asked: Asked): Answer {
  const snapshot = ctx.catalogue.current();
  const { pillar, criteria, evidence = true, view } = asked;
  if (!isSelection(asked) && (view === 'brief' || evidence))
    return documentReply(documentAt(snapshot, slug, view === 'brief' ? 'brief' : undefined));
  const known = snapshot.entry(slug)?.pillar_scores ?? {};
  if (pillar !== undefined && Object.hasOwn(known, pillar) && !criteria?.length && evidence && view !== 'brief')
    return documentReply(documentAt(snapshot, slug, pillar));
  const record = recordAt(snapshot, slug);
  checkIds(ctx, [record], asked);
  const part = partOf(record, isStaleOn(ctx, record), asked);
  return jsonReply(JSON.stringify(withReplies(part, saidOf(snapshot, slug))));
}

/** A part of one audit that no document has. */
function partOf(record: AuditRecord, stale: boolean, asked: Asked) {
  const { evidence = true, view } = asked;
  if (!isSelection(asked)) return { ...record, criteria: withEvidence(record.criteria, evidence) };
  if (view !== 'brief') return selectionView(record, stale, asked, evidence);
  const { rank, ...brief } = briefOf(record, stale);
  const { criteria, not_scored } = selected(record, asked);
  return { ...brief, criteria: withEvidence(criteria, evidence), ...(not_scored && { not_scored }), rank };
}

/**
 * Several companies: in brief, whole where view is full, or what is selected of each; then only the slug says whose it is,
 * because the caller has named it. Unknown slugs do not fail the others.
 */
function several(ctx: Context, names: readonly string[], asked: Asked): Answer {
  const snapshot = ctx.catalogue.current();
  const known = names.filter((name) => snapshot.entry(name));
  const unknown = unknownNames(
    snapshot,
    names.filter((name) => !snapshot.entry(name)),
  );
  if (known.length === 0)
    throw new Fault('not_found', `No audit is published under any of these slugs: ${namedInWords(unknown)}.`);
  const audits = partsOf(ctx, snapshot, known, asked);
  const not_found = unknown.length ? `,"not_found":${JSON.stringify(unknown)}` : '';
  return jsonReply(`{"audits":[${audits.join(',')}]${not_found}}`);
}

/** The parts of these companies, each as JSON. */
function partsOf(ctx: Context, snapshot: Snapshot, slugs: readonly string[], asked: Asked): string[] {
  const { evidence = true, view } = asked;
  if (!isSelection(asked) && (view !== 'full' || evidence))
    return slugs.map((slug) => textOf(documentAt(snapshot, slug, view === 'full' ? undefined : 'brief')));
  const records = slugs.map((slug) => recordAt(snapshot, slug));
  checkIds(ctx, records, asked);
  return records.map((record) => {
    const stale = isStaleOn(ctx, record);
    const said = saidOf(snapshot, record.slug);
    if (view === 'brief' || !isSelection(asked)) return JSON.stringify(withReplies(partOf(record, stale, asked), said));
    const { criteria, not_scored, ...own } = selected(record, asked);
    const mark = isFictional(record) && { fictional: true as const };
    const lacking = not_scored && { not_scored };
    const shown = { criteria: withEvidence(criteria, evidence), ...lacking, ...repliesOf(criteria, said), ...mark };
    return JSON.stringify({ slug: record.slug, stale, ...own, ...shown });
  });
}

/** The history of one company (decision 45). It has no parts. */
function history(snapshot: Snapshot, [slug = '', ...others]: readonly string[], asked: Asked): Document {
  checkWhole('history', others, asked, asked.view === 'brief' ? ['view'] : []);
  return documentAt(snapshot, slug, 'history');
}

/** The cheapest steps of one company to a score (decision 192). */
function plan(ctx: Context, [slug = '', ...others]: readonly string[], asked: Asked) {
  checkWhole('view', others, asked, asked.history ? ['history'] : []);
  const record = recordAt(ctx.catalogue.current(), slug);
  const rubric = rubricOfLabel(ctx.rubrics, record.rubric_version);
  if (!rubric) throw new Fault('not_found', 'The rubric of this audit is not known here.');
  const target = asked.target === undefined ? undefined : targetOf(asked.target, rubric);
  return planOf(record, isStaleOn(ctx, record), rubric, laddersById(ctx.ladders.get(rubric.version)), target);
}

/** The score that a target names, itself or by a tier. @throws Fault invalid_request */
function targetOf(target: string, { tiers, total }: Rubric): number {
  const tier = tiers.find(({ name }) => name.toLowerCase() === target.toLowerCase());
  if (tier) return tier.min;
  if (/^\d{1,4}$/.test(target) && Number(target) <= total) return Number(target);
  const names = tiers.map(({ name }) => name).join(', ');
  throw refused('This is no target.', 'target', `must be a score from 0 to ${total}, or one of ${names}`);
}

/** @throws Fault invalid_request when arguments name parts, or more companies, of what has none */
function checkWhole(argument: string, others: readonly string[], asked: Asked, more: readonly string[]): void {
  const against = (['pillar', 'criteria'] as const).filter((name) => asked[name]?.length);
  const excluded = [...(others.length ? ['slugs'] : []), ...against, ...more];
  if (excluded.length === 0) return;
  const message = `is of one company and whole: leave out ${excluded.join(', ')}, or ${argument}`;
  throw refused('These arguments contradict one another.', argument, message);
}

/** @throws Fault invalid_request for ids that no rubric has, naming those that these audits have */
function checkIds({ rubrics }: Context, records: readonly AuditRecord[], asked: Selection): void {
  const errors = selectionErrors(records, asked, pointIds(rubrics));
  if (errors.length) throw invalidFields(errors);
}

const refused = (message: string, field: string, error: string) => invalidFields([{ field, message: error }], message);

/** @throws Fault not_found, gone */
function recordAt(snapshot: Snapshot, slug: string): AuditRecord {
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
function documentAt(snapshot: Snapshot, slug: string, view?: string): Document {
  const path = view === undefined ? detailPath(slug) : view === 'history' ? historyPath(slug) : viewPath(slug, view);
  const document = slugIssue(slug) === undefined ? snapshot.document(path) : undefined;
  if (!document) throw unknownSlug(snapshot, slug);
  return document;
}

const isStaleOn = (ctx: Context, { reaudit_due }: AuditRecord) => isStale(reaudit_due, today(ctx));

const textOf = ({ bodies }: Document) => Buffer.from(bodies.identity).toString();
