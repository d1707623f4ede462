import { parseCondition, RESERVED } from './condition.ts';

/**
 * What a file of one criterion says (`rubrics/v1/P1-A.ladder`, decision 91), section by section as it is written there, and on
 * which line each part of it is (`rung 2`, `facts.meta`, `evidence 3`, `actions`, `gap`).
 */
type LadderFile = { sections: Readonly<Record<string, unknown>>; lines: ReadonlyMap<string, number> };

/** A line with the lines that are indented below it. */
type Line = { number: number; text: string; below: Line[] };

/**
 * Reads such a file. Blank lines and lines that begin with `//` say nothing; a line that is indented deeper goes on with the
 * one above it. What the parts say together is checked by `laddersSchema`.
 *
 * @throws SyntaxError with the line and what is wrong
 */
export function parseLadder(text: string): LadderFile {
  const sections: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  for (const line of outline(text)) {
    const [, name = '', value = ''] = /^(\w+)(?:: *(.*))?$/s.exec(line.text) ?? [];
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!read) throw fault(line, `a section is one of ${Object.keys(readers).join(', ')}`);
    if (Object.hasOwn(sections, name)) throw fault(line, `the section ${name} is there twice`);
    lines.set(name, line.number);
    sections[name] = read({ ...line, text: value }, (place, { number }) => lines.set(place, number));
  }
  return { sections, lines };
}

/** Says on which line a place of the ladder is. */
type Note = (place: string, line: Line) => void;

const readers: Readonly<Record<string, (line: Line, note: Note) => unknown>> = {
  question: whole,
  gap: whole,
  /** Why the rubric does not score this criterion: its ladder is only to be looked at. */
  preview: whole,
  judgement(line) {
    const parts = /^(\d+) down, (\d+) up(?:, from (\d+))?$/.exec(whole(line));
    if (!parts) throw fault(line, 'a judgement reads "1 down, 1 up" or "1 down, 1 up, from 2"');
    const [, down, up, from] = parts;
    return { down: Number(down), up: Number(up), ...(from !== undefined && { from: Number(from) }) };
  },
  interfaces: (line) => whole(line).split(/, */),
  cap(line) {
    if (!/^\d+$/.test(whole(line))) throw fault(line, 'a cap is a number');
    return Number(whole(line));
  },
  facts(section, note) {
    const facts: Record<string, unknown> = {};
    for (const line of section.below) {
      const [, name = '', find = '', like, more = ''] =
        /^([a-z]\w*): ([a-z]\w*)(?: like ([a-z]\w*))?(?:; (.*))?$/s.exec(line.text) ?? [];
      if (name === '') throw fault(line, 'a fact reads "name: what to find; argument: word, word; argument = value"');
      if (RESERVED.has(name) || Object.hasOwn(facts, name))
        throw fault(line, `no ${Object.hasOwn(facts, name) ? 'second ' : ''}fact may be called ${name}`);
      note(`facts.${name}`, line);
      facts[name] = { find, ...(like !== undefined && { like }), with: argumentsOf({ ...line, text: more }) };
    }
    return facts;
  },
  rungs: (section, note) =>
    section.below.map((line) => {
      const [, score, lexical, title = ''] = /^(\d+)(, lexical)?: (.*)$/s.exec(line.text) ?? [];
      if (score === undefined) throw fault(line, 'a rung begins with "3: title" or "3, lexical: title"');
      note(`rung ${score}`, line);
      const begins = line.below.findIndex(({ text }) => text.startsWith('when '));
      const condition = line.below[begins];
      if (!condition) throw fault(line, `rung ${score} needs its text and a line "when …"`);
      return {
        score: Number(score),
        title,
        text: line.below.slice(0, begins).map(whole).join(' '),
        when: read(condition, `rung ${score}`, line.below.slice(begins).map(whole).join(' ').slice('when '.length)),
        ...(lexical !== undefined && { lexical: true }),
      };
    }),
  evidence: (section, note) =>
    section.below.map((line, at) => {
      const [, when, text] = /^(?:always|when ([^:]+)): (.*)$/s.exec(whole(line)) ?? [];
      if (text === undefined)
        throw fault(line, 'a sentence of evidence reads "when condition: text" or "always: text"');
      note(`evidence ${at + 1}`, line);
      return { ...(when !== undefined && { when: read(line, `evidence ${at + 1}`, when) }), text };
    }),
  actions: (section) =>
    section.below.map((line) => {
      const [, from, to, effort, kinds, snippet, action] = ACTION.exec(whole(line)) ?? [];
      if (action === undefined)
        throw fault(
          line,
          'an action reads "2 to 3, Low: what to do" or "2 to 3, Low for trade, shop with offers: what"',
        );
      return {
        ...{ from: Number(from), to: Number(to), action, effort },
        ...(kinds !== undefined && { for: kinds.split(/, */) }),
        ...(snippet !== undefined && { with: snippet }),
      };
    }),
};

