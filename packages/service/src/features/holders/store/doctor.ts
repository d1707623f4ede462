import { sql } from 'kysely';
import type { Store } from '../../../store/engine/engine.ts';
import { checkDerived, type Derived } from '../../../store/upkeep/doctor-checks.ts';

const checks: readonly Derived[] = [
  {
    check: 'pages of holders have a proof with its day, and private drafts a page',
    count: sql`select holder_id from domain_holders`,
    faulty: sql`select holder_id || ' (' || host || '): a proof without its day, or a day without a proof' as finding
      from domain_holders where (proof is null) <> (proven_at is null)
      union all select holder_id || ' (' || host || '): its registration is not there'
      from domain_holders where (registration_id is not null and registration_id not in (select registration_id from registrations))
      union all select job_id || ': a private draft without a page'
      from audit_jobs where (holder_id is not null and holder_id not in (select holder_id from domain_holders))`,
  },
  {
    check: 'links by mail that were used have no address any more',
    count: sql`select link_id from holder_links`,
    faulty: sql`select link_id || ': it was used, and its address is still there' as finding
      from holder_links where used_at is not null and email is not null`,
  },
  {
    check: 'companies that want letters have a registration, and were notified of audits that there are',
    count: sql`select registration_id from company_contacts`,
    faulty: sql`select registration_id || ' (' || host || '): its registration is not there' as finding
      from company_contacts where (registration_id is not null and registration_id not in (select registration_id from registrations))
      union all select registration_id || ' (' || host || '): notified of an audit that is not there'
      from company_contacts where (notified_30 is not null and notified_30 not in (select audit_id from audits))
      or (notified_7 is not null and notified_7 not in (select audit_id from audits))`,
  },
];

/** What the doctor checks of pages of holders, links by mail and letters to companies. */
export const holderChecks = checks.map((derived) => (store: Store) => checkDerived(store, derived));
