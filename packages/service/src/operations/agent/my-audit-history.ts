import { isStale } from '@readymark/rubric/audit/audit';
import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { agentProfile } from '../../domain/agent.ts';
import { REQUESTS_PAGE, requestCountsOf } from '../../domain/request/request.ts';
import { findRegistration } from '../../store/agents.ts';
import { countByStatus } from '../../store/desk-requests.ts';
import { requestRecords } from '../../store/request-records.ts';
import { requestsOf } from '../../store/requests.ts';
import type { AuditRequestRow } from '../../store/tables.ts';
import { watchesOf } from '../../store/watches.ts';
import { type Context, today, untilPublic } from '../context.ts';
import { operation, registrationOf } from '../operation.ts';
import { endedWatches } from './fields/ended-watches.ts';
import { laterPages } from './fields/later-pages.ts';
import { withListed } from './fields/listed.ts';

/**
 * Everything about the caller in one call, so that an agent need not store ids between sessions (spec 4 rule 3,
 * decision 14). Faults: invalid_request.
 */
export const myAuditHistory = operation({
  name: 'my_audit_history',
  title: 'My audit history',
  summary: 'Your registration, the audit requests you submitted, and the companies you watch.',
  scope: 'audit_requests:read_own',
  faults: ['invalid_request'],
  input: z.object({
    limit: wholeNumber(1, REQUESTS_PAGE).optional().meta({ description: 'Requests at most; left out: all.' }),
    offset: wholeNumber(0, 1_000_000).default(0).meta({ description: 'Requests to skip.' }),
  }),
  output: agentProfile,
  http: [
    {
      method: 'GET',
      id: 'get_my_audit_history',
      path: '/api/agent/me',
      status: 200,
      fields: 'query',
      guidance: 'Call it first in a new session: you need not store ids.',
    },
  ],
  tool: {
    guidance: 'Call it first in a new session: you need not store ids. Lists every request, newest first.',
  },
  async handler(ctx, { limit, offset }, caller) {
    const { db } = ctx.store;
    const registration = await findRegistration(db, registrationOf(caller));
    if (!registration) throw new Error('a registration with a key was not found');
    const read = readerOf(ctx, registration.registration_id);
    const first = await read({ limit: limit ?? REQUESTS_PAGE, offset });
    const by_status = await countByStatus(db, registration.registration_id);
    const watched = await watchesOf(db, registration.registration_id);
    const ended = await endedWatches(ctx, registration.registration_id, watched, { since: undefined, report: false });
    const snapshot = ctx.catalogue.current();
    const day = today(ctx);
    const watches = watched.flatMap(({ slug, watching_since }) => {
      const entry = snapshot.entry(slug);
      if (!entry) return [];
      const { company, rank, overall_score, tier, reaudit_due, fictional } = entry;
      const own = { slug, company, watching_since, rank, overall_score, tier, reaudit_due };
      return [{ ...own, stale: isStale(reaudit_due, day), ...(fictional && { fictional: true as const }) }];
    });
    const { registration_id, agent_name, agent_provider, contact_email, scopes, registered_at } = registration;
    return {
      body: {
        registration: {
          registration_id,
          agent_name,
          agent_provider,
          contact_email,
          scopes: scopes.filter((scope) => scope !== 'operator'),
          registered_at,
        },
        request_counts: requestCountsOf(by_status),
        requests: first.items,
        watches,
        ...(ended.length > 0 && { ended }),
      },
      prepared: true,
      further: {
        requests:
          limit === undefined ? laterPages(ctx, first, (after) => read({ limit: REQUESTS_PAGE, after })) : undefined,
      },
    };
  },
});

/** Reads pages of the requests of a registration, as rows and as records. */
function readerOf(ctx: Context, registration_id: string) {
  const { db } = ctx.store;
  return async (page: { limit: number; offset?: number; after?: AuditRequestRow }) => {
    const rows = await requestsOf(db, registration_id, page);
    const { records, publication } = await requestRecords(db, rows);
    await untilPublic(ctx, publication);
    return { rows, items: records.map((record) => withListed(ctx, record)) };
  };
}
