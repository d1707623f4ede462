import { sql } from 'kysely';
import type { Store } from '../../../store/engine/engine.ts';
import { checkDerived } from '../../../store/upkeep/doctor-checks.ts';

/** What the doctor checks of texts that companies sent. */
export const checkTexts = (store: Store) =>
  checkDerived(store, {
    check: 'texts of companies wait, or were decided and name their replies',
    count: sql`select text_id from company_texts`,
    faulty: sql`select text_id || ' (' || slug || '): it is ' || status || ', with a day of its decision or without' as finding
      from company_texts where (status = 'waiting') <> (decided_at is null)
      union all select text_id || ' (' || slug || '): it waits without its words'
      from company_texts where status = 'waiting' and kind <> 'withdrawal' and text is null
      union all select text_id || ' (' || slug || '): it was taken back, and its words are still there'
      from company_texts where status = 'taken_back' and text is not null
      union all select text_id || ' (' || slug || '): accepted without a reply'
      from company_texts where status = 'accepted' and kind in ('reply', 'dispute') and reply_id is null
      union all select text_id || ' (' || slug || '): its reply is not there'
      from company_texts where (reply_id is not null and reply_id not in (select reply_id from replies))`,
  });
