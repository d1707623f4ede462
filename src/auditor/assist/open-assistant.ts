import type { CriterionProposal } from '../../domain/auditing/proposal.ts';
import type { Settings } from '../../settings.ts';
import { openModelEndpoint } from '../collect/guard/model-endpoint.ts';
import { type Assisted, type AssistOptions, assist } from './assistant.ts';
import { openModel } from './model.ts';

/** The assistant of a process: see `assist`. */
export type Assistant = {
  assist(proposals: readonly CriterionProposal[], options: Omit<AssistOptions, 'model' | 'marker'>): Promise<Assisted>;
  close(): Promise<void>;
};

/** Undefined when no model is configured: then nothing is loaded, and nothing is ever called. */
export function openAssistant(
  settings: Pick<Settings, 'LLM_BASE_URL' | 'LLM_MODEL' | 'LLM_API_KEY'>,
  random: (bytes: number) => Buffer,
): Assistant | undefined {
  const { LLM_BASE_URL: base_url, LLM_MODEL: model, LLM_API_KEY: api_key } = settings;
  if (base_url === '') return undefined;
  const endpoint = openModelEndpoint(base_url);
  const opened = openModel({ base_url, model, api_key, fetch: endpoint.fetch });
  const marker = () => random(16).toString('hex');
  return {
    assist: (proposals, options) => assist(proposals, { ...options, model: opened, marker }),
    close: () => endpoint.close(),
  };
}
