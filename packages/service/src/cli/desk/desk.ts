import { userInfo } from 'node:os';
import { Refusal } from '@readymark/rubric/refusal';
import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { readGivenFile } from '../../documents/given-file.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Cli } from '../define.ts';

/** Options of every desk command: none for the database of this machine, or the address of a running server. */
export type DeskOptions = { url?: string; tokenFile?: string };

export function addDeskOptions(command: Command): Command {
  return command
    .option('--url <address>', 'use the server at this address instead of the local database')
    .option(
      '--token-file <file>',
      'file with the operator token for --url (default: OPERATOR_TOKEN in the environment)',
    );
}

/**
 * Performs a desk operation (decision 103): on the database of this machine as the user who is logged in, or with
 * `--url` over HTTP as the operator of the token. Both run the same operation.
 *
 * @throws Fault or Refusal
 */
export async function callDesk<I extends z.ZodType, O extends z.ZodType>(
  cli: Cli,
  options: DeskOptions,
  operation: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  if (options.url !== undefined) {
    const { callRemote } = await import('./desk-remote.ts');
    return callRemote(options.url, () => tokenOf(cli, options), operation, input, cli.signal);
  }
  return cli.withContext(async (ctx) => {
    const { execute } = await import('../../operations/run.ts');
    const reply = await execute(ctx, operation, { kind: 'operator', name: userInfo().username }, input, {});
    return reply.body;
  });
}

function tokenOf(cli: Cli, options: DeskOptions): string {
  const token = options.tokenFile === undefined ? cli.settings().OPERATOR_TOKEN : readToken(options.tokenFile);
  if (token === '')
    throw new Refusal('--url needs an operator token: set OPERATOR_TOKEN, or name a file with --token-file.');
  return token;
}

function readToken(file: string): string {
  try {
    return readGivenFile(file, TOKEN_BYTES_MAX).toString('utf8').trim();
  } catch {
    throw new Refusal(`${file} cannot be read; it should contain the operator token and nothing else.`);
  }
}

const TOKEN_BYTES_MAX = 64 * 1024;

/**
 * A command of a desk reply as it can be run here: with the path of each file that it names, and with the options that say
 * where the desk is.
 */
export function asGiven(command: string, files: ReadonlyMap<string, string>, { url, tokenFile }: DeskOptions): string {
  const words = command.split(' ').map((word) => shellWord(files.get(word) ?? word));
  if (url !== undefined) words.push('--url', shellWord(url));
  if (tokenFile !== undefined) words.push('--token-file', shellWord(tokenFile));
  return words.join(' ');
}

/** A word in quotation marks where a shell would read it otherwise. */
const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Reads an option that is a whole number in a range; anything else is wrong usage (exit code 2). */
export const readWhole =
  (min: number, max: number) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** Reads an option that may be given several times. */
export const readMany = (text: string, known: readonly string[]): readonly string[] => [...known, text];

/** Reads an argument that is the score of a criterion and may be given several times. */
export function readScore(text: string, known: readonly string[]): readonly string[] {
  if (/^[\w-]{1,40}=\d{1,3}$/.test(text)) return [...known, text];
  throw new InvalidArgumentError('It must be a criterion and its score: P1-B=4.');
}
