/** One item of a header such as `Accept` or `Accept-Encoding`: its name in lower case, and its weight from 0 to 1. */
type WeightedItem = { name: string; q: number };

/**
 * The items of a header with weights, in the order in which they were sent (RFC 9110 12.4.2). An item without `q` has
 * weight 1; one whose `q` is malformed has weight 0.
 */
export function weightedItems(header: string): WeightedItem[] {
  return header
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      return { name, q: weightOf(parameters) };
    })
    .filter(({ name }) => name !== '');
}

function weightOf(parameters: readonly string[]): number {
  const value = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  if (value === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}
