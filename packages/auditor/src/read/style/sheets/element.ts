/** An element as selectors see it, inside those around it. */
export type StyledElement = {
  name: string;
  id: string;
  classes: readonly string[];
  attributes: Readonly<Record<string, string>>;
  around: StyledElement | undefined;
};

/** Classes of one element that are looked at. */
const MAX_CLASSES = 60;

export function styledElement(
  name: string,
  attributes: StyledElement['attributes'],
  around: StyledElement | undefined,
): StyledElement {
  const written = attributes.class;
  const classes = written ? written.slice(0, 4_000).split(/\s+/).filter(Boolean).slice(0, MAX_CLASSES) : [];
  return { name, id: attributes.id ?? '', classes, attributes, around };
}
