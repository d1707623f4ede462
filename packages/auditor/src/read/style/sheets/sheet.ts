import type { Block, CssNode, Declaration } from 'css-tree';
import parse from 'css-tree/parser';
import { ident } from 'css-tree/utils';
import { onScreen } from './media.ts';
import { type Selector, selectorOf } from './selectors.ts';
import { partsIn } from './values.ts';

/** Bounds of one style sheet: characters, selectors, levels of nesting; of one `style` attribute: characters. */
const bounds = { sheet: 524_288, selectors: 20_000, depth: 12, attribute: 10_000, value: 300, imports: 10 };

/** Properties that decide whether people see a text. */
const deciding = new Set(
  `display visibility opacity clip clip-path -webkit-clip-path font font-size color background background-color background-image
  background-clip -webkit-background-clip -webkit-text-fill-color text-shadow text-indent position left right top
  margin-left margin-top width height max-width max-height overflow overflow-x overflow-y padding padding-left padding-top padding-bottom
  transform translate scale filter transition transition-property transition-duration animation animation-name content-visibility`.split(
    /\s+/,
  ),
);

/** Values by property, in lower case. */
export type Declarations = ReadonlyMap<string, { value: string; important: boolean }>;

export type Rule = {
  selector: Selector;
  declarations: Declarations;
  /** Later ones win: layers before what is in none, then by place. */
  layer: number;
  place: number;
};

/**
 * Rules by what they ask of their subject: an id, a class, a name, or any (`*`). Those of a state apart, and those that give a variable by
 * its name.
 */
export type StyleSheet = {
  rules: Map<string, Rule[]>;
  states: Map<string, Rule[]>;
  variables: Map<string, Rule[]>;
  /** Addresses of sheets that come before its own rules, as they are written; undefined where it is unknown whether one counts. */
  imports: (string | undefined)[];
};

type Placed = { rule: Rule; sheet: number };

/** The order in which rules of equal importance overrule one another, the strongest last. `sheet`: the place of its sheet on the page. */
export const byStrength = (a: Placed, b: Placed): number =>
  a.rule.layer - b.rule.layer ||
  a.rule.selector.specificity - b.rule.selector.specificity ||
  a.sheet - b.sheet ||
  a.rule.place - b.rule.place;

const UNLAYERED = 10_000;
const given = { positions: false, parseValue: false, parseCustomProperty: false, onParseError() {} } as const;

/** Reads a style sheet; what cannot be read in it says nothing. */
export function readSheet(css: string): StyleSheet {
  const sheet: StyleSheet = { rules: new Map(), states: new Map(), variables: new Map(), imports: [] };
  const reader = new SheetReader(sheet);
  try {
    const root = parse(css.slice(0, bounds.sheet), given);
    if (root.type === 'StyleSheet')
      reader.all(root.children, { loose: false, layer: UNLAYERED, depth: 0, parents: [] });
  } catch (error) {
    // Nested too deep for the parser.
    if (!(error instanceof RangeError)) throw error;
  }
  return sheet;
}

/** The declarations of a `style` attribute that decide. */
export function readStyleAttribute(style: string): Declarations {
  const root = parse(style.slice(0, bounds.attribute), { ...given, context: 'declarationList' });
  return root.type === 'DeclarationList' ? declarationsOf(root.children) : new Map();
}

/** Whether a sheet of these media counts. */
export function mediaCount(media: string): boolean {
  return (
    media.trim() === '' || onScreen(parse(media.slice(0, 1_000), { ...given, context: 'mediaQueryList' })) === true
  );
}

function declarationsOf(nodes: Iterable<CssNode>): Declarations {
  const found = new Map<string, { value: string; important: boolean }>();
  for (const node of nodes) if (node.type === 'Declaration') declare(found, node);
  return found;
}

type MutableDeclarations = Map<string, { value: string; important: boolean }>;

function declare(found: MutableDeclarations, node: Declaration): void {
  if (node.value.type !== 'Raw') return;
  const important = node.important !== false;
  const value = plainValue(node.value.value.slice(0, bounds.value)).toLowerCase();
  const written = node.property.toLowerCase();
  // On pages that are read from left to right and from top to bottom.
  const property = LOGICAL.get(written) ?? written;
  if (property.startsWith('--')) put(found, property, value, important);
  else if (property === 'inset' || property === 'margin') {
    const [top = '', right = top, bottom = top, left = right] = partsIn(value);
    const sides = { top, right, bottom, left };
    for (const [side, length] of Object.entries(sides)) {
      const one = property === 'inset' ? side : `${property}-${side}`;
      if (deciding.has(one)) put(found, one, length, important);
    }
  } else if (deciding.has(property)) put(found, property, value, important);
}

const LOGICAL: ReadonlyMap<string, string> = new Map([
  ...['inset', 'margin', 'padding'].flatMap((name): [string, string][] => [
    [`${name}-inline-start`, name === 'inset' ? 'left' : `${name}-left`],
    [`${name}-block-start`, name === 'inset' ? 'top' : `${name}-top`],
  ]),
  ['inset-inline-end', 'right'],
  ['inset-block-end', 'bottom'],
  ['inline-size', 'width'],
  ['block-size', 'height'],
  ['max-inline-size', 'max-width'],
  ['max-block-size', 'max-height'],
]);

/** A value without comments and escapes. */
const plainValue = (value: string): string => {
  const [first = '', ...others] = value.split('/*');
  const bare = [first, ...others.map((part) => part.split('*/').slice(1).join('*/'))].join(' ');
  return (bare.includes('\\') ? ident.decode(bare) : bare).trim();
};

