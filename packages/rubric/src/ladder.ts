import { z } from 'zod';

/**
 * Ladders are data beside the rubric (`rubrics/v1/P1-A.ladder`, decision 91): for each criterion the facts that are
 * looked for, the rungs with their conditions, the sentence of evidence, and what to do to climb. An auditor reads them
 * on /rubric and changes them without code. Facts are named primitives with arguments (`auditor/score/facts/`).
 */
const line = z.string().trim().min(1).max(600);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);
const score = z.int().min(0).max(100);

/** What a rung demands. A fact is a number: a count, a share in percent, or 1 and 0 for yes and no. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  /** Another rung of the same criterion holds. */
  | { rung: number }
  /** A rung of another criterion holds: `{"criterion": "P1-B", "rung": 2}`. */
  | { criterion: string; rung: number }
  | { fact: string; min: number }
  | { fact: string; max: number };

const areConditions = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isCondition);

/** By their keys: a union of schemas would try each on each of a thousand conditions. */
const conditionShapes: Readonly<Record<string, (of: Readonly<Record<string, unknown>>) => boolean>> = {
  all: ({ all }) => areConditions(all),
  any: ({ any }) => areConditions(any),
  not: ({ not }) => isCondition(not),
  rung: ({ rung }) => Number.isInteger(rung),
  'criterion,rung': ({ criterion, rung }) => typeof criterion === 'string' && Number.isInteger(rung),
  'fact,min': ({ fact, min }) => typeof fact === 'string' && Number.isFinite(min),
  'fact,max': ({ fact, max }) => typeof fact === 'string' && Number.isFinite(max),
};

function isCondition(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null) return false;
  const shape = Object.keys(value).toSorted().join();
  return Object.hasOwn(conditionShapes, shape) && conditionShapes[shape]?.(value as Record<string, unknown>) === true;
}

const condition = z.custom<Condition>(isCondition, 'it is no condition');

const argument = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(z.number())]);

/**
 * One fact of a ladder: a primitive and its arguments, under a name that conditions and sentences use. A fact that is `like`
 * another of its ladder has the arguments of that one, but for those that it gives itself.
 */
const ladderFact = z.strictObject({
  find: name,
  like: name.optional(),
  with: z.record(z.string(), argument).default({}),
});

const rung = z.strictObject({
  score: score.min(1),
  /** What the rung demands, in words. */
  text: line,
  when: condition,
  /** It rests on words: it holds at most likely, and a person must look at it. */
  lexical: z.boolean().default(false),
  /** The title of a signal when this is the score. */
  title: line.max(200),
});

/**
 * Kinds of business that actions are written for. `trade`: a business of one place or region; `stay`: lodging, food and
 * travel; `content`: publishers; `public`: authorities, schools, charities; `other`: nothing on the site decides.
 */
export const businessKinds = ['trade', 'shop', 'stay', 'saas', 'api', 'content', 'public', 'other'] as const;
export type BusinessKind = (typeof businessKinds)[number];

/** What an action can be given along with, made from what was read of the site: to be pasted there. */
export const snippetNames = ['organisation', 'offers', 'price_list', 'limits', 'llms', 'faq', 'crawling'] as const;
export type SnippetName = (typeof snippetNames)[number];

const ladderAction = z.strictObject({
  from: score,
  to: score,
  action: line.max(300),
  effort: line,
  /** The kinds of business that can do it; for all others where it is left out. */
  for: z.array(z.enum(businessKinds)).min(1).optional(),
  with: z.enum(snippetNames).optional(),
});

const ladder = z.strictObject({
  id: line,
  facts: z.record(name, ladderFact),
  /** From 1 up. 0 is the score when none holds. */
  rungs: z.array(rung).min(1),
  /** The highest score that is proposed without a person, where the upper rungs need judgement. */
  cap: score.optional(),
  /** Facts that only an interface for programs makes true: where a site shows none, what words say of them is worth little. */
  interfaces: z.array(name).default([]),
  /** What only a person can judge, as a question. */
  question: line,
  /**
   * How far a careful person may differ from the rungs, because the criterion is a judgement; 0 where it is structure. `from` is
   * the lowest score that it holds for: from 1 where there is nothing to judge about what was not found.
   */
  judgement: z
    .strictObject({ down: score.max(2), up: score.max(2), from: score.default(0) })
    .default({ down: 0, up: 0, from: 0 }),
  /**
   * Sentences of evidence: every one whose condition holds (or that has none) is said, in this order. `{fact.key}` is
   * replaced by what the fact says.
   */
  evidence: z.array(z.strictObject({ when: condition.optional(), text: line })).min(1),
  /** The title of a gap when the score is 0 or 1. */
  gap: line.max(200),
  /** One action per score that can rise, and for kinds of business that need another: from `from` to `to`. */
  actions: z.array(ladderAction).min(1),
});

