import { z } from 'zod';

/**
 * Ladders are data beside the rubric (`rubrics/v1.ladders.json`, decision 91): for each criterion the facts that are
 * looked for, the rungs with their conditions, the sentence of evidence, and what to do to climb. An auditor reads them
 * on /rubric and changes them without code. Facts are named primitives with arguments (`auditor/score/facts/`).
 */
const line = z.string().trim().min(1).max(600);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);
const score = z.int().min(0).max(5);

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

const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(condition).min(1) }),
    z.strictObject({ any: z.array(condition).min(1) }),
    z.strictObject({ not: condition }),
    z.strictObject({ rung: score }),
    z.strictObject({ criterion: line, rung: score }),
    z.strictObject({ fact: name, min: z.number() }),
    z.strictObject({ fact: name, max: z.number() }),
  ]),
);

const argument = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(z.number())]);

/** One fact of a ladder: a primitive and its arguments, under a name that conditions and sentences use. */
const ladderFact = z.strictObject({ find: name, with: z.record(z.string(), argument).default({}) });

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

const ladder = z.strictObject({
  id: line,
  facts: z.record(name, ladderFact),
  /** From 1 up. 0 is the score when none holds. */
  rungs: z.array(rung).min(1).max(5),
  /** The highest score that is proposed without a person, where the upper rungs need judgement. */
  cap: score.optional(),
  /** What only a person can judge, as a question. */
  question: line,
  /** How far a careful person may differ from the rungs, because the criterion is a judgement; 0 where it is structure. */
  judgement: z.strictObject({ down: score.max(2), up: score.max(2) }).default({ down: 0, up: 0 }),
  /**
   * Sentences of evidence: every one whose condition holds (or that has none) is said, in this order. `{fact.key}` is
   * replaced by what the fact says.
   */
  evidence: z.array(z.strictObject({ when: condition.optional(), text: line })).min(1),
  /** The title of a gap when the score is 0 or 1. */
  gap: line.max(200),
  /** One action per score that can rise: from `from` to `to`. */
  actions: z.array(z.strictObject({ from: score, to: score, action: line.max(300), effort: line })).min(1),
});

export const laddersSchema = z.strictObject({
  rubric: line,
  /** Criteria that are scored as a preview only, and are not part of the record. */
  preview: z.array(line).default([]),
  ladders: z.array(ladder),
});
export type Ladders = z.infer<typeof laddersSchema>;
export type Ladder = Ladders['ladders'][number];
