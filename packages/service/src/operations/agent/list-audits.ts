import { tierField } from '@readymark/rubric/audit/audit';
import { shortenedTogether } from '@readymark/rubric/audit/brief';
import type { FieldError } from '@readymark/rubric/field';
import { type Rubric, type Rubrics, tierNames } from '@readymark/rubric/rubric';
import { z } from 'zod';
import { INDEX_PATH } from '../../catalogue/families/index-document.ts';
import { inOrder, matching, nearestTo, type Wanted } from '../../catalogue/lists/matching.ts';
import type { Said } from '../../catalogue/needs/messages.ts';
import type { NeedsCall } from '../../catalogue/needs/needs.ts';
import { retractedNamed } from '../../catalogue/search/company-named.ts';
import { QUERY_LENGTH_MAX } from '../../catalogue/search/search.ts';
import type { Listed, Snapshot } from '../../catalogue/snapshot.ts';
import { retractedAs } from '../../domain/companies/former-slug.ts';
import { sinceField } from '../../domain/digest.ts';
import { invalidFields } from '../../domain/fault.ts';
import { auditList, auditPage, LIST_PATH, leaderboardIndex, pastIndex } from '../../domain/leaderboard.ts';
import { type Context, today } from '../context.ts';
import { pastDay, pastDayField } from '../moments/past-day.ts';
import { pastTime } from '../moments/past-time.ts';
import { jsonReply, operation, type Reply } from '../operation.ts';
import { type Changed, changedSince } from './fields/changed-since.ts';
import { entryFields, entryWriter, fieldsAlso, pointIds } from './fields/entry-fields.ts';

/** Entries of one page, and at most (decision 71). */
const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1_000;
/** For a decision three are enough; with these fields they take 250 tokens (decision 192). */
const LIMIT_NEED = 3;
const NEED_FIELDS = ['company', 'slug', 'overall_score', 'tier'] as const;
/** What name, match and gap may weigh with the slug; a name longer than its share is shortened. */
const NEED_WEIGHT = 150;
/** Characters after which a page ends early: a few milliseconds of work, and more than a model reads. */
const PAGE_LENGTH_MAX = 220_000;

/** A name of a field or an id of a rubric; which of them exist is looked up later. */
const name = z.string({ error: 'must be a string' }).trim().max(40, { error: 'must be at most 40 characters long' });

/** No bounds in its schema: rubrics have them, and a generator of code writes wrong code of them. */
const points = z
  .int({ error: 'must be an integer from 0 to 1,000' })
  .refine((one) => one >= 0 && one <= 1_000, { error: 'must be an integer from 0 to 1,000' });

const sorts = ['rank', 'company', 'overall_score', 'audit_date', 'reaudit_due'] as const;
/** Thresholds of one call: more than any rubric has pillars and criteria. */
const MIN_MAX = 100;
/** The sorts whose first entry is the one with the lowest value. */
const ascending = new Set(['rank', 'company', 'reaudit_due']);

/**
 * Lists a part of the leaderboard (spec 2.1; decisions 27 and 71): filtered, sorted, in pages, and with the fields that
 * are asked for. Without arguments the first 50 entries. The whole leaderboard is the document `/api/audits/index.json`.
 */
