import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Long work in short slices, so that reads are answered in between: `await slicer()` often; it lets go of the thread
 * once a slice is used up.
 */
export type TimeSlicer = () => Promise<void> | undefined;

/** The longest slice, in milliseconds: short beside the time that a read takes on a busy machine. */
const SLICE = 0.3;

export function openTimeSlicer(slice: number = SLICE): TimeSlicer {
  let since = performance.now();
  return () => {
    if (performance.now() - since < slice) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
