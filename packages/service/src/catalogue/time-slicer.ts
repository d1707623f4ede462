import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Divides long work into short slices, so that reads are answered in between. Await it often: it returns at once, or a
 * promise for the next turn of the event loop once the slice is used up.
 */
export type TimeSlicer = () => Promise<void> | undefined;

/** Short compared with the time that a read takes on a busy machine. */
const SLICE_MS = 0.3;

export function openTimeSlicer(slice_ms: number = SLICE_MS): TimeSlicer {
  let since = performance.now();
  return () => {
    if (performance.now() - since < slice_ms) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
