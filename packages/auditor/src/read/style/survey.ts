import { Parser } from 'htmlparser2';
import { isShownState } from './sheets/state-names.ts';

/** What is known of a page before it is read: its style sheets, and what its controls and scripts refer to. */
export type Survey = {
  /** What relative addresses are counted from, as it is written. */
  base: string | undefined;
  /** In the order of the page: the text of a `style` element, or the address of a sheet as it is written. */
  sheets: { href: string | undefined; css: string; media: string }[];
  /** `#id` and `.class` of what a control or a script speaks of. */
  referred: ReadonlySet<string>;
  /** The page has tabs. */
  tabs: boolean;
  /** The page has boxes to tick. */
  boxes: boolean;
  /** The page has scripts: without any, no class of it changes. */
  scripts: boolean;
  /** By class, the states of elements that have it. */
  together: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Bounds of one page: sheets, names, and characters of a script that are looked at. */
const bounds = { sheets: 100, names: 20_000, script: 200_000, elements: 60_000, depth: 400, attributes: 400 };

const controls = [
  ...[
    'aria-controls',
    'aria-owns',
    'for',
    'popovertarget',
    'commandfor',
    'data-target',
    'data-bs-target',
    'data-toggle',
    'data-tab',
  ],
  ...['data-panel', 'data-content', 'data-modal', 'data-open', 'data-accordion', 'data-collapse'],
];

type Attributes = Readonly<Record<string, string>>;

/** The page has more than is read of any. */
class TooMuch extends Error {}

/** Looks a page over once, as far as it is read. */
export function surveyOf(html: string): Survey {
  const surveyor = new Surveyor();
  const parser = new Parser(
    {
      onattribute: () => surveyor.attribute(),
      onopentag: (name, attributes) => surveyor.open(name, attributes),
      ontext: (text) => surveyor.text(text),
      onclosetag: (name) => surveyor.close(name),
    },
    { lowerCaseTags: true },
  );
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
  }
  return surveyor;
}

class Surveyor implements Survey {
  base: string | undefined;
  readonly sheets: Survey['sheets'] = [];
  readonly referred = new Set<string>();
  readonly together = new Map<string, Set<string>>();
  tabs = false;
  boxes = false;
  scripts = false;
  #elements = 0;
  #attributes = 0;
  #depth = 0;
  /** Without scripts the page looks otherwise. */
  #without = 0;
  #style: string | undefined;
  #media = '';
  #script: string | undefined;

  attribute(): void {
    if (++this.#attributes > bounds.attributes) throw new TooMuch();
  }

  open(name: string, attributes: Attributes): void {
    this.#attributes = 0;
    if (++this.#elements > bounds.elements || ++this.#depth > bounds.depth) throw new TooMuch();
    if (name === 'noscript') this.#without++;
    if (this.#without > 0) return;
    if (name === 'base') this.base ??= attributes.href;
    if (name === 'script' && !/json/i.test(attributes.type ?? '')) this.scripts = true;
    if (name === 'style') [this.#style, this.#media] = ['', attributes.media ?? ''];
    else if (name === 'link') this.#link(attributes);
    else if (name === 'script' && attributes.src === undefined && !/json/i.test(attributes.type ?? ''))
      this.#script = '';
    if (attributes.role === 'tab') this.tabs = true;
    if (name === 'input' && /^(?:checkbox|radio)$/i.test(attributes.type ?? '')) this.boxes = true;
    this.#refer(attributes);
    if (attributes.class) this.#states(attributes.class);
  }

  text(text: string): void {
    if (this.#style !== undefined) this.#style += text;
    else if (this.#script !== undefined && this.#script.length < bounds.script) this.#script += text;
  }

  close(name: string): void {
    this.#depth--;
    if (name === 'noscript') this.#without--;
    if (name === 'style' && this.#style !== undefined) {
      this.#add({ href: undefined, css: this.#style, media: this.#media });
      this.#style = undefined;
    }
    if (name === 'script' && this.#script !== undefined) {
      this.#spokenOf(this.#script);
      this.#script = undefined;
    }
  }

  #add(sheet: Survey['sheets'][number]): void {
    if (this.sheets.length < bounds.sheets) this.sheets.push(sheet);
  }

  /** A sheet that a script switches on when it has loaded counts as on. */
  #link({ rel = '', href, media = '', as = '', onload }: Attributes): void {
    const relations = rel.toLowerCase().split(/\s+/);
    const sheet = relations.includes('stylesheet') || (relations.includes('preload') && as === 'style' && onload);
    if (sheet && href && !relations.includes('alternate'))
      this.#add({ href, css: '', media: onload === undefined ? media : '' });
  }

  #name(name: string): void {
    if (this.referred.size < bounds.names) this.referred.add(name);
  }

  #refer(attributes: Attributes): void {
    const { href } = attributes;
    if (href?.startsWith('#') && href.length > 1) this.#name(href.slice(0, 100));
    for (const control of controls) {
      const target = attributes[control];
      if (!target) continue;
      for (const one of target.slice(0, 500).split(/[\s,]+/))
        if (one !== '') this.#name(/^[#.]/.test(one) ? one : `#${one}`);
    }
    for (const handler of ['onclick', 'onchange', 'onmouseover', 'onload'])
      if (attributes[handler]) {
        this.scripts = true;
        this.#spokenOf(attributes[handler].slice(0, 2_000));
      }
  }

  /** Names in quotation marks, with or without the sign of an id or a class. */
  #spokenOf(script: string): void {
    for (const [, name = ''] of script.matchAll(/["'`\s]([#.]?[A-Za-z_][\w-]{1,60})(?=["'`\s])/g)) {
      if (/^[#.]/.test(name)) this.#name(name);
      else {
        this.#name(`#${name}`);
        this.#name(`.${name}`);
      }
    }
  }

  #states(written: string): void {
    const classes = written.slice(0, 2_000).split(/\s+/).filter(Boolean).slice(0, 60);
    const states = classes.filter(isShownState);
    if (states.length === 0) return;
    for (const one of classes) {
      if (states.includes(one)) continue;
      const known = this.together.get(one);
      if (known) for (const state of states) known.add(state);
      else if (this.together.size < bounds.names) this.together.set(one, new Set(states));
    }
  }
}
