/**
 * Which of the two media types of a page an `Accept` header wants (RFC 9110 12.5.1). HTML stands for everyone who does
 * not ask for Markdown by name.
 */
export function wantsMarkdown(accept: string): boolean {
  if (!accept.includes('markdown')) return false;
  const wanted = read(accept);
  const markdown = wanted.findIndex(({ type }) => type === 'text/markdown');
  const markup = wanted.findIndex(({ type }) => type === 'text/html' || type === 'application/xhtml+xml');
  const q = wanted[markdown]?.q ?? 0;
  if (q === 0) return false;
  const other = wanted[markup]?.q ?? 0;
  // At equal weight the one that stands first is meant.
  return q > other || (q === other && markdown < markup);
}

/** Whether an error should be told as a page: a browser asks for HTML by name. */
export function wantsPage(accept: string): boolean {
  if (!accept.includes('text/html')) return false;
  const wanted = read(accept);
  const weight = (...types: string[]) =>
    Math.max(0, ...wanted.filter(({ type }) => types.includes(type)).map(({ q }) => q));
  return weight('text/html') > 0 && weight('text/html') >= weight('application/json', 'application/problem+json');
}

function read(accept: string): { type: string; q: number }[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [type = '', ...parameters] = item.split(';').map((part) => part.trim());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { type, q: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0 };
    });
}