function put(found: MutableDeclarations, property: string, value: string, important: boolean): void {
  if (found.get(property)?.important && !important) return;
  // A later one of the same block wins, also over one with another name for the same.
  found.delete(property);
  found.set(property, { value, important });
}

type Place = { loose: boolean; layer: number; depth: number; parents: readonly Selector[] };

class SheetReader {
  readonly #sheet: StyleSheet;
  readonly #layers = new Map<string, number>();
  #place = 0;
  #selectors = 0;

  constructor(sheet: StyleSheet) {
    this.#sheet = sheet;
  }

  all(nodes: Iterable<CssNode>, place: Place): void {
    if (place.depth > bounds.depth) return;
    for (const node of nodes) {
      if (this.#selectors >= bounds.selectors) return;
      if (node.type === 'Rule') this.#rule(node.prelude, node.block, place);
      else if (node.type === 'Atrule') this.#atRule(node.name.toLowerCase(), node.prelude, node.block, place);
    }
  }

  #atRule(name: string, prelude: CssNode | null, block: Block | null, place: Place): void {
    const inner = { ...place, depth: place.depth + 1 };
    if (name === 'import') this.#import(prelude, place.depth);
    else if (name === 'layer') {
      const layer = this.#layer(prelude);
      if (block) this.#inside(block, { ...inner, layer: place.layer === UNLAYERED ? layer : place.layer });
    } else if (block && name === 'media') {
      const counts = onScreen(prelude);
      if (counts !== false) this.#inside(block, { ...inner, loose: place.loose || counts === undefined });
    } else if (block && name === 'supports') this.#inside(block, inner);
    else if (block && (name === 'container' || name === 'scope')) this.#inside(block, { ...inner, loose: true });
  }

  /** Imports count before all rules. */
  #import(prelude: CssNode | null, depth: number): void {
    const [named, media, ...others] = prelude?.type === 'AtrulePrelude' ? prelude.children.toArray() : [];
    if ((named?.type !== 'Url' && named?.type !== 'String') || depth > 0 || this.#place > 0) return;
    const counts = media === undefined ? true : media.type === 'MediaQueryList' ? onScreen(media) : undefined;
    if (counts === false || this.#sheet.imports.length >= bounds.imports) return;
    this.#sheet.imports.push(counts && others.length === 0 ? named.value : undefined);
  }

  /** What is in a block, also declarations of the rule around it. */
  #inside(block: Block, place: Place): void {
    if (place.parents.length > 0) this.#keep(place.parents, declarationsOf(block.children), place);
    this.all(block.children, place);
  }

  #layer(prelude: CssNode | null): number {
    const list = prelude?.type === 'AtrulePrelude' ? prelude.children.first : null;
    const names =
      list?.type === 'LayerList'
        ? list.children.toArray().map((one) => (one.type === 'Layer' ? one.name : ''))
        : [`${this.#layers.size}`];
    for (const name of names) if (!this.#layers.has(name)) this.#layers.set(name, this.#layers.size);
    return Math.min(this.#layers.get(names[0] ?? '') ?? 0, UNLAYERED - 1);
  }

  #rule(prelude: CssNode, block: Block, place: Place): void {
    if (prelude.type !== 'SelectorList') return;
    const declarations = declarationsOf(block.children);
    const nested = block.children.some(({ type }) => type === 'Rule' || type === 'Atrule');
    if (declarations.size === 0 && !nested) return;
    const selectors: Selector[] = [];
    for (const node of prelude.children) {
      if (node.type !== 'Selector') continue;
      for (const parent of place.parents.length > 0 ? place.parents.slice(0, 20) : [undefined]) {
        if (++this.#selectors > bounds.selectors) return;
        const selector = selectorOf(node, parent);
        if (selector) selectors.push(selector);
      }
    }
    this.#keep(selectors, declarations, place);
    if (nested) this.all(block.children, { ...place, depth: place.depth + 1, parents: selectors });
  }

  #keep(selectors: readonly Selector[], declarations: Declarations, { loose, layer }: Place): void {
    if (declarations.size === 0) return;
    for (const selector of selectors) {
      const rule = { selector: loose ? { ...selector, loose } : selector, declarations, layer, place: this.#place++ };
      const subject = selector.parts[0]?.compound;
      if (!subject) continue;
      const variables = [...declarations.keys()].filter((name) => name.startsWith('--'));
      for (const name of variables) add(this.#sheet.variables, name, rule);
      if (variables.length === declarations.size) continue;
      if (!selector.acted) add(this.#sheet.rules, keyOf(subject), rule);
      if (selector.acted || selector.stated) for (const key of keysOf(subject)) add(this.#sheet.states, key, rule);
    }
  }
}

type Subject = Selector['parts'][number]['compound'];

/** Where a rule is looked for: by the rarest thing that it asks of its subject. */
function keyOf({ name, ids, classes }: Subject): string {
  if (ids.length > 0) return `#${ids[0]}`;
  if (classes.length > 0) return `.${classes[0]}`;
  return name || '*';
}

/** A rule of a state is looked for by each id and class, of which some may be states, else by its name. */
function keysOf({ name, ids, classes }: Subject): string[] {
  const keys = [...ids.map((id) => `#${id}`), ...classes.slice(0, 4).map((one) => `.${one}`)];
  return keys.length > 0 ? keys : [name || '*'];
}

function add(index: Map<string, Rule[]>, key: string, rule: Rule): void {
  const known = index.get(key);
  if (known) known.push(rule);
  else index.set(key, [rule]);
}
