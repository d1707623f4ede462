import { CLOCK_SKEW_MS } from '../../domain/clock.ts';
import { LETTERS_COUNTED_MS } from '../../domain/links/address.ts';
import { LONGEST_RETRY_MS, NOTICE_LEASE_MS } from '../../domain/notice.ts';
import { correctNoticeTimes as correctTimes } from '../../store/notices.ts';
import type { Context } from '../context.ts';

/** Makes notices due that a clock which was ahead has put off, so that they are sent once it is right (decision 54). */
export async function correctNoticeTimes({ store, now, log }: Pick<Context, 'store' | 'now' | 'log'>): Promise<void> {
  const time = now().getTime();
  const at = (ms: number) => new Date(time + ms).toISOString();
  const notices = await correctTimes(
    store.db,
    {
      created_at: at(CLOCK_SKEW_MS),
      due_at: at(LONGEST_RETRY_MS + CLOCK_SKEW_MS),
      waits_until: at(LETTERS_COUNTED_MS + CLOCK_SKEW_MS),
      lease_until: at(NOTICE_LEASE_MS + CLOCK_SKEW_MS),
    },
    { now: at(0), lease_until: at(NOTICE_LEASE_MS) },
  );
  if (notices)
    log.warn({ notices }, 'notices were dated by a clock that is ahead of this one; their times are corrected');
}
