import { slugIssue } from '@readymark/rubric/field';
import { z } from 'zod';
import { companyNamed, retractedNamed } from '../../catalogue/search/company-named.ts';
import { unknownSlug } from '../../catalogue/search/nearest.ts';
import type { Entry } from '../../catalogue/snapshot.ts';
import { Fault, faults } from '../../domain/fault.ts';
import {
  noticeWords,
  type WatchEnded,
  type WatchStarted,
  watchEnded,
  watchInput,
  watchStarted,
} from '../../domain/watch.ts';
import type { Settings } from '../../settings.ts';
import { findRegistration } from '../../store/agents.ts';
import { currentAudit, staysPublic } from '../../store/audits.ts';
import { countWatches, deleteWatch, findWatch, insertWatch } from '../../store/watches.ts';
import { type Context, untilPublic } from '../context.ts';
import { operation, registrationOf } from '../operation.ts';

/**
 * Watches a company of the leaderboard, or ends the watch (spec 2.5, 4 rules 1 and 2; decision 20). Faults:
 * invalid_request for an unlisted slug, gone for a retracted company, conflict when the registration watches as many companies as it may.
 */
export const watchCompany = operation({
  name: 'watch_company',
  title: 'Watch a company',
  summary: 'Watches a company for re-audits, or stops watching it.',
  scope: 'audit_requests:read_own',
  faults: ['invalid_request', 'gone', 'conflict'],
  input: watchInput.extend({
    watching: z
      .boolean({ error: 'must be true or false' })
      .default(true)
      .meta({ description: 'false ends the watch.' }),
  }),
  output: z.union([watchStarted, watchEnded]),
  http: [
    {
      method: 'POST',
      path: '/api/agent/watch',
      status: 200,
      creates: true,
      fields: 'body',
      fixed: { watching: true },
      refuses: { watching: 'must be true or left out: DELETE /api/agent/watch ends a watch' },
      summary: 'Watches a listed company for re-audits, from now on.',
      guidance: (settings) =>
        `The digest then reports what it gains, and notices of re-audits go to your registered contact_email. Watching again changes nothing. Your list is private. ${ownLimit(settings)}: on conflict end another watch with DELETE.`,
    },
    {
      method: 'DELETE',
      id: 'end_watch',
      path: '/api/agent/watch',
      status: 200,
      fields: 'body_or_query',
      fixed: { watching: false },
      faults: [],
      summary: 'Stops watching a company, if you watch it.',
      guidance:
        'The slug is in the body, or in the query for clients whose DELETE has no body. Watching again starts anew.',
    },
  ],
  tool: {
    repeatable: true,
    guidance: (settings) =>
      `my_digest then reports what it gains, and notices of re-audits go to your registered contact_email. Your list is private. ${ownLimit(settings)}: on conflict end another watch.`,
  },
  async handler(ctx, { slug, watching }, caller) {
    const registration_id = registrationOf(caller);
    if (watching) return watch(ctx, registration_id, slug);
    return endWatch(ctx, registration_id, slug);
  },
});

/**
 * Ends a watch of the company that a text names; that of a retracted company has ended, or ends now. Who is nobody is refused,
 * as when watching begins.
 */
async function endWatch(ctx: Context, registration_id: string, named: string): Promise<{ body: WatchEnded }> {
  const ended = (slug: string) => ({ body: { slug, watching: false as const, ...markOf(ctx, slug) } });
  const now = companyNamed(ctx.catalogue.current(), named)?.slug ?? named.trim().toLowerCase();
  if (await end(ctx, registration_id, now)) return ended(now);
  // The company may have got another slug, or may just have been published, and this process has not read it yet.
  await ctx.catalogue.refresh().catch(() => {});
  const gone = retractedNamed(ctx.catalogue.current(), named);
  if (gone) return ended(gone.slug);
  const { slug } = await listed(ctx, named);
  if (slug !== now) await end(ctx, registration_id, slug);
  return ended(slug);
}

/** The mark of a fictional company (decision 105). */
function markOf({ catalogue }: Context, slug: string): { fictional?: true } {
  const fictional = catalogue.current().entry(slug)?.fictional ?? retractedNamed(catalogue.current(), slug)?.fictional;
  return fictional ? { fictional: true } : {};
}

