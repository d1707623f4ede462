import type { Ladders } from '@readymark/rubric/ladder';
import type { Rubric } from '@readymark/rubric/rubric';
import { z } from 'zod';
import type { CriterionProposal } from '../score/proposal.ts';
import { type Judged, judgeAnswer } from './judge-answer.ts';
import { type AssistQuestion, messagesOf, questionOf, requestHash } from './question.ts';

/** What a model answered, so that a draft can be made again without a model: kept as `assist.json` beside the evidence. */
export const assistRecording = z.object({
  format: z.literal(1),
  model: z.string(),
  /** Versions of the packages that asked. */
  asked_with: z.string(),
  answers: z.array(
    z.object({
      criterion: z.string(),
      request: z.string().meta({ description: 'SHA-256 of what was asked.' }),
      answer: z.string(),
      tokens: z
        .int()
        .min(0)
        .nullable()
        .optional()
        .meta({ description: 'What it cost; null where the model did not say.' }),
    }),
  ),
});
export type AssistRecording = z.infer<typeof assistRecording>;

/** A language model: one question, one answer as text. It has no tools and no memory. */
export type Model = {
  id: string;
  asked_with: string;
  /** @throws Error when there is no answer: refused, timed out, too many requests */
  ask(rules: string, message: string, signal: AbortSignal): Promise<{ text: string; tokens: number | null }>;
};

export type AssistOptions = {
  model: Model;
  rubric: Rubric;
  ladders: Ladders;
  /** Makes a marker that no page can know. */
  marker(): string;
  /** What was answered before: such questions are not asked again. */
  recorded?: AssistRecording | undefined;
  signal?: AbortSignal | undefined;
};

export type Assisted = { proposals: CriterionProposal[]; recording: AssistRecording };

/** After so many questions in a row without an answer the others are not asked. */
const GIVE_UP_AFTER = 2;

/** The proposal with the checked claims of an answer. Without one the score is the machine's own. */
function withAnswer(proposal: CriterionProposal, judged: Judged): CriterionProposal {
  const needs_human = [...new Set([...proposal.needs_human, 'assistant' as const])];
  if (judged.claims.length === 0) return { ...proposal, needs_human };
  const said = judged.claims.map(({ text, quote, items: [first] }) => {
    const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
    return `${sentence} “${quote}” (${first?.url}, ${first?.fetched_at.slice(0, 10)})`;
  });
  return { ...proposal, proposed: judged.score, evidence: [proposal.evidence, ...said].join(' '), needs_human };
}

/**
 * The proposals, with what a model adds where the ladder left the score open (decision 95): one question per criterion,
 * and of each answer only what is in the stored evidence. Whatever goes wrong, the machine's own proposal stays, and
 * a person must look at it.
 */
export async function assist(proposals: readonly CriterionProposal[], options: AssistOptions): Promise<Assisted> {
  const { model, rubric, ladders, recorded } = options;
  const answers: AssistRecording['answers'] = [];
  let failures = 0;

  async function answerTo(question: AssistQuestion): Promise<AssistRecording['answers'][number] | undefined> {
    const request = requestHash(question, model.id);
    const known = recorded?.answers.find((one) => one.request === request);
    if (known !== undefined) return known;
    if (failures >= GIVE_UP_AFTER || options.signal?.aborted) return undefined;
    const { rules, message } = messagesOf(question, options.marker());
    try {
      const { text, tokens } = await model.ask(rules, message, options.signal ?? new AbortController().signal);
      failures = 0;
      return { criterion: question.criterion, request, answer: text, tokens };
    } catch {
      // The reason may repeat what was asked or the key: the missing answer says enough.
      failures++;
      return undefined;
    }
  }

  const made: CriterionProposal[] = [];
  for (const proposal of proposals) {
    const ladder = ladders.ladders.find(({ id }) => id === proposal.id);
    const question = ladder && questionOf(proposal, rubric, ladder);
    const answer = question && (await answerTo(question));
    if (answer !== undefined) answers.push(answer);
    const judged = question && answer !== undefined ? judgeAnswer(answer.answer, question) : undefined;
    if (question === undefined) made.push(proposal);
    else made.push(withAnswer(proposal, judged ?? { score: proposal.proposed, claims: [], dropped: 0 }));
  }
  return { proposals: made, recording: { format: 1, model: model.id, asked_with: model.asked_with, answers } };
}

/** The proposals as they were with the answers of a recording. No model is asked, and nothing is loaded. */
export function replay(
  proposals: readonly CriterionProposal[],
  recorded: AssistRecording,
  given: Pick<AssistOptions, 'rubric' | 'ladders'>,
): Promise<Assisted> {
  const ask = () => Promise.reject(new Error('A recording answers no other question.'));
  const model: Model = { id: recorded.model, asked_with: recorded.asked_with, ask };
  return assist(proposals, { ...given, model, recorded, marker: () => '' });
}
