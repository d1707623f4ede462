import { auditRecord } from '@readymark/rubric/audit/audit';
import { auditAnswer, auditHistory, auditParts } from '@readymark/rubric/audit/views';
import { singleLine, slugInput } from '@readymark/rubric/field';
import { laddersById } from '@readymark/rubric/ladder';
import { planOf, planView } from '@readymark/rubric/plans/plan';
import { type Rubric, rubricOfLabel } from '@readymark/rubric/rubric';
import { z } from 'zod';
import { companyNamed, slugOf } from '../../catalogue/search/company-named.ts';
import { receipts } from '../../domain/auditing/receipts.ts';
import { Fault, invalidFields } from '../../domain/fault.ts';
import { LIST_PATH } from '../../domain/leaderboard.ts';
import { pastProof } from '../../domain/public-log/documents.ts';
import { companyReplies } from '../../domain/replies/reply.ts';
import type { Context } from '../context.ts';
import { pastDay, pastDayField } from '../moments/past-day.ts';
import { documentReply, jsonReply, operation } from '../operation.ts';
import {
  type Answer,
  type Asked,
  documentAt,
  isStaleOn,
  one,
  oneThen,
  recordAt,
  several,
  severalThen,
  views,
  withNote,
} from './fields/audit-parts.ts';

/** Companies of one answer at most. */
export const SLUGS_MAX = 10;

/** The views that are of one company and have no parts, by the argument that asks for each too. */
const whole_views = ['plan', 'history', 'evidence', 'replies'] as const;
type WholeView = (typeof whole_views)[number];
const isWhole = (view: string | undefined): view is WholeView => whole_views.some((one) => one === view);

