/**
 * The text of a body: byte order mark, then the charset of the content type, then what an HTML page says of itself, then UTF-8.
 * Unknown names and wrong bytes are read as UTF-8 with replacement characters, never refused.
 */
export function decodeText(body: Uint8Array, contentType: string): string {
  const marked = markOf(body);
  if (marked) return new TextDecoder(marked).decode(body);
  const named = namedAfter('charset', contentType) ?? namedInside(body, contentType);
  return decoderFor(named).decode(body);
}

function markOf(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** `<meta charset>` within the first 1024 bytes, as browsers look for it. */
function namedInside(body: Uint8Array, contentType: string): string | undefined {
  if (!/html|xml/i.test(contentType)) return undefined;
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const name = namedAfter('charset', head) ?? namedAfter('encoding', head);
  // A page that was read as bytes up to here cannot be in UTF-16.
  return name && /^utf-?16/i.test(name) ? undefined : name;
}

/** `charset="utf-8"` */
function namedAfter(word: string, text: string): string | undefined {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? undefined : /^\s*=\s*["']?([\w:.-]+)/.exec(text.slice(at + word.length, at + 60))?.[1];
}

function decoderFor(name: string | undefined): TextDecoder {
  try {
    return new TextDecoder(name ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
