import type { Rubric } from '@readymark/rubric/rubric';
import type { AssistRecording } from './assist/assistant.ts';
import type { Auditor } from './auditor.ts';
import type { JudgedClaim } from './evidence/claim.ts';
import type { Bodies, EvidenceBundle } from './evidence/evidence.ts';
import type { CriterionProposal } from './score/proposal.ts';

/**
 * The proposals for a bundle: the rules' reading; what a language model answers about its claims, where there is one, and what a
 * person does, whose answer goes first; scored anew; and what the model adds (decisions 95 and 162).
 *
 * @param options.recorded what a model answered before: then none is asked
 * @param options.live whether a model may be asked
 */
export async function propose(
  auditor: Pick<Auditor, 'score' | 'verify' | 'assist'>,
  { bundle, bodies }: { bundle: EvidenceBundle; bodies: Bodies },
  rubric: Rubric,
  options: {
    judged?: readonly JudgedClaim[];
    recorded?: AssistRecording | undefined;
    live?: boolean;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<{ proposals: readonly CriterionProposal[]; recording: AssistRecording | undefined }> {
  const { judged = [], recorded, live = false, signal } = options;
  const score = (answers: readonly JudgedClaim[]) => auditor.score(bundle, bodies, rubric.version, answers);
  if (!live && recorded === undefined) return { proposals: await score(judged), recording: undefined };
  const read = await score([]);
  const verified = await auditor.verify(read, rubric, { recorded, signal });
  signal?.throwIfAborted();
  const answered = verified.judged.filter((one) => !judged.some(({ claim }) => claim === one.claim));
  const all = [...answered, ...judged];
  const scored = all.length === 0 ? read : await score(all);
  const { proposals, recording } = await auditor.assist(scored, rubric, { recorded, signal });
  return {
    proposals,
    recording: recording && { ...recording, answers: [...verified.answers, ...recording.answers] },
  };
}
