import type { Rubric } from '@readymark/rubric/rubric';
import type { JudgedClaim } from '../evidence/claim.ts';
import type { CriterionProposal } from '../score/proposal.ts';
import type { AssistRecording, Model } from './assistant.ts';
import { askedClaims, claimMessages, claimQuestionOf, claimRequest, readVerdicts } from './claim-question.ts';

/** What a model answered about claims, and its answers as they are recorded. */
export type Verified = { judged: JudgedClaim[]; answers: AssistRecording['answers'] };

export type VerifyOptions = {
  model: Pick<Model, 'id' | 'ask'>;
  rubric: Rubric;
  /** Makes a marker that no page can know. */
  marker(): string;
  /** What was answered before: such questions are not asked again. */
  recorded?: AssistRecording | undefined;
  signal?: AbortSignal | undefined;
};

/** After so many questions in a row without an answer the others are not asked. */
const GIVE_UP_AFTER = 2;

/**
 * Asks what the claims of proposals are, one question for each criterion (decision 162). Answers add or remove evidence when the
 * site is scored anew; they never set a score. Whatever goes wrong, the rules' own reading stays.
 */
export async function verifyClaims(
  proposals: readonly CriterionProposal[],
  { model, rubric, marker, recorded, signal = new AbortController().signal }: VerifyOptions,
): Promise<Verified> {
  const judged: JudgedClaim[] = [];
  const answers: AssistRecording['answers'] = [];
  let failures = 0;
  for (const proposal of proposals) {
    const question = claimQuestionOf(proposal, rubric);
    if (!question) continue;
    const request = claimRequest(question, model.id);
    let answer = recorded?.answers.find((one) => one.request === request);
    if (!answer && failures < GIVE_UP_AFTER && !signal.aborted) {
      const { rules, message } = claimMessages(question, marker());
      try {
        const { text, tokens } = await model.ask(rules, message, signal);
        answer = { criterion: proposal.id, request, answer: text, tokens };
        failures = 0;
      } catch {
        // The reason may repeat what was asked or the key: the missing answer says enough.
        failures++;
      }
    }
    if (!answer) continue;
    answers.push(answer);
    const verdicts = readVerdicts(answer.answer, question);
    for (const [at, { claim, types, quote, counts }] of askedClaims(proposal).entries()) {
      const verdict = verdicts.get(`C${at + 1}`);
      // What counts already needs no second yes.
      if (verdict === undefined || (verdict === 'supports' && counts === 'proof')) continue;
      judged.push({ criterion: proposal.id, claim, types, quote, verdict });
    }
  }
  return { judged, answers };
}

/** The answers of a recording, as they were. No model is asked, and nothing is loaded. */
export function replayVerdicts(
  proposals: readonly CriterionProposal[],
  recorded: AssistRecording,
  rubric: Rubric,
): Promise<Verified> {
  const ask = () => Promise.reject(new Error('A recording answers no other question.'));
  return verifyClaims(proposals, { model: { id: recorded.model, ask }, rubric, recorded, marker: () => '' });
}
