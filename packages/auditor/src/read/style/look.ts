import { Cascade, type Computed, lastOf } from './cascade.ts';
import { isReferred, isRevealed } from './reveal.ts';
import { type StyledElement, styledElement } from './sheets/element.ts';
import type { StyleSheet } from './sheets/sheet.ts';
import { coloursIn, type FontSizes, fontSizeOf, groundOf, isAlike, isClear } from './sheets/values.ts';
import type { Survey } from './survey.ts';
import { type Hiding, hides, hidingOf } from './unseen.ts';

/** How an element looks, as far as it decides whether its text is seen. */
export type Look = {
  element: StyledElement;
  around: Look | undefined;
  /** It and all that is in it is not seen. `attribute`: its own `style` says so, or that of one around it. */
  gone: false | 'sheet' | 'attribute';
  /** Its own text is not seen. */
  unseen: boolean;
  invisible: Hiding | undefined;
  /** Of its letters, in pixels; undefined when unknown. */
  size: number | undefined;
  root: number | undefined;
  /** Undefined when unknown. */
  colour: string | undefined;
  /** What is behind its text; undefined when unknown. */
  ground: string | undefined;
  /** Its colour is as its ground. */
  alike: boolean;
  /** Letters are cut out of the background. */
  cut: boolean;
  positioned: boolean;
};

/** Least size of letters, in pixels, that people can see. */
const LEAST_SIZE = 5;
const pictures = new Set('img picture video canvas svg iframe object'.split(' '));
const ownColours = new Set('a button input select textarea mark'.split(' '));

/** Says how the elements of one page look, in the order in which they open. */
export class Looks {
  readonly #cascade: Cascade;
  readonly #page: Survey;
  readonly #alike = new Map<string, boolean>();
  readonly #white: string | undefined;

  /** @param whole whether all style sheets of the page are known: otherwise its own background is not */
  constructor(sheets: readonly StyleSheet[], page: Survey, whole: boolean) {
    this.#cascade = new Cascade(sheets, whole);
    this.#page = page;
    this.#white = whole ? '#ffffff' : undefined;
  }

