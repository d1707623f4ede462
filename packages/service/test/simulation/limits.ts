import { Fault } from '../../src/domain/fault.ts';
import type { World } from './world.ts';

/** A sliding window and the calls that count in it: those that were accepted, and those whose answer was lost. */
type Window = { at: number; window: number; quota: number; certain: readonly number[]; doubtful: number[] };

/** Awaits a call that a limit counts, and notes where the limit was not exact. @param counts whether a reply is of a call that counted */
export async function within<T>(
  { wrong, clocks }: Pick<World, 'wrong' | 'clocks'>,
  { at, window, quota, certain, doubtful }: Window,
  call: Promise<T>,
  accepted: (reply: T) => string,
  counts: (reply: T) => boolean = () => true,
): Promise<string> {
  const unsure = clocks.wereWrong(at, window);
  const inside = (times: readonly number[], slack: number) => times.filter((time) => time > at - window + slack).length;
  try {
    const reply = await call;
    if (!counts(reply)) return 'again';
    if (!unsure && inside(certain, clocks.slack) >= quota)
      wrong.push(`a call was accepted beyond ${quota} in ${window} ms`);
    return accepted(reply);
  } catch (error) {
    const code = error instanceof Fault ? error.code : undefined;
    const most = inside(certain, -clocks.slack) + inside(doubtful, -clocks.slack);
    if (code === 'rate_limited' && !unsure && most < quota)
      wrong.push(`a call was refused below ${quota} in ${window} ms`);
    if (code !== 'rate_limited') doubtful.push(at);
    throw error;
  }
}