export const listAudits = operation({
  name: 'list_audits',
  title: 'List audits',
  summary: 'The leaderboard: every audited company with rank, score and tier, best first.',
  scope: null,
  faults: ['invalid_request'],
  input: z.object({
    tier: tierField.optional(),
    min_score: z
      .int({ error: 'must be an integer from 0 to 100' })
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Least overall_score.' }),
    min: z
      .record(z.string(), points, {
        error: 'must be an object of ids and points, such as {"P1-B": 4}',
      })
      .refine((min) => Object.keys(min).length <= MIN_MAX, {
        error: `must name at most ${MIN_MAX} pillars and criteria`,
      })
      .optional()
      .meta({ description: 'Least points: {"P1-B": 4, "P3": 15}.', examples: [{ 'P1-B': 4, P3: 15 }] }),
    query: z
      .string({ error: 'must be a string' })
      .trim()
      .max(QUERY_LENGTH_MAX, { error: `must be at most ${QUERY_LENGTH_MAX} characters long` })
      .optional()
      .meta({ description: 'Words of a name, or a web address.' }),
    need: z
      .string({ error: 'must be a string' })
      .trim()
      .max(QUERY_LENGTH_MAX, { error: `must be at most ${QUERY_LENGTH_MAX} characters long` })
      .optional()
      .meta({ description: 'What it must do (invoice OCR by API): the best three, with blocking_gap.' }),
    stale: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .meta({ description: 'true: only those past reaudit_due.' }),
    as_of: pastDayField.optional().meta({ description: 'A past day, YYYY-MM-DD.' }),
    changed_since: sinceField.optional().meta({
      description: 'A date, time or 7d: only what changed since.',
    }),
    sort: name.optional().meta({ description: `${sorts.join(', ')}, P3, P1-B; best, newest or A first.` }),
    order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).optional(),
    fields: z
      .array(name, { error: 'must be a list of names' })
      .max(100, { error: 'must be at most 100 names' })
      .optional()
      .meta({
        description:
          'brief (rank, company, slug, overall_score, tier), pillar_scores, audit_date, reaudit_due, stale, website, P3, P1-B.',
        examples: [['brief', 'P1-B']],
      }),
    limit: z
      .int({ error: 'must be an integer from 1 to 1,000' })
      .min(1)
      .max(LIMIT_MAX)
      .optional()
      .meta({ description: `Default ${LIMIT_DEFAULT}.` }),
    offset: z
      .int({ error: 'must be an integer from 0 to 1,000,000' })
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Entries to skip.' }),
  }),
  // What a decision demands, and what a list is filtered by, are the same (decision 192).
  aliases: { must: 'min' },
  output: auditList,
  http: [
    {
      method: 'GET',
      path: INDEX_PATH,
      status: 200,
      fields: 'none',
      document: true,
      output: leaderboardIndex,
      guidance: 'Always the whole list; detail_json is the path of each full record.',
    },
    {
      method: 'GET',
      id: 'list_past_audits',
      path: '/api/audits/as-of/{as_of}/index.json',
      status: 200,
      fields: 'none',
      document: true,
      output: pastIndex,
      summary: 'The leaderboard at the end of a past day.',
      guidance: 'Also in parts: as_of of /api/audits.',
    },
    {
      method: 'GET',
      id: 'list_matching_audits',
      path: LIST_PATH,
      status: 200,
      fields: 'query',
      public: true,
      output: auditPage,
      summary: 'A part of the leaderboard: searched, filtered, sorted, in pages.',
      guidance:
        'Lists with commas, min.P1-B=4. With slugs instead: those companies in brief, or what criteria, pillar and view choose.',
    },
  ],
  tool: {
    guidance:
      'Call it to find a company and its slug (fields: ["brief"]), or who can do what you need. Go on with offset: next_offset. No match: try fewer words, then get_audit with the website.',
  },
  async handler(ctx, input, _caller, call): Listing {
    const asking = input.need ? ctx.catalogue.needs.begin(call) : undefined;
    try {
      return await listed(ctx, input, asking && { asking, need: input.need ?? '' });
    } finally {
      asking?.end();
    }
  },
});

/** A need, and the call that asks for it. */
type Asked = { asking: NeedsCall; need: string };
type Listing = Promise<Reply<z.input<typeof auditList>>>;

