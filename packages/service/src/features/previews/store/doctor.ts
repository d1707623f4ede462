import { sql } from 'kysely';
import type { Store } from '../../../store/engine/engine.ts';
import { checkDerived } from '../../../store/upkeep/doctor-checks.ts';
import { openStatuses } from '../domain/preview.ts';

const open = sql.join(openStatuses.map((status) => sql.lit(status)));

/** What the doctor checks of previews. */
export const checkPreviews = (store: Store) =>
  checkDerived(store, {
    check: 'previews that are over say when and what was seen, and name audits that there are',
    count: sql`select host from previews`,
    faulty: sql`select host || ': it is ' || status || ', with a time of its end or without' as finding
      from previews where (status in (${open})) <> (finished_at is null)
      union all select host || ': it is done without a result' from previews where status = 'done' and result is null
      union all select host || ': what changed, without the audit, or an audit that is not there'
      from previews where (changed_audit_id is null) <> (changed_urls is null)
      or (changed_audit_id is not null and changed_audit_id not in (select audit_id from audits))`,
  });