const yesOrNo = z.boolean({ error: 'must be true or false' });

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
      .meta({ description: `Up to ${SLUGS_MAX}, in brief unless you ask otherwise.` }),
    pillar: id.optional().meta({ description: 'Only this one, P1 to P5.' }),
    criteria: z
      .array(id, { error: 'must be a list of criterion ids' })
      .max(100, { error: 'must name at most 100 criteria' })
      .optional()
      .meta({ description: 'Only these, for example P1-B.' }),
    evidence: yesOrNo.optional().meta({ description: 'false leaves it out.' }),
    view: z
      .enum(views, { error: `must be one of ${views.join(', ')}` })
      .optional()
      .meta({
        description: 'plan: cheapest steps to target. evidence: sources of scores. replies: by the company.',
      }),
    target: z
      .string({ error: 'must be a score or a tier' })
      .trim()
      .max(40, { error: 'must be a score or a tier' })
      .optional()
      .meta({ description: 'A score or tier; default the next tier.' }),
    as_of: pastDayField.optional().meta({ description: 'A past day, YYYY-MM-DD.' }),
    proof: yesOrNo.optional().meta({ description: 'true: with its place in the log.' }),
    history: yesOrNo.optional(),
    replies: yesOrNo.optional(),
  }),
  // Each is the view of its name.
  unlisted: ['history', 'replies'],
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
      id: 'get_audit_of_day',
      path: '/api/audits/as-of/{as_of}/{slug}.json',
      status: 200,
      fields: 'none',
      document: true,
      output: auditRecord,
      summary: 'The audit that was current at the end of a past day.',
      guidance: 'As published, with its rank of that day.',
    },
    {
      method: 'GET',
      id: 'get_proof_of_day',
      path: '/api/audits/as-of/{as_of}/{slug}/proof.json',
      status: 200,
      fields: 'none',
      document: true,
      at_length: true,
      output: pastProof,
      summary: 'What shows that the audit of that day is in the public log.',
      guidance: 'Under the checkpoint of that day, or the first one that covers it.',
    },
    {
      method: 'GET',
      id: 'get_audits',
      path: LIST_PATH,
      when: 'slugs',
      only: ['slugs', 'pillar', 'criteria', 'evidence', 'view', 'as_of', 'proof'],
      status: 200,
      fields: 'query',
      public: true,
      // What is whole and of one company is replied as it is.
      output: z.union([auditParts, planView, auditHistory, receipts, companyReplies]),
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
    // A preview of a site that is not listed.
    visits: true,
    guidance:
      'Whole by default; view brief has score, pillars, first signal, gap and action. Stale or not listed: call request_audit. On not_found search with list_audits.',
  },
  async handler(ctx, { website, slug: given, slugs = [], ...asked }, _caller, { client = '' }): Promise<Answer> {
    const { as_of } = asked;
    const view = wholeViewOf(asked);
    const past = as_of === undefined ? undefined : await pastDay(ctx, as_of);
    const snapshot = ctx.catalogue.current();
    const listed = website === undefined || past ? website : companyNamed(snapshot, website)?.slug;
    if (website !== undefined && !listed && given === undefined && slugs.length === 0)
      return { body: { preview: await previewOf(ctx, website, client) }, prepared: true };
    const slug = given ?? listed;
    const named = [...(slug === undefined ? [] : [slug]), ...slugs];
    const [first] = named;
    if (first === undefined) throw refused('No company is named.', 'slug', 'is required, or website, or slugs');
    // Whoever names a company in another way gets it, and it says its slug (decision 101).
    const names = past ? [...new Set(named)] : [...new Set(named.map((one) => slugOf(snapshot, one)))];
    if (view && names.length > 1) throw contradiction(view.argument, ['slugs']);
    if (view?.of === 'plan') return jsonReply(JSON.stringify(plan(ctx, names, asked)));
    if (asked.target !== undefined) throw refused('A target is for a plan.', 'target', 'needs view plan');
    if (view) return documentReply(documentAt(snapshot, names[0] ?? '', view.of));
    if (names.length > SLUGS_MAX)
      throw refused('Too many companies are named.', 'slugs', `must name at most ${SLUGS_MAX}, slug included`);
    const alone = slugs.length === 0;
    if (past) return alone ? oneThen(ctx, past, first, asked) : severalThen(ctx, past, names, asked);
    return withNote(
      ctx,
      named,
      names,
      alone ? await one(ctx, names[0] ?? '', asked) : await several(ctx, names, asked),
    );
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

/**
 * The document beside an audit that a call asks for, and by which argument; undefined where it asks for the audit.
 *
 * @throws Fault invalid_request when other arguments name parts or another moment of what has none
 */
function wholeViewOf(asked: Asked): { of: WholeView; argument: string } | undefined {
  const { view, as_of, proof } = asked;
  const named = (['history', 'replies'] as const).filter((name) => asked[name]);
  const of = isWhole(view) ? view : named[0];
  if (of === undefined) return undefined;
  const argument = isWhole(view) ? 'view' : of;
  const excluded = [
    ...(['pillar', 'criteria'] as const).filter((name) => asked[name]?.length),
    ...(as_of === undefined ? [] : ['as_of']),
    ...(proof ? ['proof'] : []),
    ...named.filter((name) => name !== of),
    ...(argument !== 'view' && view === 'brief' ? ['view'] : []),
  ];
  if (excluded.length) throw contradiction(argument, excluded);
  return { of, argument };
}

/** The refusal of arguments beside one that asks for a document. */
const contradiction = (argument: string, excluded: readonly string[]) =>
  refused(
    'These arguments contradict one another.',
    argument,
    `is of one company, whole and of now: leave out ${excluded.join(', ')}, or ${argument}`,
  );

/** The cheapest steps of one company to a score (decision 192). */
function plan(ctx: Context, [slug = '']: readonly string[], asked: Asked) {
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
  throw refused('This is not a target.', 'target', `must be a score from 0 to ${total}, or one of ${names}`);
}

const refused = (message: string, field: string, error: string) => invalidFields([{ field, message: error }], message);
