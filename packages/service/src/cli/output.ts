import { Line, line, printable, rendered } from '@readymark/auditor/command/output';
import type { Refusal } from '@readymark/rubric/refusal';
import { Presets, SingleBar } from 'cli-progress';
import pc from 'picocolors';

// biome-ignore lint/performance/noBarrelFile: commands import from here whatever they print with.
export { Line, line } from '@readymark/auditor/command/output';

/** Where a command writes, and what `-` reads. */
export type Streams = {
  in?: NodeJS.ReadableStream;
  out: NodeJS.WritableStream & { isTTY?: boolean };
  err: NodeJS.WritableStream & { isTTY?: boolean };
};

/** Text of several lines, each made printable; all but the first are indented, so that none looks like one of ours. */
export function indented(text: string, spaces: number): Line[] {
  const [first = '', ...rest] = text.split(/\r\n|[\r\n]/);
  return [line`${first}`, ...rest.map((next) => line`${' '.repeat(spaces)}${next}`)];
}

/** Text of several lines as it is, each made printable: in JSON an escape means the same. */
export const textLines = (text: string): Line[] => text.split('\n').map((next) => line`${next}`);

/** Makes a text printable and colours it, where the output is a terminal. */
type Colours = Readonly<Record<'green' | 'red' | 'yellow' | 'bold' | 'dim', (text: string) => Line>>;

function coloursOf(on: boolean): Colours {
  const colours = pc.createColors(on && pc.isColorSupported);
  const colour = (name: keyof Colours) => (text: string) => new Line(colours[name](printable(text)));
  return {
    green: colour('green'),
    red: colour('red'),
    yellow: colour('yellow'),
    bold: colour('bold'),
    dim: colour('dim'),
  };
}

/** What a command reports, for people or (`--json`) for machines. */
export type Output = {
  json: boolean;
  /** Whether people read the results on a terminal. */
  terminal: boolean;
  /** Colours, for templates of `line`; they do nothing where the output is not a terminal. */
  colour: Colours;
  /** The result: one JSON document for machines, lines for people. Lines that are strings are made printable. */
  result(document: unknown, lines: () => readonly (string | Line)[]): void;
  /** A refusal or failure, on standard error: what is wrong and what to do. */
  fail(refusal: Refusal): void;
  /** A line about what happens now: on standard error where that is no terminal, nothing for machines. */
  note(text: Line): void;
  /** A progress bar on a terminal, nothing elsewhere. */
  progress(what: string, total?: number): { at(done: number, total?: number): void; end(): void };
};

export function makeOutput(streams: Streams, json: boolean): Output {
  const { red, bold } = coloursOf(streams.err.isTTY === true);
  const write = (to: NodeJS.WritableStream, document: unknown, lines: () => readonly (string | Line)[]) => {
    // Raw control characters of a JSON document are within its strings, where an escape means the same.
    const shown = json ? [new Line(printable(JSON.stringify(document)))] : lines();
    to.write(`${shown.map(rendered).join('\n')}\n`);
  };
  return {
    json,
    terminal: streams.out.isTTY === true && !json,
    colour: coloursOf(streams.out.isTTY === true && !json),
    result: (document, lines) => write(streams.out, document, lines),
    fail({ message, errors }) {
      const [first] = errors;
      // One wrong field is one line.
      const alone = errors.length === 1 && first !== undefined && message === `${first.field} is missing or not valid.`;
      write(streams.err, { message, errors }, () => [
        ...(alone ? `${first.field} ${first.message}.` : message)
          .split('\n')
          .map((part, at) => (at ? line`  ${red(part)}` : red(part))),
        ...(alone ? [] : errors).map((row) => line`  ${bold(row.field)}  ${row.message}`),
      ]);
    },
    note(text) {
      if (!json && streams.err.isTTY !== true) streams.err.write(`${text.text}\n`);
    },
    progress(what, known = 0) {
      if (json || streams.err.isTTY !== true) return { at() {}, end() {} };
      const bar = new SingleBar(
        { format: `${what} {bar} {value}/{total} {eta_formatted}`, stream: streams.err, clearOnComplete: true },
        Presets.shades_classic,
      );
      // Drawn with the first value, so that the second of two bars appears below the first.
      let started = false;
      return {
        at(done, total = known) {
          if (!started) bar.start(total, done);
          started = true;
          bar.setTotal(total);
          bar.update(done);
        },
        end: () => bar.stop(),
      };
    },
  };
}
