import { z } from 'zod';
import { unknownSlug } from '../../catalogue/nearest.ts';
import type { Entry } from '../../catalogue/snapshot.ts';
import { Fault } from '../../domain/fault.ts';
import { slugIssue } from '../../domain/field.ts';
import { noticeWords, type WatchStarted, watchEnded, watchInput, watchStarted } from '../../domain/watch.ts';
import type { Settings } from '../../settings.ts';
import { findRegistration } from '../../store/agents.ts';
import { currentAudit } from '../../store/audits.ts';
import { countWatches, deleteWatch, findWatch, insertWatch } from '../../store/watches.ts';
import { type Context, untilPublic } from '../context.ts';
import { operation, registrationOf } from '../operation.ts';

/**
 * Watches a company of the leaderboard, or ends the watch (spec 2.5, 4 rules 1 and 2; decision 20). Faults:
 * invalid_request for an unlisted slug, conflict when the registration watches as many companies as it may.
 */
export const watchCompany = operation({
  name: 'watch_company',
  title: 'Watch a company',
  summary: 'Watches a company for re-audits, or stops watching it.',
  scope: 'audit_requests:read_own',
  faults: ['invalid_request', 'conflict'],
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
      summary: 'Watches a listed company for re-audits, from now on.',
      guidance: (settings) =>
        [
          'The digest then reports what it gains, and notices of re-audits go to your registered contact_email.',
          'Watching again changes nothing. Your list is private.',
          `${ownLimit(settings)}: on conflict end another watch with DELETE.`,
        ].join(' '),
    },
    {
      method: 'DELETE',
      id: 'end_watch',
      path: '/api/agent/watch',
      status: 200,
      fields: 'body_or_query',
      fixed: { watching: false },
      faults: [],
      title: 'Stop watching a company',
      summary: 'Stops watching a company, if you watch it.',
      guidance:
        'The slug is in the body, or in the query for clients whose DELETE has no body. Watching again starts anew.',
    },
  ],
  tool: {
    repeatable: true,
    guidance: (settings) =>
      [
        'my_digest then reports what it gains, and notices of re-audits go to your registered contact_email.',
        'watching: false ends the watch.',
        `Your list is private. ${ownLimit(settings)}: on conflict end another watch.`,
      ].join(' '),
  },
  async handler(ctx, { slug, watching }, caller) {
    const registration_id = registrationOf(caller);
    if (watching) return watch(ctx, registration_id, await listed(ctx, slug));
    const ended = await ctx.store.transaction((tx) => deleteWatch(tx, registration_id, slug, ctx.now().toISOString()));
    if (ended) await refreshCount(ctx, slug);
    return { body: { slug, watching: false as const } };
  },
});

/** The limit in words, for both doors. */
const ownLimit = ({ WATCHES_PER_REGISTRATION }: Settings): string =>
  `You may watch ${WATCHES_PER_REGISTRATION.toLocaleString('en')} companies at a time`;

async function watch(
  ctx: Context,
  registration_id: string,
  entry: Entry,
): Promise<{ body: WatchStarted; created: boolean }> {
  const { slug, company, audit_id, overall_score: score_now, tier: tier_then } = entry;
  const wanted = {
    registration_id,
    slug,
    watching_since: ctx.now().toISOString(),
    audit_id_then: audit_id,
    score_then: score_now,
    tier_then,
  };
  const most = ctx.settings.WATCHES_PER_REGISTRATION;
  const { created, current } = await ctx.store.transaction(async (tx) => {
    await ctx.store.lock(tx, `watches ${registration_id}`);
    const known = await findWatch(tx, registration_id, slug);
    if (known) return { created: false, current: known };
    if ((await countWatches(tx, registration_id, most)) >= most) throw tooMany(most);
    return { created: await insertWatch(tx, wanted), current: wanted };
  });
  if (created) await refreshCount(ctx, slug);
  const registration = await findRegistration(ctx.store.db, registration_id);
  const notice = noticeWords(registration?.contact_email ?? null);
  const { watching_since, score_then } = current;
  return { body: { slug, company, watching: true, watching_since, score_then, score_now, notice }, created };
}

const tooMany = (most: number) =>
  new Fault(
    'conflict',
    `You watch ${most.toLocaleString('en')} ${most === 1 ? 'company' : 'companies'}, which is the most; stop watching one first.`,
  );

/** Updates the public count before the reply is sent; if that fails now, the worker does it. */
const refreshCount = (ctx: Context, slug: string) => ctx.watch_stats.refresh(slug).catch(() => {});

/**
 * The company on the leaderboard. @throws Fault invalid_request, naming the nearest slugs, when the slug is not listed
 */
async function listed(ctx: Context, slug: string): Promise<Entry> {
  const entry = ctx.catalogue.current().entry(slug);
  if (entry) return entry;
  // Another process may just have published it.
  const audit = slugIssue(slug) === undefined ? await currentAudit(ctx.store.db, slug) : undefined;
  if (audit) await untilPublic(ctx, audit.publication);
  const snapshot = ctx.catalogue.current();
  const found = snapshot.entry(slug);
  if (found) return found;
  throw new Fault('invalid_request', unknownSlug(snapshot, slug).message, {
    errors: [{ field: 'slug', message: 'must be a slug from the leaderboard' }],
    remedy_of: 'not_found',
  });
}
