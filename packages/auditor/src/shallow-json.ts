/** Deeper than any document that people write. */
const DEEPEST = 200;

/**
 * JSON that a site sent. A million brackets would take a hundred times their size while they are parsed, outside of what
 * bounds a thread.
 *
 * @throws SyntaxError when it is no JSON, or nested more than 200 deep
 */
export function parseShallow(text: string): unknown {
  if (!isShallow(text)) throw new SyntaxError('nested too deep');
  return JSON.parse(text);
}

/** Whether JSON is nested at most 200 deep. Says nothing of what is no JSON. */
export function isShallow(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      // To the end of the text, past what is escaped.
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (character === '[' || character === '{') {
      if (++depth > DEEPEST) return false;
    } else if (character === ']' || character === '}') depth--;
  }
  return true;
}

/** The value of JSON that a site sent; undefined for what cannot be read. */
export function shallowOrNothing(text: string): unknown {
  try {
    return parseShallow(text);
  } catch {
    return undefined;
  }
}
