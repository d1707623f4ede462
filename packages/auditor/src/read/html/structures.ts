import type { Area, Attributes } from './elements.ts';
import type { HtmlReading } from './reading.ts';

/** Rows of a page and cells of a row that are kept. */
const bounds = { rows: 5000, cells: 100 };

/** Gathers tables, lists and forms while a page is walked. Each method returns what is left to do when the element ends. */
export class Structures {
  readonly #page: HtmlReading;
  readonly #tables: { rows: string[][] }[] = [];
  readonly #lists: string[][] = [];
  #rows = 0;
  #form: { action: string; fields: string[] } | undefined;

  constructor(page: HtmlReading) {
    this.#page = page;
  }

  table(area: Area): () => void {
    const opened: { rows: string[][] } = { rows: [] };
    this.#tables.push(opened);
    return () => {
      this.#tables.pop();
      if (opened.rows.length > 0 && area === 'main') this.#page.tables.push(opened);
    };
  }

  /** The number of the row; undefined outside of tables. */
  row(): number | undefined {
    const table = this.#tables.at(-1);
    if (!table || this.#rows >= bounds.rows) return undefined;
    table.rows.push([]);
    return ++this.#rows;
  }

  cell(): (() => void) | undefined {
    const { text } = this.#page;
    const start = text.blocks.length;
    const row = this.#tables.at(-1)?.rows.at(-1);
    return row && row.length < bounds.cells ? () => void row.push(text.since(start)) : undefined;
  }

  list(area: Area): () => void {
    const opened: string[] = [];
    this.#lists.push(opened);
    return () => {
      this.#lists.pop();
      if (opened.length > 0 && area === 'main') this.#page.lists.push(opened);
    };
  }

  item(): (() => void) | undefined {
    const { text } = this.#page;
    const start = text.blocks.length;
    const list = this.#lists.at(-1);
    return list ? () => void list.push(text.since(start)) : undefined;
  }

  form(attributes: Attributes): () => void {
    const form = { action: attributes.action ?? '', fields: [] };
    const { toolname = '', tooldescription = '' } = attributes;
    if (toolname.trim() !== '' && tooldescription.trim() !== '' && this.#page.tools.length < 50)
      this.#page.tools.push({ name: toolname.trim().slice(0, 100), by: 'form' });
    this.#form = form;
    return () => {
      this.#form = undefined;
      if (this.#page.forms.length < 100) this.#page.forms.push(form);
    };
  }

  field(name: string, attributes: Attributes): void {
    const { fields } = this.#form ?? {};
    if (fields && fields.length < 200) fields.push(fieldName(name, attributes));
  }
}

const fieldName = (name: string, attributes: Attributes): string =>
  [
    name === 'input' ? (attributes.type ?? 'text') : name,
    attributes.name ?? attributes.placeholder ?? attributes['aria-label'] ?? attributes.id ?? '',
  ]
    .join(' ')
    .trim()
    .toLowerCase()
    .slice(0, 100);
