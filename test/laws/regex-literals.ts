/** One regular expression of a source file. */
type Literal = { line: number; source: string; flags: string };

/** After these, a slash begins a regular expression; after anything else it divides. */
const before_pattern = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|await|yield))$/;

/**
 * Every regular expression literal of a TypeScript file, found by reading it from left to right past comments, strings
 * and templates. What `${}` contains in a template is read as code.
 *
 * @throws Error when what was found is not a regular expression: then this reader has lost its place
 */
export function regexLiterals(text: string): Literal[] {
  const found: Literal[] = [];
  /** Open braces of each template expression that is being read; the first entry is the file itself. */
  const braces = [0];
  /** The code before the current place, without comments and without what strings contain. */
  let code = '';
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [match = ''] = pattern.exec(text) ?? [];
    at += match.length;
    return match;
  };
  const template = () => {
    skip(/(?:[^`\\$]|\\.|\$(?!\{))*/sy);
    if (text.startsWith('${', at)) {
      at += 2;
      braces.push(0);
      code += '(';
    } else {
      at += 1;
      code += '_';
    }
  };
  while (at < text.length) {
    const rest = text[at] ?? '';
    if (skip(/\/\/[^\n]*|^#![^\n]*|\/\*.*?\*\/|\s+/sy)) continue;
    if (skip(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/sy)) code = '_';
    else if (rest === '`') {
      at += 1;
      template();
    } else if (rest === '}' && braces.length > 1 && braces.at(-1) === 0) {
      at += 1;
      braces.pop();
      template();
    } else if (rest === '/' && before_pattern.test(code)) {
      const line = text.slice(0, at).split('\n').length;
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(
        skip(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y),
      ) ?? ['', ''];
      if (source === '') throw new Error(`line ${line}: a slash that is neither a division nor a pattern`);
      new RegExp(source, flags);
      found.push({ line, source, flags });
      code = '_';
    } else {
      if (rest === '{') braces.push((braces.pop() ?? 0) + 1);
      if (rest === '}') braces.push((braces.pop() ?? 0) - 1);
      code = skip(/[\w$]+/y) || rest;
      if (code === rest && !/\w/.test(rest)) at += 1;
    }
  }
  return found;
}
