type RangeHeaders = { range?: string | undefined; 'if-range'?: string | string[] | undefined };

/**
 * The bytes that a request wants of a file, from the first to the one behind the last; undefined for all of them: also for
 * several ranges, for one that the file does not have, and where the client has a part of another version (RFC 9110, 14.2).
 *
 * @param of.validators its ETag and Last-Modified
 */
export function rangeOf(
  { range, 'if-range': condition }: RangeHeaders,
  { bytes, validators }: { bytes: number; validators: readonly string[] },
): { from: number; to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if ((first === '' && last === '') || (condition !== undefined && !validators.includes(String(condition))))
    return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return from < to ? { from, to } : undefined;
}
