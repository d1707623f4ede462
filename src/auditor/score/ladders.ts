import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Condition, type Ladder, type Ladders, laddersSchema } from '../../domain/auditing/ladder.ts';
import type { Site } from '../read/site.ts';
import { facts } from './facts/index.ts';

/** The ladders of each rubric that has some, by its version. */
export type LaddersByRubric = ReadonlyMap<string, Ladders>;

/**
 * Reads every `vN.ladders.json` of a folder.
 *
 * @throws Error that names the file and the place when ladders cannot be used
 */
export function readLadders(folder: string = join(import.meta.dirname, '../../../rubrics')): LaddersByRubric {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ladders.json'))
    .sort();
  return new Map(
    names.map((name) => {
      const ladders = parseLadders(JSON.parse(readFileSync(join(folder, name), 'utf8')), `rubrics/${name}`);
      if (`${ladders.rubric}.ladders.json` !== name)
        throw new Error(`rubrics/${name} contains ladders of ${ladders.rubric}`);
      return [ladders.rubric, ladders];
    }),
  );
}

/** @throws Error that names what is wrong, and where in `name` */
export function parseLadders(value: unknown, name: string): Ladders {
  const read = laddersSchema.safeParse(value);
  if (!read.success)
    throw new Error(
      `${name} is not a valid file of ladders: ${read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    );
  const problems = [
    ...sequenceProblems(read.data),
    ...read.data.ladders.flatMap((ladder) => ladderProblems(ladder, read.data)),
  ];
  if (problems.length > 0) throw new Error(`${name} cannot be used: ${problems.join('; ')}`);
  return read.data;
}

function ladderProblems(ladder: Ladder, { ladders }: Ladders): string[] {
  const found: string[] = [];
  const say = (place: string, what: string) => void found.push(`${ladder.id} ${place}: ${what}`);
  const scores = ladder.rungs.map(({ score }) => score);
  if (scores.some((score, at) => score <= (scores[at - 1] ?? 0))) say('rungs', 'they must rise, each score once');
  for (const [name, { find }] of Object.entries(ladder.facts))
    if (!facts.has(find)) say(`facts.${name}`, `there is no fact "${find}"`);
  const check = (condition: Condition, place: string): void => {
    if ('all' in condition) for (const one of condition.all) check(one, place);
    else if ('any' in condition) for (const one of condition.any) check(one, place);
    else if ('not' in condition) check(condition.not, place);
    else if ('fact' in condition) {
      if (!Object.hasOwn(ladder.facts, condition.fact)) say(place, `it has no fact "${condition.fact}"`);
    } else {
      const id = 'criterion' in condition ? condition.criterion : ladder.id;
      const other = ladders.find((one) => one.id === id);
      if (!other?.rungs.some(({ score }) => score === condition.rung))
        say(place, `there is no rung ${condition.rung} of ${id}`);
    }
  };
  for (const rung of ladder.rungs) check(rung.when, `rung ${rung.score}`);
  for (const [at, sentence] of ladder.evidence.entries()) {
    if (sentence.when) check(sentence.when, `evidence ${at + 1}`);
    for (const { fact, key, whole } of placeholders(sentence.text)) {
      const used = Object.hasOwn(ladder.facts, fact) ? ladder.facts[fact] : undefined;
      if (!used) say(`evidence ${at + 1}`, `{${whole}} names no fact`);
      else if (facts.has(used.find) && !saysOf(used.find, used.with).has(key))
        say(`evidence ${at + 1}`, `the fact "${used.find}" says no "${key}"`);
    }
  }
  for (const { from, to } of ladder.actions) if (to <= from) say('actions', `from ${from} to ${to} does not rise`);
  return found;
}

/** `{fact.key}` in a sentence. */
export function placeholders(text: string): { fact: string; key: string; whole: string }[] {
  return [...text.matchAll(/\{([^{}]{1,100})\}/g)].map(([, whole = '']) => {
    const [fact = '', key = ''] = whole.split('.', 2);
    return { fact, key, whole };
  });
}

/** A site of which nothing was seen: a fact says the same things of it as of any other, with other values. */
const nothing: Site = {
  website: 'https://example.com/',
  origin: 'https://example.com',
  domain: 'example.com',
  collected_on: '2000-01-01',
  items: [],
  pages: [],
  robots: undefined,
  sitemap: { urls: [], sources: [], complete: false },
  llms: [],
  apis: [],
  machine: [],
};

function saysOf(find: string, args: Ladder['facts'][string]['with']): Set<string> {
  return new Set(Object.keys(facts.get(find)?.find(nothing, args).says ?? {}));
}

/** Ids that stand twice, and rungs that rest on one another in a circle. */
function sequenceProblems({ ladders }: Ladders): string[] {
  const found: string[] = [];
  const ids = ladders.map(({ id }) => id);
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) found.push(`${id} stands twice`);
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string, score: number): void => {
    const key = `${id} rung ${score}`;
    if (state.get(key) === 'done') return;
    if (state.get(key) === 'open') {
      found.push(`${key} rests on itself`);
      return;
    }
    state.set(key, 'open');
    const rung = ladders.find((one) => one.id === id)?.rungs.find((one) => one.score === score);
    if (rung) for (const [other, at] of rungsIn(rung.when, id)) visit(other, at);
    state.set(key, 'done');
  };
  for (const { id, rungs } of ladders) for (const { score } of rungs) visit(id, score);
  return found;
}

function rungsIn(condition: Condition, id: string): [string, number][] {
  if ('all' in condition) return condition.all.flatMap((one) => rungsIn(one, id));
  if ('any' in condition) return condition.any.flatMap((one) => rungsIn(one, id));
  if ('not' in condition) return rungsIn(condition.not, id);
  if ('fact' in condition) return [];
  return [['criterion' in condition ? condition.criterion : id, condition.rung]];
}
