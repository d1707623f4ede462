export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a property says something: no empty text, no empty list. */
export const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  (typeof value !== 'string' || value.trim() !== '') &&
  (!Array.isArray(value) || value.length > 0);

/** Objects inside a value, to a bounded depth and number. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const queue: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let at = 0; at < queue.length && at < 20_000; at++) {
    const entry = queue[at] as { value: unknown; depth: number };
    if (isObject(entry.value)) found.push(entry.value);
    if (entry.depth < 8 && typeof entry.value === 'object' && entry.value !== null)
      for (const inner of Object.values(entry.value)) queue.push({ value: inner, depth: entry.depth + 1 });
  }
  return found;
}
