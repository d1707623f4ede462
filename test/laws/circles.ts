/** One of these imports another. */
export type Import = { from: string; to: string };

/** The sets of more than one that reach each other along these imports (Tarjan). */
export function stronglyConnected(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    path.push(node);
    let lowest = own;
    for (const to of next.get(node) ?? [])
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (path.includes(to)) lowest = Math.min(lowest, order.get(to) ?? own);
    if (lowest === own) {
      const set = path.splice(path.indexOf(node));
      if (set.length > 1) found.push(set);
    }
    return lowest;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** The folders above a file, outermost first. */
export const ancestors = (name: string): string[] =>
  name
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));

/** Circles among what is directly in one folder: each of its folders stands for all files below it. */
export function folderCircles(imports: readonly Import[]): { folder: string; circle: string[] }[] {
  const folders = [...new Set(imports.flatMap(({ from }) => ancestors(from)))].sort();
  return folders.flatMap((folder) => {
    const within = (name: string) => name.slice(folder.length + 1).split('/')[0] ?? '';
    const inside = imports
      .filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`))
      .map(({ from, to }) => ({ from: within(from), to: within(to) }));
    return stronglyConnected(inside).map((circle) => ({ folder, circle: circle.sort() }));
  });
}
