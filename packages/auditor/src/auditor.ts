import { extname } from 'node:path';
import type { Ladders } from '@readymark/rubric/ladder';
import { Refusal } from '@readymark/rubric/refusal';
import type { Rubric } from '@readymark/rubric/rubric';
import { type AssistRecording, replay } from './assist/assistant.ts';
import type { Assistant } from './assist/open-assistant.ts';
import { replayVerdicts, type Verified } from './assist/verify-claims.ts';
import type { CollectingMessage, CollectingTask } from './collect/collecting.ts';
import { readTypedAddress } from './collect/guard/typed-address.ts';
import { isOptedOut } from './collect/opt-out.ts';
import type { JudgedClaim } from './evidence/claim.ts';
import type { Bodies, EvidenceBundle } from './evidence/evidence.ts';
import type { SitePreview } from './evidence/site-preview.ts';
import { openPreviews } from './previews.ts';
import { type Collected, openReceived, type Progress } from './received.ts';
import type { RequestKey } from './request-signature.ts';
import type { CriterionProposal } from './score/proposal.ts';
import type { RegistryName } from './standards/registries.ts';
import { openThreads, type Thread, ThreadOverrun } from './threads.ts';

type CollectOptions = {
  signal: AbortSignal;
  /** Default: `site`. A preview has the home page and documents for machines alone; what else is known is in it as not asked for. */
  reach?: CollectingTask['reach'];
  progress?(progress: Progress): void;
};

/**
 * The front door of the auditing agent. Collecting and scoring run in threads of their own, never in the one that
 * serves, and are ended when they take too long or too much memory.
 */
export type Auditor = {
  /** @throws Refusal when the address may not be audited (no public site, opted out), with what to do */
  collect(website: string, options: CollectOptions): Promise<Collected>;
  /**
   * Scores a bundle under the ladders of a rubric: pure, the same bundle gives the same proposals. Previews come last.
   *
   * @param judged what a person answered about claims: evidence is added or removed, and everything is scored anew
   */
  score(
    bundle: EvidenceBundle,
    bodies: Bodies,
    rubric: string,
    judged?: readonly JudgedClaim[],
  ): Promise<CriterionProposal[]>;
  /** What a preview says of what was collected for it; pure like `score`. */
  preview(bundle: EvidenceBundle, bodies: Bodies, rubric: string): Promise<SitePreview>;
  /**
   * What a language model answers about the claims of proposals (decision 162): evidence to add or remove when they are scored anew.
   * Nothing without one. With a recording its answers are taken, and no model is asked.
   */
  verify(
    proposals: readonly CriterionProposal[],
    rubric: Rubric,
    options?: { recorded?: AssistRecording | undefined; signal?: AbortSignal | undefined },
  ): Promise<Verified>;
  /**
   * Adds what a language model says where the ladders left the score open (decision 95). Without one the proposals stay
   * as they are. With a recording its answers are taken, and no model is asked.
   */
  assist(
    proposals: readonly CriterionProposal[],
    rubric: Rubric,
    options?: { recorded?: AssistRecording | undefined; signal?: AbortSignal | undefined },
  ): Promise<{ proposals: readonly CriterionProposal[]; recording: AssistRecording | undefined }>;
  close(): Promise<void>;
};

/** A collection ends itself after ten minutes with what it has; a thread that does not is ended. */
const COLLECTING: Thread = {
  url: new URL(`./collect/collecting-thread${extname(import.meta.url)}`, import.meta.url),
  ms: 11 * 60_000,
  heap_mb: 96,
  idle_ms: 0,
};
/** Loading its code takes longer than most scorings, and at the desk one follows another. */
const SCORING: Thread = {
  url: new URL(`./score/scoring-thread${extname(import.meta.url)}`, import.meta.url),
  ms: 60_000,
  heap_mb: 512,
  idle_ms: 2 * 60_000,
};

