import { Parser } from 'htmlparser2';

/** What a store answers in XML: the texts of some elements, in their order. Anything may come. */
export function textsOf(xml: Uint8Array | undefined, elements: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = Object.fromEntries(elements.map((name) => [name, []]));
  let into: string[] | undefined;
  let text = '';
  const parser = new Parser(
    {
      onopentag(name) {
        into = Object.hasOwn(found, name) ? found[name] : undefined;
        text = '';
      },
      ontext(piece) {
        if (into) text += piece;
      },
      onclosetag() {
        into?.push(text);
        into = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.write(new TextDecoder().decode(xml));
  parser.end();
  return found;
}

/** The code of a refusal, such as `NoSuchKey`; '' where there is none. It is a word of the store, and nothing else of what it says. */
export function refusalCode(xml: Uint8Array | undefined): string {
  const [code = ''] = textsOf(xml, ['Code']).Code ?? [];
  return /^[A-Za-z]{1,60}$/.test(code) ? code : '';
}
