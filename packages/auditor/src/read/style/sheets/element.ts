/** An element as selectors see it, inside those around it and after those beside it. */
export type StyledElement = {
  name: string;
  id: string;
  classes: readonly string[];
  attributes: Readonly<Record<string, string>>;
  around: StyledElement | undefined;
  /** The element before it, inside the same one. */
  before: StyledElement | undefined;
  /** The last element that was opened in it. */
  last: StyledElement | undefined;
  /** Its place among all that are in the same one, and among those of its name; from 1. */
  place: number;
  place_of_name: number;
  /** How many of each name were opened in it. */
  names: Map<string, number>;
};

/** Classes of one element that are looked at. */
const MAX_CLASSES = 60;

/** Elements are made in the order in which they are opened. */
export function styledElement(
  name: string,
  attributes: StyledElement['attributes'],
  around: StyledElement | undefined,
): StyledElement {
  const written = attributes.class;
  const classes = written ? written.slice(0, 4_000).split(/\s+/).filter(Boolean).slice(0, MAX_CLASSES) : [];
  const before = around?.last;
  const place_of_name = (around?.names.get(name) ?? 0) + 1;
  const element: StyledElement = {
    ...{ name, id: attributes.id ?? '', classes, attributes, around, before, last: undefined },
    ...{ place: (before?.place ?? 0) + 1, place_of_name, names: new Map() },
  };
  if (around) {
    around.last = element;
    around.names.set(name, place_of_name);
  }
  return element;
}