  of(name: string, attributes: StyledElement['attributes'], around: Look | undefined): Look {
    const element = styledElement(name, attributes, around?.element);
    const computed = this.#cascade.of(element);
    const look = this.#inherited(element, around);
    this.#letters(look, computed);
    this.#colours(look, computed);
    // A page that is hidden until its style has loaded is no hidden page.
    if (name === 'html' || name === 'body') return look;
    const referred = isReferred(element, this.#page);
    const hiding = look.gone
      ? undefined
      : hidingOf(computed, { around: look.size, root: look.root }, this.#page.scripts);
    if (!look.gone && !referred && !this.#page.scripts && waitsForControl(attributes)) look.gone = 'attribute';
    if (hiding && !referred && !isRevealed(element, hiding, this.#cascade, this.#page))
      look.gone = hiding.rule ? 'sheet' : 'attribute';
    this.#visibility(look, computed, referred);
    look.unseen =
      look.gone !== false || look.invisible !== undefined || (look.size ?? LEAST_SIZE) < LEAST_SIZE || look.alike;
    return look;
  }

  #inherited(element: StyledElement, around: Look | undefined): Look {
    return {
      element,
      around,
      gone: around?.gone ?? false,
      unseen: around?.unseen ?? false,
      invisible: around?.invisible,
      size: around ? around.size : 16,
      root: around ? around.root : 16,
      colour: around ? around.colour : '#000000',
      ground: around ? around.ground : this.#white,
      alike: around?.alike ?? false,
      cut: around?.cut ?? false,
      positioned: false,
    };
  }

  #letters(look: Look, computed: Computed): void {
    const declared = lastOf(computed, 'font-size', 'font');
    if (!declared) return;
    const sizes: FontSizes = { around: look.size, root: look.root };
    look.size = declared.value === undefined ? undefined : fontSizeOf(declared.value, sizes);
    if (look.element.name === 'html') look.root = look.size;
  }

  #colours(look: Look, computed: Computed): void {
    const { element } = look;
    const [colour, ground] = [look.colour, look.ground];
    const position = computed.get('position');
    look.positioned = position !== undefined && position.value !== 'static';
    const laid = position !== undefined && !['static', 'relative', 'sticky'].includes(position.value ?? '');
    // What lies over something else has that behind it.
    if (laid) look.ground = undefined;
    for (const property of ['background', 'background-color', 'background-image']) {
      const declared = computed.get(property);
      if (!declared) continue;
      const found = declared.value === undefined ? undefined : groundOf(declared.value);
      if (found !== 'clear') look.ground = property === 'background-image' ? undefined : found;
    }
    if (element.attributes.bgcolor) look.ground = element.attributes.bgcolor;
    if (element.attributes.background) look.ground = undefined;
    if (laid || pictures.has(element.name)) behind(look);
    // Letters are filled with it whatever their colour is.
    const own = computed.get('-webkit-text-fill-color') ?? computed.get('color');
    if (own) {
      if (own.value === undefined || /^(?:initial|unset|revert)/.test(own.value)) look.colour = undefined;
      else if (!/^(?:inherit|currentcolor)$/.test(own.value)) look.colour = own.value;
    } else if (element.name === 'font' && element.attributes.color) look.colour = element.attributes.color;
    else if (element.name === 'body' && element.attributes.text) look.colour = element.attributes.text;
    else if (ownColours.has(element.name)) look.colour = undefined;
    if (/text/.test(lastOf(computed, 'background-clip', '-webkit-background-clip')?.value ?? '')) look.cut = true;
    const shadow = computed.get('text-shadow');
    if (shadow && !isOfColour(shadow.value, look)) look.colour = undefined;
    if (own || look.colour !== colour || look.ground !== ground) look.alike = this.#isAlike(look);
  }

  #isAlike({ colour, ground, cut }: Look): boolean {
    if (colour === undefined || cut) return false;
    const key = `${colour} ${ground}`;
    const known = this.#alike.get(key);
    if (known !== undefined) return known;
    const alike = isClear(colour) || (ground !== undefined && isAlike(colour, ground));
    if (this.#alike.size < 2_000) this.#alike.set(key, alike);
    return alike;
  }

  #visibility(look: Look, computed: Computed, referred: boolean): void {
    const declared = computed.get('visibility');
    if (!declared) return;
    look.invisible = undefined;
    const { value } = declared;
    if (value === undefined || !hides('visibility', value, { around: undefined, root: undefined })) return;
    const hiding = { property: 'visibility', ...declared };
    const moving = [
      'animation',
      'animation-name',
      ...(this.#page.scripts ? ['transition', 'transform', 'opacity'] : []),
    ];
    const moved = moving.some((name) => computed.has(name));
    if (!moved && !referred && !isRevealed(look.element, hiding, this.#cascade, this.#page)) look.invisible = hiding;
  }
}

/** What only a control, a script or a search in the page shows. */
const waitsForControl = ({ popover, hidden }: StyledElement['attributes']): boolean =>
  popover !== undefined || hidden?.toLowerCase() === 'until-found';

/** Whether a shadow has the colour of the letters or of what is behind them, or is none. */
function isOfColour(shadow: string | undefined, { colour, ground }: Look): boolean {
  if (shadow === undefined) return false;
  if (shadow === 'none') return true;
  const colours = coloursIn(shadow);
  return (
    colours.length > 0 &&
    colours.every((one) => [colour, ground].some((other) => other !== undefined && isAlike(one, other)))
  );
}

/** A picture, or what is laid over its place, may be the ground of the text beside it: up to the element that it is placed in. */
function behind(look: Look): void {
  let outer = look.around;
  for (let level = 0; outer && level < 6; level++) {
    if (outer.element.name === 'body' || outer.element.name === 'html') return;
    outer.ground = undefined;
    outer.alike = false;
    if (outer.positioned || (level >= 1 && pictures.has(look.element.name))) return;
    outer = outer.around;
  }
}
