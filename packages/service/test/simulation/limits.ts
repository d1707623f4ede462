import { Fault } from '../../src/domain/fault.ts';
import type { World } from './world.ts';

/** A sliding window and the calls that count in it: those that were accepted, and those whose answer was lost. */
type Window = { at: number; window: number; quota: number; certain: readonly number[]; doubtful: number[] };

/** Awaits a call that a limit counts, and notes where the limit was not exact. */
export async function within<T>(
  { wrong }: Pick<World, 'wrong'>,
  { at, window, quota, certain, doubtful }: Window,
  call: Promise<T>,
  accepted: (reply: T) => string,
): Promise<string> {
  const inside = (times: readonly number[]) => times.filter((time) => time > at - window).length;
  try {
    const reply = await call;
    if (inside(certain) >= quota) wrong.push(`a call was accepted beyond ${quota} in ${window} ms`);
    return accepted(reply);
  } catch (error) {
    const code = error instanceof Fault ? error.code : undefined;
    if (code === 'rate_limited' && inside(certain) + inside(doubtful) < quota)
      wrong.push(`a call was refused below ${quota} in ${window} ms`);
    if (code !== 'rate_limited') doubtful.push(at);
    throw error;
  }
}