async function end(ctx: Context, registration_id: string, slug: string): Promise<boolean> {
  const ended = await ctx.store.transaction((tx) => deleteWatch(tx, registration_id, slug, ctx.now().toISOString()));
  if (ended) await refreshCount(ctx, slug);
  return ended;
}

/** The limit in words, for both doors. */
const ownLimit = ({ WATCHES_PER_REGISTRATION }: Settings): string =>
  `You may watch ${WATCHES_PER_REGISTRATION.toLocaleString('en')} companies at a time`;

async function watch(
  ctx: Context,
  registration_id: string,
  wanted: string,
): Promise<{ body: WatchStarted; created: boolean }> {
  let entry = await listed(ctx, wanted);
  let begun = await begin(ctx, registration_id, entry);
  if (!begun) {
    // The company was published again, corrected or retracted, and this process has not read it yet.
    await ctx.catalogue.refresh().catch(() => {});
    entry = await listed(ctx, wanted);
    begun = await begin(ctx, registration_id, entry);
  }
  if (!begun) throw new Fault('unavailable', 'The leaderboard is changing at the moment.', { retry_after: 5 });
  const { slug, company, overall_score: score_now } = entry;
  const { created, current } = begun;
  if (created) await refreshCount(ctx, slug);
  const registration = await findRegistration(ctx.store.db, registration_id);
  const notice = noticeWords(registration?.contact_email ?? null, ctx.settings.LETTERS_PER_ADDRESS_PER_DAY);
  const { watching_since, score_then } = current;
  return {
    body: { slug, company, watching: true, watching_since, score_then, score_now, notice, ...markOf(ctx, slug) },
    created,
  };
}

/** Begins to watch, or finds the watch that there is; undefined when the audit of the entry is no longer public. */
async function begin(ctx: Context, registration_id: string, { slug, audit_id, overall_score, tier }: Entry) {
  const wanted = {
    registration_id,
    slug,
    watching_since: ctx.now().toISOString(),
    audit_id_then: audit_id,
    score_then: overall_score,
    tier_then: tier,
  };
  const most = ctx.settings.WATCHES_PER_REGISTRATION;
  return ctx.store.transaction(async (tx) => {
    await ctx.store.lock(tx, `watches ${registration_id}`);
    const known = await findWatch(tx, registration_id, slug);
    if (known) return { created: false, current: known };
    if ((await countWatches(tx, registration_id, most)) >= most) throw tooMany(most);
    if (!(await staysPublic(ctx.store, tx, audit_id, slug))) return undefined;
    return { created: await insertWatch(tx, wanted), current: wanted };
  });
}

const tooMany = (most: number) =>
  new Fault(
    'conflict',
    `You watch ${most.toLocaleString('en')} ${most === 1 ? 'company' : 'companies'}, which is the most; stop watching one first.`,
  );

/** Updates the public count before the reply is sent; if that fails now, the worker does it. */
const refreshCount = (ctx: Context, slug: string) => ctx.watch_stats.refresh(slug).catch(() => {});

/**
 * The company on the leaderboard, by its slug or a former one.
 *
 * @throws Fault gone for a retracted company; invalid_request, naming the nearest slugs, when the slug is not listed
 */
async function listed(ctx: Context, slug: string): Promise<Entry> {
  const found = entryOf(ctx, slug);
  if (found) return found;
  // Another process may just have published it.
  const audit = slugIssue(slug) === undefined ? await currentAudit(ctx.store.db, slug) : undefined;
  if (audit) await untilPublic(ctx, audit.publication);
  const now_found = entryOf(ctx, slug);
  if (now_found) return now_found;
  const refusal = unknownSlug(ctx.catalogue.current(), slug);
  if (refusal.code === 'gone') throw refusal;
  throw new Fault('invalid_request', refusal.message, {
    errors: [{ field: 'slug', message: 'must be a slug from the leaderboard' }],
    next: faults.not_found,
  });
}

function entryOf({ catalogue }: Context, slug: string): Entry | undefined {
  return companyNamed(catalogue.current(), slug);
}
