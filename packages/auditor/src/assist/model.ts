import { createRequire } from 'node:module';
import type { LanguageModel } from 'ai';
import type { Model } from './assistant.ts';

type ModelOptions = {
  /** The operator's endpoint, OpenAI-compatible: `https://api.example.com/v1`. */
  base_url: string;
  model: string;
  api_key: string;
  /** Reaches that endpoint and nothing else (`collect/guard/model-endpoint.ts`). */
  fetch: typeof globalThis.fetch;
  /** How long one answer may take, in milliseconds. */
  timeout_ms?: number;
};

const TIMEOUT_MS = 60_000;
const packages = ['ai', '@ai-sdk/openai-compatible'];
const readPackage = createRequire(import.meta.url);

/**
 * The model behind an OpenAI-compatible endpoint. Its packages are large, so they are loaded with the first question; it
 * is a model object and no name, because names are looked up at a gateway of the package's maker.
 */
export function openModel({ base_url, model: name, api_key, fetch, timeout_ms = TIMEOUT_MS }: ModelOptions): Model {
  const load = async () => {
    const [{ generateText, APICallError }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ]);
    // Its warnings would go to standard error, in the middle of a progress bar.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    const settings = { name: 'operator', baseURL: base_url, fetch, ...(api_key !== '' && { apiKey: api_key }) };
    const model: LanguageModel = createOpenAICompatible(settings).chatModel(name);
    return { generateText, APICallError, model };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return {
    id: name,
    get asked_with() {
      return packages.map((name) => `${name} ${readPackage(`${name}/package.json`).version}`).join(', ');
    },
    async ask(rules, message, signal) {
      loaded ??= load();
      const { generateText, APICallError, model } = await loaded;
      const given = { model, instructions: rules, prompt: message, maxRetries: 1 };
      const answer = ({ text, usage }: Awaited<ReturnType<typeof generateText>>) => ({
        text,
        tokens: usage.totalTokens ?? null,
      });
      const limit = () => AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]);
      try {
        return answer(await generateText({ ...given, temperature: 0, seed: 1, abortSignal: limit() }));
      } catch (error) {
        // Some models refuse a temperature or a seed.
        if (!APICallError.isInstance(error) || error.statusCode !== 400) throw error;
        return answer(await generateText({ ...given, abortSignal: limit() }));
      }
    },
  };
}
