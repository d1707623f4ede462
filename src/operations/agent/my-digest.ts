import { z } from 'zod';
import { REQUESTS_LISTED_MAX } from '../../domain/request/request.ts';
import { digest, digestOf } from '../../domain/watch.ts';
import { requestRecords } from '../../store/request-records.ts';
import { completedRequestsOf } from '../../store/requests.ts';
import { reauditsSince, watchesOf } from '../../store/watches.ts';
import { untilPublic } from '../context.ts';
import { operation, registrationOf } from '../operation.ts';

/** What watched companies gained since watching began, and the caller's completed requests (spec 2.5, decision 23). */
export const myDigest = operation({
  name: 'my_digest',
  title: 'My digest',
  summary: 'Points gained by the companies you watch since you began, and your completed requests.',
  scope: 'audit_requests:read_own',
  faults: [],
  input: z.object({}),
  output: digest,
  http: [
    {
      method: 'GET',
      path: '/api/agent/digest',
      status: 200,
      fields: 'none',
      guidance: [
        'Per company its score and tier then and now, best gain first.',
        'An empty list means that you watch nothing.',
      ].join(' '),
    },
  ],
  tool: {
    readOnly: true,
    destructive: false,
    idempotent: true,
    openWorld: false,
    guidance: [
      'Per company its score and tier then and now, best gain first.',
      'Watching nothing: call watch_company first.',
    ].join(' '),
  },
  async handler(ctx, _input, caller) {
    const { db } = ctx.store;
    const registration_id = registrationOf(caller);
    const { records, publication } = await requestRecords(
      db,
      await completedRequestsOf(db, registration_id, REQUESTS_LISTED_MAX),
    );
    const watches = await watchesOf(db, registration_id);
    await untilPublic(ctx, publication);
    const snapshot = ctx.catalogue.current();
    const reaudited = watches.some(({ slug, audit_id_then }) => snapshot.entry(slug)?.audit_id !== audit_id_then);
    const reaudits = reaudited ? await reauditsSince(db, registration_id, snapshot.version) : new Map<string, number>();
    const watched = watches.flatMap(({ slug, watching_since, score_then, tier_then }) => {
      const entry = snapshot.entry(slug);
      if (!entry) return [];
      const { company, overall_score: score_now, tier: tier_now, rank, reaudit_due } = entry;
      const item = { slug, company, watching_since, score_then, score_now, tier_then, tier_now, rank, reaudit_due };
      return [{ ...item, reaudits: reaudits.get(slug) ?? 0 }];
    });
    const completed = records.flatMap(({ request_id, company, status_changed_at: completed_at, audit }) =>
      audit ? [{ request_id, company, completed_at, audit }] : [],
    );
    return { body: digestOf(ctx.now().toISOString(), watched, completed), prepared: true };
  },
});
