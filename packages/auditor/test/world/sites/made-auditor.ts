import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { v1 } from '../../../../rubric/test/example-audit.ts';
import type { Auditor } from '../../../src/auditor.ts';
import { type EvidenceBundle, type EvidenceItem, wasAsked } from '../../../src/evidence/evidence.ts';
import type { Collected } from '../../../src/received.ts';
import type { CriterionProposal } from '../../../src/score/proposal.ts';

/** Pages of a site by path; null is a 404. */
type MadeSite = Readonly<Record<string, string | null>>;

export const sha256Of = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

const FETCHED_AT = '2026-11-21T11:00:00.000Z';

/** What a collection of such a site would bring: in place of the network, not of our code. */
export function collected(website: string, site: MadeSite): Collected {
  const bodies = new Map<string, Uint8Array>();
  const items = Object.entries(site).map(([path, text]): EvidenceItem => {
    const sha256 = text === null ? null : sha256Of(text);
    if (sha256 !== null) bodies.set(sha256, Buffer.from(text ?? ''));
    return {
      ...{ role: path === '/' ? 'home' : 'probe', method: 'GET', url: new URL(path, website).href, accept: '*/*' },
      ...{ fetched_at: FETCHED_AT, redirects: [], status: text === null ? 404 : 200, headers: {} },
      ...{ bytes: Buffer.byteLength(text ?? ''), sha256, truncated: false, problem: null, detail: null },
    };
  });
  const bundle: EvidenceBundle = {
    ...{ format: 1, website, started_at: FETCHED_AT, finished_at: FETCHED_AT, requests: items.length, bytes: 1000 },
    ...{ notes: [], items },
  };
  return { outcome: 'observed', reason: null, names: [], bundle, bodies: (sha256) => bodies.get(sha256) };
}

/**
 * Proposals for every criterion: all 2 points (or as many as are given), but P1-B as many as `/pricing.md` has lines; P3-D needs a person. Each rests on
 * the home page, P1-B on the prices too.
 */
export function proposalsFor(bundle: EvidenceBundle, bodies: Collected['bodies'], points = 2): CriterionProposal[] {
  const sourcesOf = (paths: readonly string[]) =>
    bundle.items
      .filter(wasAsked)
      .filter(({ url }) => paths.includes(new URL(url).pathname))
      .map(({ url, fetched_at, status, sha256 }) => {
        const text = sha256 === null ? '' : Buffer.from(bodies(sha256) ?? '').toString();
        return { url, fetched_at, status, sha256, excerpt: text.slice(0, 100) };
      });
  return v1.criteria.map(({ id }) => {
    const sources = sourcesOf(id === 'P1-B' ? ['/pricing.md', '/'] : ['/']);
    const prices = sources.find(({ url }) => url.endsWith('/pricing.md'))?.excerpt ?? '';
    const proposed = id === 'P1-B' ? Math.min(5, prices.split('\n').filter(Boolean).length) : points;
    const asks = id === 'P3-D';
    const needs_human = asks ? (['lexical'] as const) : [];
    const evidence = `${id}: ${proposed} found.`;
    return {
      id,
      low: asks ? proposed - 1 : proposed,
      proposed,
      high: asks ? Math.min(5, proposed + 1) : proposed,
      needs_human: [...needs_human],
      evidence,
      sources,
      rungs: [],
    };
  });
}

type MadeAuditor = Auditor & {
  /** The websites that were collected, in order. */
  visits: string[];
  /** Collections that are under way. */
  underWay(): number;
};

/**
 * An auditor over sites that are made here.
 *
 * @param options.site what a collection sees; a function decides at each visit, and may throw
 * @param options.lasts a collection that lasts until this is resolved, or it is aborted
 */
export function madeAuditor(options: {
  site?: MadeSite | ((website: string) => MadeSite | Collected);
  lasts?(website: string): Promise<unknown>;
  /** What every criterion but P1-B is proposed with. */
  points?: number;
  score?: Auditor['score'];
  verify?: Auditor['verify'];
  assist?: Auditor['assist'];
}): MadeAuditor {
  const {
    site = { '/': '<h1>Acme</h1>', '/pricing.md': '10 USD\n20 USD\n' },
    lasts,
    points,
    score,
    verify,
    assist,
  } = options;
  const visits: string[] = [];
  let under_way = 0;
  return {
    visits,
    underWay: () => under_way,
    async collect(website, { signal, progress }) {
      visits.push(website);
      under_way += 1;
      try {
        progress?.({ phase: 'pages', done: 3, planned: 9, bytes: 4_000 });
        const aborted = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
        signal.throwIfAborted();
        await Promise.race([lasts?.(website) ?? wait(0), aborted.promise]);
        const seen = typeof site === 'function' ? site(website) : site;
        return 'bundle' in seen ? (seen as Collected) : collected(website, seen as MadeSite);
      } finally {
        under_way -= 1;
      }
    },
    score: score ?? (async (bundle, bodies) => proposalsFor(bundle, bodies, points)),
    preview: async (bundle, bodies) => ({
      criteria: proposalsFor(bundle, bodies, points)
        .filter(({ id }) => id.startsWith('P1-'))
        .map(({ id, low, high, evidence }) => ({ id, low, high, evidence, next: null })),
      documents: [],
      requests: bundle.items
        .filter(wasAsked)
        .map(({ url, accept, status, problem, detail, sha256, fetched_at: at }) => ({
          ...{ url, accept, status, problem, detail, sha256, at, page: url.endsWith('/') },
        })),
    }),
    verify: verify ?? (async () => ({ judged: [], answers: [] })),
    assist: assist ?? (async (proposals) => ({ proposals, recording: undefined })),
    close: async () => {},
  };
}
