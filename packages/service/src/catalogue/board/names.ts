/**
 * Texts of which there are few, such as dates, tiers and lists of criteria, by numbers. Rows contain the numbers, and
 * whoever reads a row gets the same text each time. A number is never reused.
 */
export class Names {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #lists = new Map<number, readonly string[]>();

  /** @param texts the first names, in the order of their numbers */
  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.numberOf(text);
  }

  /** How many there are. */
  get count(): number {
    return this.#texts.length;
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  /** @throws Error for a number that was never given */
  textOf(number: number): string {
    const text = this.#texts[number];
    if (text === undefined) throw new Error(`there is no name ${number}`);
    return text;
  }

  /** The words of a name: the same list each time. */
  listOf(number: number): readonly string[] {
    const known = this.#lists.get(number);
    if (known !== undefined) return known;
    const text = this.textOf(number);
    const list = text === '' ? [] : text.split(' ');
    this.#lists.set(number, list);
    return list;
  }

  /** The names from a number on. */
  from(number: number): readonly string[] {
    return this.#texts.slice(number);
  }
}
