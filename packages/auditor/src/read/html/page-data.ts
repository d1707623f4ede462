import type { StructuredData } from '../site.ts';
import type { Attributes } from './elements.ts';
import type { PageText } from './page-text.ts';
import { addProperty, closedNode, type OpenNode, readJsonLd, shortName } from './structured-data.ts';

type Page = { data: StructuredData[]; broken_data: number; text: PageText };

/** Nodes of one page, and how deep they may lie in one another. */
const bounds = { nodes: 1000, open: 20 };

/** Gathers typed data while a page is walked: JSON-LD, microdata, and RDFa. */
export class HtmlData {
  readonly #page: Page;
  readonly #open: OpenNode[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  jsonLd(text: string): void {
    const found = readJsonLd(text);
    if (found === undefined) this.#page.broken_data++;
    else this.#page.data.push(...found.slice(0, bounds.nodes - this.#page.data.length));
  }

  /** What is left to do when the element ends, if it says something. */
  open(name: string, attributes: Attributes): (() => void) | undefined {
    const node = this.#nodeOf(attributes);
    const parent = this.#open.at(-1);
    const property = parent?.form === 'rdfa' ? attributes.property : attributes.itemprop;
    if (node) {
      if (this.#open.length >= bounds.open) return undefined;
      if (parent && property) addProperty(parent, property, node.value);
      this.#open.push(node);
      return () => {
        this.#open.pop();
        if (!(parent && property) && this.#page.data.length < bounds.nodes) this.#page.data.push(closedNode(node));
      };
    }
    if (!parent || !property) return undefined;
    const said = saidBy(name, attributes);
    if (said !== undefined) {
      addProperty(parent, property, said.slice(0, 1000));
      return undefined;
    }
    const capture = this.#page.text.capture();
    return () => addProperty(parent, property, this.#page.text.release(capture));
  }

  #nodeOf(attributes: Attributes): OpenNode | undefined {
    if (attributes.itemscope !== undefined) return nodeOf('microdata', attributes.itemtype ?? '');
    const type = attributes.typeof;
    return type ? nodeOf('rdfa', type) : undefined;
  }
}

function nodeOf(form: OpenNode['form'], names: string): OpenNode {
  const types = names.split(/\s+/).filter(Boolean).slice(0, 10).map(shortName);
  return { form, types, written: names, value: { '@type': types.length === 1 ? types[0] : types } };
}

/** The value of a property where an attribute holds it; otherwise its text does. */
function saidBy(name: string, attributes: Attributes): string | undefined {
  if (attributes.content !== undefined) return attributes.content;
  if (name === 'time') return attributes.datetime;
  if (name === 'data' || name === 'meter') return attributes.value;
  if (name === 'a' || name === 'link' || name === 'area') return attributes.href;
  if (['img', 'audio', 'video', 'source', 'iframe', 'embed'].includes(name)) return attributes.src;
  return undefined;
}
