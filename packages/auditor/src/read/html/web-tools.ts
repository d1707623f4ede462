/** Tools that a script registers for agents in the browser (WebMCP): their names, or one without a name where it has none in plain. */
export function toolsInScript(script: string): { name: string; by: 'script' | 'removed' }[] {
  const text = script.slice(0, LONGEST);
  if (!/\.registerTool\b|\.provideContext\b/.test(text)) return [];
  const by = /\bdocument\.modelContext\b/.test(text)
    ? 'script'
    : /\bnavigator\.modelContext\b/.test(text)
      ? 'removed'
      : undefined;
  if (by === undefined) return [];
  // A tool has its name and its description beside one another, in either order.
  const names = [
    ...text.matchAll(/\bname\s{0,3}:\s{0,3}["'`]([\w.-]{1,100})["'`]\s{0,9},\s{0,9}(?:title|description)\b/g),
  ];
  return names.length === 0 ? [{ name: '', by }] : names.slice(0, 50).map(([, name = '']) => ({ name, by }));
}

const LONGEST = 600_000;
