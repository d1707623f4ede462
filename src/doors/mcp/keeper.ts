/**
 * Keeps what was made of a document, by the document itself, up to so many bytes in all; what was not asked for longest goes first.
 *
 * A document never changes, and a newer one is another object: so nothing that is kept can be out of date.
 */
export function keeper(limit_bytes: number): (document: Uint8Array, make: (document: Uint8Array) => Uint8Array) => Uint8Array {
  const kept = new Map<Uint8Array, Uint8Array>();
  let bytes = 0;
  return (document, make) => {
    const known = kept.get(document);
    const made = known ?? make(document);
    if (known) kept.delete(document);
    else bytes += made.byteLength;
    kept.set(document, made);
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= limit_bytes) break;
      kept.delete(oldest);
      bytes -= byteLength;
    }
    return made;
  };
}
