import { SESSION_IDLE_MS } from '../../domain/operators/session.ts';
import { deleteIdleSessions } from '../../store/operators/sessions.ts';
import type { Context } from '../context.ts';

/** Deletes sessions of operators that ended because nobody used them (decision 119). */
export async function forgetSessions({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const used_before = new Date(now().getTime() - SESSION_IDLE_MS).toISOString();
  await store.transaction((tx) => deleteIdleSessions(tx, used_before));
}
