/**
 * What a page says, as one tree of elements from which each of its forms is drawn, so no form says what another does not.
 * Texts are plain, and may be of others: each drawing makes them safe.
 */
export type Node = string | number | Absent | Element | Prose | Drawn | Either | readonly Node[];

/** Left out, so that a part may be written as `condition && part`. */
type Absent = false | null | undefined;

/** An element of HTML. Attributes without a value are left out. */
export type Element = { tag: string; attributes: Readonly<Record<string, string>>; content: Node };

/** A text of our own: its addresses become links, and what is between backticks becomes code. */
type Prose = { prose: string };
export const prose = (text: string): Prose => ({ prose: text });

/** What each form shows in a way of its own, as markup; '' for nothing. */
type Drawn = { html: string; markdown: string };
export const drawn = (html: string, markdown: string): Drawn => ({ html, markdown });
/** What is of use to people alone (forms, drawings), as HTML. */
export const forPeople = (html: string): Drawn => drawn(html, '');

/** The same in two arrangements: for those who see a page, and for those who read it as text. */
type Either = { seen: Node; read: Node };
export const either = (seen: Node, read: Node): Either => ({ seen, read });
/** What programs need alone: addresses with parts to fill in. */
export const forPrograms = (read: Node): Either => either(null, read);

/** A template as it is written; a number is the place of a value. */
type Piece = string | number | { tag: string; attributes: [name: string, parts: Piece[]][]; content: Piece[] };

const templates = new WeakMap<TemplateStringsArray, readonly Piece[]>();
/** Stands for a value, in the text of a template. */
const VALUE = '\0';

/**
 * Content, written as HTML: `content\`<p class="hint">${text}</p>\``. Every element is closed, every attribute has a value
 * in double quotes. Values are content, and text in attributes.
 */
export function content(texts: TemplateStringsArray, ...values: readonly Node[]): Node {
  let parts = templates.get(texts);
  if (!parts) {
    parts = parse(texts.join(VALUE));
    templates.set(texts, parts);
  }
  return filled(parts, values);
}

function parse(template: string): readonly Piece[] {
  let values = 0;
  const split = (text: string): Piece[] =>
    text
      .split(/(\0)/)
      .filter(Boolean)
      .map((part) => (part === VALUE ? values++ : part));
  const open: { tag: string; content: Piece[] }[] = [{ tag: '', content: [] }];
  for (const [found, end, tag = '', attributes = ''] of template.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    const inside = open.at(-1);
    if (tag === '') inside?.content.push(...split(found));
    else if (end === '') {
      const named = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)];
      const element = {
        tag,
        attributes: named.map(([, name = '', value = '']) => [name, split(value)] as [string, Piece[]]),
        content: [],
      };
      inside?.content.push(element);
      open.push(element);
    } else if (open.pop()?.tag !== tag) throw new RangeError(`</${tag}> closes another element: ${template}`);
  }
  const [top] = open;
  if (!top || open.length > 1) throw new RangeError(`an element is not closed: ${template}`);
  return top.content;
}

const filled = (parts: readonly Piece[], values: readonly Node[]): Node =>
  parts.map((part) => {
    if (typeof part === 'string') return part;
    if (typeof part === 'number') return values[part];
    const { tag, attributes } = part;
    const shown = attributes.map(([name, value]) => [name, childrenOf(filled(value, values)).join('')] as const);
    const given = Object.fromEntries(shown.filter(([, value]) => value !== ''));
    return { tag, attributes: given, content: filled(part.content, values) };
  });

export const isList = (node: Node): node is readonly Node[] => Array.isArray(node);

export const isElement = (node: Node): node is Element => typeof node === 'object' && node !== null && 'tag' in node;

/** What a reader of text gets of a node: lists in lists are one; what is left out, and white space between elements, are not there. */
export function childrenOf(node: Node): Exclude<Node, readonly Node[] | Absent | Either>[] {
  if (isList(node)) return node.flatMap(childrenOf);
  if (node === false || node === null || node === undefined) return [];
  if (typeof node === 'object') return 'read' in node ? childrenOf(node.read) : [node];
  return typeof node === 'string' && !node.trim() ? [] : [node];
}

/** The outermost elements with a tag. */
export const elementsOf = (node: Node, tag: string): Element[] =>
  childrenOf(node)
    .filter(isElement)
    .flatMap((one) => (one.tag === tag ? [one] : elementsOf(one.content, tag)));