export function openAuditor(options: {
  /** Of the service that asks: the crawler names it. */
  base_url: string;
  /** Of that service: MCP servers are given it. */
  version: string;
  /** Between two requests to one host. */
  interval_ms: number;
  /** Domains whose owners do not wish to be audited. */
  opt_out: readonly string[];
  /** By the version of their rubric. */
  ladders: ReadonlyMap<string, Ladders>;
  /** Memory of a collection, in MiB. Default: 96. */
  collecting_mb?: number;
  /** Registries that may be asked for what sites say they published there. Default: none. */
  registries?: readonly RegistryName[];
  /** The key by which the robot signs its requests; undefined where it signs none. */
  request_key?: RequestKey | undefined;
  /** The language model; undefined where none is configured. */
  assistant?: Assistant | undefined;
  now(): Date;
}): Auditor {
  const threads = openThreads();
  const collecting: Thread = { ...COLLECTING, heap_mb: options.collecting_mb ?? COLLECTING.heap_mb };
  const previews = openPreviews();

  let previewed: Promise<unknown> = Promise.resolve();

  /** What a thread scores. @throws Refusal for a rubric without ladders */
  function scored(bundle: EvidenceBundle, bodies: Bodies, rubric: string) {
    const ladders = options.ladders.get(rubric);
    if (!ladders)
      throw new Refusal(`There are no ladders for the rubric ${rubric}; write them in the folder rubrics/${rubric}.`);
    const kept = new Map(bundle.items.flatMap(({ sha256 }) => (sha256 === null ? [] : [[sha256, bodies(sha256)]])));
    return { bundle, bodies: kept, ladders };
  }

  function taskOf(website: string, reach: CollectingTask['reach']): CollectingTask {
    const { base_url, version, interval_ms, opt_out, registries = [], request_key } = options;
    const started_at = options.now().toISOString();
    const address = auditable(website, opt_out);
    return { website: address, base_url, version, interval_ms, opt_out, started_at, reach, registries, request_key };
  }

  return {
    async collect(website, { signal, progress, reach = 'site' }) {
      const task = taskOf(website, reach);
      const received = openReceived({ website, started_at: task.started_at, now: options.now, progress });
      if (reach === 'preview') return previews.run(task, signal, received.take);
      try {
        return await threads.run<CollectingMessage, Collected>(collecting, { data: task, signal }, received.take);
      } catch (error) {
        // What it handed out until then is a result.
        const cut =
          error instanceof ThreadOverrun ? received.cut(`The collection was cut short: ${error.message}`) : undefined;
        if (!cut) throw error;
        return cut;
      }
    },
    score: async (bundle, bodies, rubric, judged = []) =>
      threads.run<{ proposals: CriterionProposal[] }, CriterionProposal[]>(
        SCORING,
        { data: { ...scored(bundle, bodies, rubric), judged, preview: false } },
        ({ proposals }) => proposals,
      ),
    async preview(bundle, bodies, rubric) {
      const data = { ...scored(bundle, bodies, rubric), judged: [], preview: true };
      // One after the other: their threads would take more memory than previews may.
      const turn = previewed.then(() =>
        threads.run<{ preview: SitePreview }, SitePreview>(SCORING, { data }, ({ preview }) => preview),
      );
      previewed = turn.catch(() => undefined);
      return turn;
    },
    async verify(proposals, rubric, { recorded, signal } = {}) {
      if (recorded) return replayVerdicts(proposals, recorded, rubric);
      return (await options.assistant?.verify(proposals, { rubric, signal })) ?? { judged: [], answers: [] };
    },
    async assist(proposals, rubric, { recorded, signal } = {}) {
      const ladders = options.ladders.get(rubric.version);
      if (ladders && recorded) return replay(proposals, recorded, { rubric, ladders });
      if (ladders && options.assistant) return options.assistant.assist(proposals, { rubric, ladders, signal });
      return { proposals, recording: undefined };
    },
    async close() {
      await options.assistant?.close();
      await Promise.all([threads.close(), previews.close()]);
    },
  };
}

/** The address that a collection begins with. @throws Refusal when it may not be audited */
function auditable(website: string, opt_out: readonly string[]): string {
  const read = readTypedAddress(website);
  if ('refused' in read) throw new Refusal(`This address is not audited: it ${read.refused}.`);
  const { hostname, href } = read.url;
  if (isOptedOut(hostname, opt_out))
    throw new Refusal(
      `${hostname} is not audited: its owner does not wish to be visited. Take its domain off the opt-out list if that has changed.`,
    );
  return href;
}