async function listed(ctx: Context, input: Input, asked: Asked | undefined): Listing {
  const { offset = 0, as_of, changed_since } = input;
  const { limit = asked ? LIMIT_NEED : LIMIT_DEFAULT } = input;
  const { fields, ...wanted } = named(ctx.rubrics, input);
  const past = as_of === undefined ? undefined : await pastDay(ctx, as_of);
  const snapshot = past?.snapshot ?? ctx.catalogue.current();
  const day = as_of ?? today(ctx);
  const since = changed_since === undefined ? undefined : pastTime(ctx, 'changed_since', changed_since);
  const changed = since === undefined ? undefined : await changedSince(ctx, snapshot, since);
  const filtered = matching(snapshot, wanted, day, changed?.companies);
  const fits = asked && (await fitting(snapshot, asked, filtered));
  // The best comes first, unless another order is asked for.
  const places = fits && input.sort === undefined ? fits : inOrder(snapshot, fits ? fits.toSorted() : filtered, wanted);
  const page = places.subarray(offset, offset + limit);
  const said = asked && (await asked.asking.quote(snapshot, page, asked.need));
  const shown = asked && !fields.length ? NEED_FIELDS : fields;
  const write = entryWriter(snapshot, shown, day, ctx.rubrics);
  const { entries, count } = joined(page, (place) => {
    const company = snapshot.companies[place] as Listed;
    const changes = changeMembers(changed, company);
    const fit = said?.get(place);
    if (!fit) return write(company, changes);
    return fitEntry(company, fit, (more) => write(company, more + changes), !fields.length);
  });
  const end = offset + count;
  const of_day = past ? `${JSON.stringify(past.head).slice(1, -1)},` : '';
  return jsonReply(
    `{"count":${count},"rubric_version":${JSON.stringify(snapshot.rubric_version)},${of_day}"audits":[${entries}],` +
      `"total":${places.length},"next_offset":${end < places.length ? end : null}` +
      `${changed ? retractedMember(snapshot, changed, wanted.query) : places.length ? '' : await instead(snapshot, wanted, asked)}}`,
  );
}

/** What happened to a company since, as a member of its entry with a comma before it. */
const changeMembers = (changed: Changed | undefined, { slug }: Listed): string => {
  const events = changed?.companies.get(slug);
  return events ? `,"changed":${JSON.stringify(events)}` : '';
};

/** Retractions that one answer names at most, newest first. */
const RETRACTED_MAX = 100;

/** The companies that were retracted since; with a query the one that it names. */
function retractedMember(snapshot: Snapshot, { retracted }: Changed, query: string): string {
  const named = query === '' ? undefined : retractedNamed(snapshot, query)?.slug;
  const shown = (query === '' ? retracted : retracted.filter(({ slug }) => slug === named)).slice(0, RETRACTED_MAX);
  return shown.length ? `,"retracted":${JSON.stringify(shown)}` : '';
}

/**
 * What an empty result has besides: the company that was retracted, or those that come nearest, if there are any; with a need those
 * that fit it otherwise, or in part.
 */
async function instead(snapshot: Snapshot, wanted: Wanted, asked: Asked | undefined): Promise<string> {
  const gone = retractedNamed(snapshot, wanted.query);
  if (gone) return `,"retracted":${JSON.stringify([retractedAs(gone)])}`;
  const { companies } = snapshot;
  const fits = await asked?.asking.find(snapshot, asked.need, () => true, { near: true });
  const found = fits?.slice(0, NEAREST_MAX).map((place) => companies[place] as Listed);
  const near = (found ?? nearestTo(snapshot, NEAREST_MAX, wanted)).map(({ slug }) => slug);
  return near.length ? `,"nearest":${JSON.stringify(near)}` : '';
}

const NEAREST_MAX = 3;

/** The companies among these that fit a need, best first. */
async function fitting(snapshot: Snapshot, { asking, need }: Asked, places: Int32Array) {
  if (places.length === snapshot.companies.length)
    return Int32Array.from(await asking.find(snapshot, need, () => true));
  const allowed = new Uint8Array(snapshot.companies.length);
  for (const place of places) allowed[place] = 1;
  return Int32Array.from(await asking.find(snapshot, need, (place) => allowed[place] === 1));
}

