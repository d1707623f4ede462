import type { Refusal } from '@readymark/rubric/refusal';

/** Characters that move the cursor, hide text or change its direction: `\u001b` and the like. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line of text that is safe to print, whoever wrote it: what is unprintable is escaped as in JSON. */
export function printable(text: string): string {
  return text.replace(unprintable, (mark) => escapes[mark] ?? codeUnits(mark));
}

const codeUnits = (mark: string) =>
  Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** A line for people that is safe to print, and may have colours. */
export class Line {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A line from our words and anybody's values: the values are made printable, except those that are lines already. */
export function line(words: TemplateStringsArray, ...values: readonly (string | number | Line)[]): Line {
  return new Line(words.map((word, at) => (at === 0 ? '' : rendered(values[at - 1] ?? '')) + word).join(''));
}

export const rendered = (value: string | number | Line) =>
  value instanceof Line ? value.text : printable(String(value));

/** Where an audit by command reports to. */
export type AuditOutput = {
  colour: Readonly<Record<'bold' | 'green' | 'yellow', (text: string) => Line>>;
  /** The result: one JSON document for machines, lines for people. */
  result(document: unknown, lines: () => readonly Line[]): void;
  /** What is wrong and what to do. */
  fail(refusal: Refusal): void;
  /** What happens now. */
  note(text: Line): void;
  /** A progress bar, where there is a terminal to draw it on. */
  progress(what: string): { at(done: number, total?: number): void; end(): void };
};

/** Without colours and progress bar. With `json` the result and a refusal are JSON documents, and there are no notes. */
export function plainOutput(streams: Record<'out' | 'err', NodeJS.WritableStream>, json: boolean): AuditOutput {
  const plain = (text: string) => line`${text}`;
  const write = (to: NodeJS.WritableStream, document: unknown, lines: readonly Line[]) =>
    to.write(`${json ? printable(JSON.stringify(document)) : lines.join('\n')}\n`);
  return {
    colour: { bold: plain, green: plain, yellow: plain },
    result: (document, lines) => write(streams.out, document, json ? [] : lines()),
    fail: ({ message, errors }) => write(streams.err, { message, errors }, message.split('\n').map(plain)),
    note(text) {
      if (!json) write(streams.err, undefined, [text]);
    },
    progress: () => ({ at() {}, end() {} }),
  };
}
