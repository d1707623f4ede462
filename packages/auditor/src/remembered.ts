/**
 * A pure function of a text that is asked for the same texts again and again: pages of a site repeat sentences, and many facts ask about
 * each. What was found is given to all who ask, so it must not be changed.
 *
 * @param most how many texts are kept; when there are more, all are forgotten
 */
export function remembered<Found extends NonNullable<unknown>>(
  most: number,
  find: (text: string) => Found,
): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (known.size >= most) known.clear();
    known.set(text, found);
    return found;
  };
}
