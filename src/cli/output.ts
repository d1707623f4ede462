import { Presets, SingleBar } from 'cli-progress';
import pc from 'picocolors';
import { Fault, type FieldError } from '../domain/fault.ts';
import { Refusal } from '../domain/refusal.ts';
import { outageReason } from '../store/engine/outage.ts';

/** Where a command writes. */
export type Streams = {
  out: NodeJS.WritableStream & { isTTY?: boolean };
  err: NodeJS.WritableStream & { isTTY?: boolean };
};

/** What a command reports, for people or (`--json`) for machines. */
export type Output = {
  json: boolean;
  /** Colours; they do nothing where the output is not a terminal. */
  colour: ReturnType<typeof pc.createColors>;
  /** The result: one JSON document for machines, lines for people. */
  result(document: unknown, lines: () => readonly string[]): void;
  /** A refusal or failure, on standard error: what is wrong and what to do. */
  fail(error: unknown): void;
  /** A progress bar on a terminal, nothing elsewhere. */
  progress(what: string, total?: number): { at(done: number, total?: number): void; end(): void };
};

export function makeOutput(streams: Streams, json: boolean): Output {
  const terminal = streams.out.isTTY === true;
  const colour = pc.createColors(terminal && !json && pc.isColorSupported);
  const red = pc.createColors(streams.err.isTTY === true && pc.isColorSupported);
  return {
    json,
    colour,
    result(document, lines) {
      streams.out.write(json ? `${JSON.stringify(document)}\n` : `${lines().join('\n')}\n`);
    },
    fail(error) {
      const { message, errors } = failure(error);
      if (json) streams.err.write(`${JSON.stringify({ message, errors })}\n`);
      else
        streams.err.write(
          `${red.red(message)}\n${errors.map((row) => `  ${red.bold(row.field)}  ${row.message}\n`).join('')}`,
        );
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

/** What an error tells the person at the command line, who may see more of it than a caller over the network. */
function failure(error: unknown): { message: string; errors: readonly FieldError[] } {
  if (error instanceof Refusal) return { message: error.message, errors: error.errors };
  const why = outageReason(error instanceof Fault ? error.cause : error);
  if (why !== undefined) return { message: `Nothing was changed: ${why}.`, errors: [] };
  if (error instanceof Fault) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { message: `${error.message}${cause}`, errors: error.details.errors ?? [] };
  }
  return { message: error instanceof Error ? error.message : String(error), errors: [] };
}