/** `2 to 3, Low: what to do`, with the kinds of business that it is for and the snippet that it comes with. */
const ACTION = /^(\d+) to (\d+), (\w+)(?: for ([a-z]+(?:, ?[a-z]+)*))?(?: with (\w+))?: (.*)$/s;

/** The arguments of a fact: lists (`roles: docs, agent`) and single values (`least = 3`), with `;` or a new line before each. */
function argumentsOf(line: Line): Record<string, unknown> {
  const begun: Line[] = [];
  for (const row of [line, ...rowsOf(line)])
    for (const [at, part] of row.text.split(/; */).entries()) {
      const last = begun.at(-1);
      if (at === 0 && last && !ARGUMENT.test(part)) last.text += ` ${part}`;
      else if (part !== '') begun.push({ number: row.number, text: part, below: [] });
    }
  const found: Record<string, unknown> = {};
  for (const argument of begun) {
    const [, name = '', sign, value = ''] = ARGUMENT.exec(argument.text) ?? [];
    if (name === '')
      throw fault(argument, `"${argument.text}" is no argument, such as "roles: docs, agent" or "least = 3"`);
    if (Object.hasOwn(found, name)) throw fault(argument, `the argument ${name} is there twice`);
    found[name] = sign === ':' ? listOf(argument, value) : single(value);
  }
  return found;
}

const ARGUMENT = /^([a-z]\w*)(:| =)(?: (.*)|)$/s;

function listOf(line: Line, text: string): string[] {
  const words = text === '' ? [] : text.split(/, */);
  const wrong = words.find((word) => word === '' || word.includes(':'));
  if (wrong !== undefined)
    throw fault(line, `"${wrong}" is no word of a list: words have a comma between them, and no colon`);
  return words;
}

/** `yes` and `no`, a number, or a text; in quotes it is a text in any case. */
function single(text: string): string | number | boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text.replace(/^"(.*)"$/s, '$1');
}

function read(line: Line, place: string, condition: string) {
  try {
    return parseCondition(condition);
  } catch (error) {
    throw fault(line, `${place}: ${(error as Error).message}`);
  }
}

const fault = ({ number }: Line, problem: string) => new SyntaxError(`line ${number}: ${problem}`);

/** All lines below a line, in their order. */
const rowsOf = (line: Line): Line[] => line.below.flatMap((one) => [one, ...rowsOf(one)]);

/** A line with all that is below it, as one text. */
function whole(line: Line): string {
  return [line, ...rowsOf(line)].map(({ text }) => text).join(' ');
}

/** The lines of a text by their indentation. */
function outline(text: string): Line[] {
  const root: Line = { number: 0, text: '', below: [] };
  const open: { depth: number; line: Line }[] = [{ depth: -1, line: root }];
  for (const [at, row] of text.split('\n').entries()) {
    const said = row.trim();
    if (said === '' || said.startsWith('//')) continue;
    const line = { number: at + 1, text: said, below: [] };
    const depth = row.length - row.trimStart().length;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.at(-1)?.line.below.push(line);
    open.push({ depth, line });
  }
  return root.below;
}
