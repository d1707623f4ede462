import { openModelEndpoint } from '../collect/guard/model-endpoint.ts';
import type { CriterionProposal } from '../score/proposal.ts';
import { type Assisted, type AssistOptions, assist } from './assistant.ts';
import { openModel } from './model.ts';
import { type Verified, type VerifyOptions, verifyClaims } from './verify-claims.ts';

/** The assistant of a process: see `assist` and `verifyClaims`. */
export type Assistant = {
  assist(proposals: readonly CriterionProposal[], options: Omit<AssistOptions, 'model' | 'marker'>): Promise<Assisted>;
  verify(proposals: readonly CriterionProposal[], options: Omit<VerifyOptions, 'model' | 'marker'>): Promise<Verified>;
  close(): Promise<void>;
};

/** Undefined when no model is configured (`base_url` is empty): then nothing is loaded, and nothing is ever called. */
export function openAssistant(
  { base_url, model, api_key }: { base_url: string; model: string; api_key: string },
  random: (bytes: number) => Buffer,
): Assistant | undefined {
  if (base_url === '') return undefined;
  const endpoint = openModelEndpoint(base_url);
  const opened = openModel({ base_url, model, api_key, fetch: endpoint.fetch });
  const marker = () => random(16).toString('hex');
  return {
    assist: (proposals, options) => assist(proposals, { ...options, model: opened, marker }),
    verify: (proposals, options) => verifyClaims(proposals, { ...options, model: opened, marker }),
    close: () => endpoint.close(),
  };
}