const laddersShape = z.strictObject({
  rubric: line,
  /** Criteria that are scored as a preview only, and are not part of the record. */
  preview: z.array(line).default([]),
  ladders: z.array(ladder),
});
export type Ladders = z.infer<typeof laddersShape>;
export type Ladder = Ladders['ladders'][number];

/** The ladders of one rubric by criterion; none for a rubric without. */
export const laddersById = (of: Ladders | undefined): ReadonlyMap<string, Ladder> =>
  new Map(of?.ladders.map((ladder) => [ladder.id, ladder]));

export type LadderAction = Ladder['actions'][number];

/** A file of ladders: strict, and refused with the place where it contradicts itself. */
export const laddersSchema = laddersShape
  .superRefine((file, context) => {
    for (const { id, place, message } of [...file.ladders.flatMap((one) => problemsOf(one, file)), ...circles(file)])
      context.addIssue({ code: 'custom', path: [id, place], message });
  })
  .transform((file): Ladders => ({ ...file, ladders: file.ladders.map(withArguments) }));

function withArguments(ladder: Ladder): Ladder {
  const facts = Object.entries(ladder.facts).map(([name, { find, like, with: own }]) => {
    const other = like === undefined ? undefined : ladder.facts[like];
    return [name, { find, with: { ...other?.with, ...own } }] as const;
  });
  return { ...ladder, facts: Object.fromEntries(facts) };
}

/** What contradicts itself: in the ladder of which criterion, where (`rung 2`, `facts.meta`, `evidence 3`), and how. */
type Problem = { id: string; place: string; message: string };

function problemsOf(ladder: Ladder, { ladders }: Ladders): Problem[] {
  const found: Problem[] = [];
  const { id } = ladder;
  const add = (place: string, problem: string) => found.push({ id, place, message: `${id} ${place}: ${problem}` });
  if (ladders.filter((one) => one.id === id)[0] !== ladder)
    found.push({ id, place: 'rungs', message: `${id} is there twice` });
  if (ladder.rungs.some(({ score }, at) => score <= (ladder.rungs[at - 1]?.score ?? 0)))
    add('rungs', 'they must rise, each score once');
  for (const { from, to } of ladder.actions) {
    if (to <= from) add('actions', `from ${from} to ${to} does not rise`);
    if (to > highestRung(ladder)) add('actions', `${to} is above the highest rung, which is ${highestRung(ladder)}`);
  }
  for (const name of ladder.interfaces)
    if (!Object.hasOwn(ladder.facts, name)) add('interfaces', `there is no fact "${name}"`);
  for (const [name, { like }] of Object.entries(ladder.facts))
    if (like !== undefined && (!Object.hasOwn(ladder.facts, like) || ladder.facts[like]?.like !== undefined))
      add(`facts.${name}`, `it is like "${like}", which is no fact with arguments of its own`);
  const places = [
    ...ladder.rungs.map(({ score, when }) => [`rung ${score}`, when] as const),
    ...ladder.evidence.flatMap(({ when }, at) => (when ? [[`evidence ${at + 1}`, when] as const] : [])),
  ];
  for (const [place, when] of places)
    for (const leaf of leaves(when)) {
      if ('fact' in leaf) {
        if (!Object.hasOwn(ladder.facts, leaf.fact)) add(place, `it has no fact "${leaf.fact}"`);
        continue;
      }
      const of = 'criterion' in leaf ? leaf.criterion : id;
      if (!ladders.some((one) => one.id === of && one.rungs.some(({ score }) => score === leaf.rung)))
        add(place, `there is no rung ${leaf.rung} of ${of}`);
    }
  return found;
}

/** The highest score that a ladder leads to, which is the maximum of its criterion (decision 91). */
export const highestRung = ({ rungs }: Pick<Ladder, 'rungs'>): number => rungs.at(-1)?.score ?? 0;

type Leaf = Exclude<Condition, { all: Condition[] } | { any: Condition[] } | { not: Condition }>;

/** The facts and rungs that a condition is made of. */
function leaves(condition: Condition): Leaf[] {
  if ('all' in condition) return condition.all.flatMap(leaves);
  if ('any' in condition) return condition.any.flatMap(leaves);
  return 'not' in condition ? leaves(condition.not) : [condition];
}

/** Rungs that rest on one another in a circle. */
function circles({ ladders }: Ladders): Problem[] {
  const found: Problem[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string, score: number): void => {
    const [place, key] = [`rung ${score}`, `${id} rung ${score}`];
    if (state.get(key) === 'open') found.push({ id, place, message: `${key} rests on itself` });
    if (state.has(key)) return;
    state.set(key, 'open');
    const rung = ladders.find((one) => one.id === id)?.rungs.find((one) => one.score === score);
    for (const leaf of rung ? leaves(rung.when) : [])
      if ('rung' in leaf) visit('criterion' in leaf ? leaf.criterion : id, leaf.rung);
    state.set(key, 'done');
  };
  for (const { id, rungs } of ladders) for (const { score } of rungs) visit(id, score);
  return found;
}
