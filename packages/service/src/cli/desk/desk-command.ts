import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import type { JsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { IdKind } from '../../store/ids.ts';
import type { Cli, Define } from '../define.ts';
import type { Line, Output } from '../output.ts';
import { addDeskOptions, callDesk, type DeskOptions, readMany, readWhole } from './desk.ts';
import { wholeIds, wholeSubject } from './ids.ts';
import { unsignedLines } from './published.ts';

/** Options of other names than their fields; a value `<day>` or `<date>` must be one. `false`: no option. */
export type Flags<I extends z.ZodObject> = Partial<Record<keyof z.input<I>, string | false>>;

/** A command that is the twin of one desk operation (decision 103). */
type DeskCommand<I extends z.ZodObject, O extends z.ZodType> = {
  /** Name and arguments: `audits evidence <id> [sha256]`. */
  usage: string;
  does: string;
  examples: readonly string[];
  /** Loaded only for this command, and for its help. */
  operation: () => Promise<Operation<I, O>>;
  /** The field that each argument is, in order. */
  args?: readonly (keyof typeof argumentWords)[];
  flags?: Flags<I>;
  /** The options for which a part of an id is enough, by field. */
  ids?: Partial<Record<keyof z.input<I>, IdKind>>;
  /** Refuses what does not go together, before anything is called. @throws WrongUsage */
  check?(input: z.input<I>, options: Called<I, O>['options'], args: readonly string[]): void;
  /** What people read. */
  lines?(body: z.output<O>, output: Output, called: Called<I, O>): readonly (string | Line)[];
  /** The exit code, where it is not always 0. */
  code?(body: z.output<O>): number;
  /** In place of the one call, its lines and its code. @returns the exit code */
  run?(called: Called<I, O>): Promise<number>;
};

/** What a command was called with. */
export type DeskCall = {
  cli: Cli;
  output: Output;
  desk: DeskOptions;
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
};

type Called<I extends z.ZodType, O extends z.ZodType> = DeskCall & {
  /** What was given, in the fields of the operation. */
  input: z.input<I>;
  call(input: z.input<I>): Promise<z.output<O>>;
};

type Words = { words: string; kind?: IdKind | 'subject' };

const id = (kind: IdKind, what: string): Words => ({
  kind,
  words: `the ${what}: its id, or the beginning or end of it`,
});

/** What is said of arguments, and of which a part of the id is enough. */
const argumentWords = {
  job_id: id('job', 'audit'),
  drafts: id('job', 'audit'),
  request_id: id('request', 'request'),
  notice_id: id('notice', 'notice'),
  proof_id: id('proof', 'token'),
  reply_id: id('reply', 'reply'),
  /** No field: each is called for by itself. */
  request_ids: { words: 'the requests: their ids, or the beginnings or ends of them' },
  completes: { kind: 'request', words: 'the requests: their ids, or the beginnings or ends of them' },
  subject: {
    kind: 'subject',
    words: 'a company on the leaderboard, or a request by the beginning of its id, req_…',
  },
  slug: { words: 'the company' },
  name: { words: 'name of the operator' },
  outcome: { words: 'what became of it' },
  text_id: { words: 'the text: its id' },
  decision: { words: 'what becomes of it' },
  publication: { words: 'number of the publication, as shown by publish --json and actions list' },
  sha256: { words: 'SHA-256 of the body' },
} satisfies Record<string, Words>;

/**
 * Adds a command whose options and argument values follow from the input of its operation: what the schema says of a field
 * is the help of its option. Options of its own can be added to what this returns.
 */
export function deskCommand<I extends z.ZodObject, O extends z.ZodType>(
  define: Define,
  spec: DeskCommand<I, O>,
): Command {
  const { usage, does, examples, operation, args: names = [], flags = {}, run } = spec;
  const [name = '', ...values] = usage.split(/ (?=[<[])/);
  /** The fields that are options, by the names that commander gives those. */
  const fields = new Map<string, string>();
  /** The arguments that are lists. */
  const lists = new Set<string>();
  const command = define<DeskOptions & Record<string, unknown>>(
    name,
    does,
    examples,
    async (cli, output, options, args) => {
      const desk = deskOf(options);
      const of = await operation();
      const input: Record<string, unknown> = {};
      for (const [attribute, field] of fields) if (options[attribute] !== undefined) input[field] = options[attribute];
      spec.check?.(input as z.input<I>, options, args);
      for (const [field, kind] of Object.entries<IdKind | undefined>(spec.ids ?? {})) {
        const given = input[field] as string | readonly string[] | undefined;
        if (given === undefined || kind === undefined) continue;
        const ids = await wholeIds(cli, desk, kind, typeof given === 'string' ? [given] : given);
        input[field] = typeof given === 'string' ? ids[0] : ids;
      }
      for (const [at, field] of names.entries()) {
        const many = /\.\.\.[>\]]$/.test(values[at] ?? '');
        const given = await wholeArguments(cli, desk, field, many ? args.slice(at) : args.slice(at, at + 1));
        if (given.length && field in of.input.shape) input[field] = lists.has(field) ? given : given[0];
      }
      const call = (sent: z.input<I>) => callDesk(cli, desk, of, sent);
      const called = { cli, output, desk, input: input as z.input<I>, args, options, call };
      if (run) return run(called);
      const body = await call(called.input);
      output.result(body, () => [
        ...(spec.lines?.(body, output, called) ?? []),
        ...unsignedLines(output, body as object),
      ]);
      return spec.code?.(body) ?? 0;
    },
    async () => {
      const { properties, required, readDay } = await schemaOf((await operation()).input);
      for (const [at, field] of names.entries()) {
        restrict(command, at, properties[field]);
        if (properties[field]?.type === 'array') lists.add(field);
      }
      for (const [field, schema] of Object.entries(properties)) {
        const flag = (flags as Readonly<Record<string, string | false | undefined>>)[field];
        if (flag === false || names.some((argument) => argument === field)) continue;
        const option = optionOf(field, schema, flag).makeOptionMandatory(required.includes(field));
        if (/<(?:day|date)>$/.test(option.flags)) option.argParser(readDay);
        fields.set(option.attributeName(), field);
        command.addOption(option);
      }
    },
  );
  for (const [at, value] of values.entries()) command.argument(value, argumentWords[names[at] ?? 'request_id'].words);
  return addDeskOptions(command);
}

const deskOf = ({ url, tokenFile }: DeskOptions): DeskOptions => ({
  ...(url !== undefined && { url }),
  ...(tokenFile !== undefined && { tokenFile }),
});

async function wholeArguments(
  cli: Cli,
  desk: DeskOptions,
  field: keyof typeof argumentWords,
  given: readonly string[],
) {
  const { kind }: Words = argumentWords[field];
  if (kind === undefined) return given;
  if (kind !== 'subject') return wholeIds(cli, desk, kind, given);
  return Promise.all(given.map((subject) => wholeSubject(cli, desk, subject)));
}

async function schemaOf(input: z.ZodObject) {
  const [{ z }, { isDate }] = await Promise.all([import('zod'), import('@readymark/rubric/field')]);
  // Only what was read has the bounds of a number that is sent as a text, and only what is sent may lack defaults.
  const { properties = {} } = z.toJSONSchema(input) as JsonSchema;
  const { required = [] } = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;
  /** Reads an option that is a day; anything else is wrong usage. */
  const readDay = (text: string) => {
    if (isDate(text)) return text;
    throw new InvalidArgumentError('It must be a day, written YYYY-MM-DD.');
  };
  return { properties, required, readDay };
}

const isNumber = ({ type }: JsonSchema) => type === 'integer' || type === 'number';

const wholeOf = ({ minimum, maximum }: JsonSchema) => readWhole(Number(minimum), Number(maximum));

/** Makes a value of an argument that its field cannot have wrong usage. */
function restrict(command: Command, at: number, schema: JsonSchema | undefined): void {
  const argument = command.registeredArguments[at];
  if (schema?.enum) argument?.choices(schema.enum.map(String));
  // Arguments stay texts.
  if (schema && isNumber(schema)) argument?.argParser((text) => String(wholeOf(schema)(text)));
}

/** @param flag where it is not `--field` */
function optionOf(field: string, schema: JsonSchema, flag: string | undefined): Option {
  const { type, description, minimum, maximum, enum: choices } = schema;
  const value = type === 'boolean' ? '' : isNumber(schema) ? ' <count>' : choices ? ` <${field}>` : ' <text>';
  const flags = flag ?? `--${field.replaceAll('_', '-')}${field === 'after' ? ' <id>' : value}`;
  const words = String(description ?? `maximum number, ${minimum} to ${Number(maximum).toLocaleString('en')}`);
  const repeated = type === 'array' ? '; can be repeated' : '';
  const help = words.replace(/^Whether (?:to )?/, '').replace(/\.$/, '') + repeated;
  const option = new Option(flags, help.charAt(0).toLowerCase() + help.slice(1));
  if (schema.default !== null && schema.default !== undefined) option.default(schema.default);
  if (choices) option.choices(choices.map(String));
  else if (isNumber(schema)) option.argParser(wholeOf(schema));
  else if (type === 'array') option.argParser(readMany);
  return option;
}

/** The lines of a list, with how many there are and how to get more. */
export function listed(
  rows: readonly (string | Line)[],
  { counts = {}, next = null }: { counts?: Readonly<Record<string, number>>; next?: string | null } = {},
  what = 'listed',
): (string | Line)[] {
  const total = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return [
    ...rows,
    `${rows.length} ${what}.${total.length ? ` Total: ${total.join(', ')}.` : ''}`,
    ...(next === null ? [] : [`More with --after ${next}`]),
  ];
}