/**
 * The entry of a company that fits a need, which ends with what it does and its worst gap; its texts are shortened together.
 *
 * @param lean whether its name, which comes first, is shortened too
 */
function fitEntry(
  { company, slug }: Listed,
  { match, blocking_gap }: Said,
  write: (more: string) => string,
  lean: boolean,
): string {
  const [named, said, gap] = shortenedTogether([company, match, blocking_gap ?? ''], NEED_WEIGHT - slug.length);
  const entry = write(
    `,"match":${JSON.stringify(said)},"blocking_gap":${JSON.stringify(blocking_gap === null ? null : gap)}`,
  );
  return lean ? entry.replace(JSON.stringify(company), () => JSON.stringify(named)) : entry;
}

/** Entries with commas between them, up to the end of the page, which is also where it has become too long. */
function joined(places: Int32Array, write: (place: number) => string): { entries: string; count: number } {
  let entries = '';
  let count = 0;
  for (; count < places.length && entries.length < PAGE_LENGTH_MAX; count++)
    entries += (count > 0 ? ',' : '') + write(places[count] as number);
  return { entries, count };
}

/** The points of a pillar or criterion of a rubric; 0 where it has none of this id. */
const maxOf = ({ pillars, criteria }: Rubric, id: string): number =>
  [...pillars, ...criteria].find((one) => one.id === id)?.max ?? 0;

type Input = z.output<typeof listAudits.input>;

/** @throws Fault invalid_request that names the known names, when one is unknown */
function named(rubrics: Rubrics, input: Input): Wanted & { fields: readonly string[] } {
  const errors: FieldError[] = [];
  const of_day = input.as_of === undefined ? '' : '; of a past day criteria are in the audits alone';
  /** The known name that is meant, in any case. */
  const known = (field: string, sent: string, ...names: readonly string[]) => {
    const ids = pointIds(rubrics);
    // Of a past day no points of criteria are kept beside the records.
    const all = [...names, ...(input.as_of === undefined ? ids : ids.filter((one) => !one.includes('-')))];
    const meant = (field === 'fields' && fieldsAlso.get(sent.toLowerCase())) || sent;
    const found = all.find((one) => one.toLowerCase() === meant.toLowerCase());
    if (found === undefined && !errors.some((error) => error.field === field))
      errors.push({
        field,
        message:
          field === 'sort'
            ? `must be one of ${all.join(', ')}; order is asc or desc`
            : `must name only ${all.join(', ')}${of_day}`,
      });
    return found ?? sent;
  };
  const overMost = (id: string, least: number) => {
    const most = Math.max(...[...rubrics.values()].map((rubric) => maxOf(rubric, id)));
    if (least > most) errors.push({ field: `min.${id}`, message: `must be at most ${most}` });
  };
  const tiers = tierNames(rubrics);
  const { tier, min_score = 0, query = '', stale, sort = 'rank', order, need = '', as_of, changed_since } = input;
  const against = as_of === undefined ? [] : [need && 'need', changed_since && 'changed_since'].filter(Boolean);
  if (against.length)
    errors.push({ field: 'as_of', message: `is of a past day: leave out ${against.join(' and ')}, or as_of` });
  if (tier !== undefined && !tiers.includes(tier))
    errors.push({ field: 'tier', message: `must be one of ${tiers.join(', ')}` });
  const wanted = {
    ...{ tier, min_score, query, stale },
    min: Object.entries(input.min ?? {}).map(([id, least]) => [known('min', id), least] as const),
    sort: known('sort', sort, ...sorts),
    fields: (input.fields ?? []).map((one) => known('fields', one, ...entryFields)),
  };
  if (!errors.length) for (const [id, least] of wanted.min) overMost(id, least);
  if (errors.length) throw invalidFields(errors);
  return { ...wanted, descending: order ? order === 'desc' : !ascending.has(wanted.sort) };
}
