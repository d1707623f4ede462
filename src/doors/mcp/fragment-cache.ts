/**
 * Keeps what was made of a document, by the document itself, up to so many bytes in all; what was not asked for longest
 * goes first.
 *
 * What counts is what stays alive: a view keeps the whole buffer beneath it, and the document is kept along with what
 * was made of it.
 *
 * A document never changes, and a newer one is another object: so nothing that is kept can be out of date.
 */
export function fragmentCache(
  limit_bytes: number,
): (document: Uint8Array, make: (document: Uint8Array) => Uint8Array) => Uint8Array {
  const kept = new Map<Uint8Array, Uint8Array>();
  let bytes = 0;
  return (document, make) => {
    const known = kept.get(document);
    const made = known ?? make(document);
    if (known) kept.delete(document);
    else bytes += alive(document, made);
    kept.set(document, made);
    for (const [oldest, its] of kept) {
      if (bytes <= limit_bytes) break;
      kept.delete(oldest);
      bytes -= alive(oldest, its);
    }
    return made;
  };
}

const alive = (document: Uint8Array, made: Uint8Array): number => document.buffer.byteLength + made.buffer.byteLength;
