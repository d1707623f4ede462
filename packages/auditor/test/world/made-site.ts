import { createHash } from 'node:crypto';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { sitemapPaths } from '../../src/collect/plan/sitemaps.ts';
import type { JudgedClaim } from '../../src/evidence/claim.ts';
import type { EvidenceBundle, EvidenceItem } from '../../src/evidence/evidence.ts';
import { probes } from '../../src/evidence/probes.ts';
import { readSite } from '../../src/read/read-site.ts';
import type { Site } from '../../src/read/site.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { scoreSite } from '../../src/score/score-site.ts';

/** An answer of a made-up site: its body, or what else is to be known of it. */
export type MadeAnswer =
  | string
  | (Partial<Omit<EvidenceItem, 'headers'>> & {
      body?: string;
      type?: string;
      link?: string;
      www_authenticate?: string;
    });

/**
 * Answers by path, or by address for another host. `text/markdown /pricing` is what that path answers when asked for Markdown.
 * What is not said answers 404, the conventional addresses of documents for machines included.
 */
export type MadeAnswers = Readonly<Record<string, MadeAnswer>>;

const WEBSITE = 'https://example.com/';
const FETCHED_AT = '2026-11-20T10:00:00.000Z';
const MISSING = '/made-up-address';

const typeOf = (path: string): string => {
  if (/\.json$|\/\.well-known\/(?!.*\.\w+$)/.test(path)) return 'application/json';
  if (path.endsWith('.md')) return 'text/markdown; charset=utf-8';
  if (path.endsWith('.txt')) return 'text/plain; charset=utf-8';
  return path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8';
};

const roles: readonly (readonly [string, RegExp])[] = [
  ['home', /^\/$/],
  ['robots', /^\/robots\.txt$/],
  ['sitemap', /^\/sitemap[^/]*\.xml$/],
  ['missing_page', /^\/made-up-address$/],
];

/** The bundle of a made-up site, with its bodies: what a collection of it would bring. */
export function madeBundle(answers: MadeAnswers, website = WEBSITE) {
  const bodies = new Map<string, Uint8Array>();
  const paths = new Set(Object.keys(answers).map((key) => key.split(' ').at(-1) ?? key));
  const absent = ['/robots.txt', MISSING, ...sitemapPaths, ...probes.map(({ path }) => path)].filter(
    (path) => !paths.has(path),
  );
  const all: [string, MadeAnswer][] = [
    ...Object.entries(answers),
    ...absent.map((path): [string, MadeAnswer] => [path, { status: 404 }]),
  ];
  const items = all.map(([key, answer]): EvidenceItem => {
    const path = key.split(' ').at(-1) ?? key;
    const accept = key.includes(' ') ? (key.split(' ')[0] ?? '*/*') : '*/*';
    const { body, type, link, www_authenticate, ...rest } = typeof answer === 'string' ? { body: answer } : answer;
    const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
    const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : null;
    if (bytes && sha256) bodies.set(sha256, bytes);
    const negotiated = accept === 'text/markdown' ? 'text/markdown; charset=utf-8' : typeOf(path);
    const role = roles.find(([, pattern]) => pattern.test(path))?.[0] ?? 'probe';
    return {
      role: accept === 'text/markdown' && role === 'home' ? 'home_markdown' : role,
      method: 'GET',
      url: new URL(path, website).href,
      accept,
      fetched_at: FETCHED_AT,
      redirects: [],
      status: rest.problem ? null : 200,
      headers: {
        'content-type': type ?? negotiated,
        ...(link === undefined ? {} : { link }),
        ...(www_authenticate === undefined ? {} : { 'www-authenticate': www_authenticate }),
      },
      bytes: bytes?.length ?? 0,
      sha256,
      truncated: false,
      problem: null,
      detail: null,
      ...rest,
    };
  });
  const bundle: EvidenceBundle = {
    ...{ format: 1, website, started_at: FETCHED_AT, finished_at: FETCHED_AT, requests: items.length, bytes: 0 },
    ...{ notes: [], items },
  };
  return { bundle, bodies: (sha256: string) => bodies.get(sha256) };
}

/** A made-up site as facts read it. */
export function madeSite(answers: MadeAnswers, website = WEBSITE): Site {
  const { bundle, bodies } = madeBundle(answers, website);
  return readSite(bundle, bodies);
}

const ladders = readLadders();

/**
 * What the ladders of a rubric propose for one criterion of a made-up site.
 *
 * @param judged what somebody answered about its claims
 */
export function proposalFor(
  id: string,
  answers: MadeAnswers,
  website = WEBSITE,
  rubric = 'v1',
  judged: readonly JudgedClaim[] = [],
): CriterionProposal {
  const of = ladders.get(rubric);
  if (!of) throw new Error(`there are no ladders for ${rubric}`);
  const [found] = scoreSite(madeSite(answers, website), of, { judged, only: id });
  if (!found) throw new Error(`there is no ladder ${id}`);
  return found;
}

/** A score in short: `low proposed high`. */
export const scores = ({ low, proposed, high }: CriterionProposal): string => `${low} ${proposed} ${high}`;

/** Whether a rung holds: `true`, `likely`, `unknown`, `false`. */
export const stateOf = ({ rungs }: CriterionProposal, score: number): string | undefined =>
  rungs.find((rung) => rung.score === score)?.state;

/** A page of HTML with enough text to be one. */
export const madePage = (body: string, { head = '', title = 'Workshop', lang = 'en' } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body><main>${body}<p>${FILLING}</p></main></body></html>`;

/** A page in another language than English, with enough text for it to be known. */
export const foreignPage = (body: string, lang: keyof typeof FILLINGS): string =>
  `<!doctype html><html lang="${lang}"><head><title>Workshop</title></head><body><main>${body}<p>${FILLINGS[lang]}</p></main></body></html>`;

const FILLINGS = {
  de: 'Eine Werkstatt, die Fahrräder repariert, die andere wegwerfen, auf dem Platz hinter der alten Mühle. '.repeat(4),
  fr: 'Un atelier qui répare les vélos que les autres jettent, sur la place qui est derrière le vieux moulin. '.repeat(
    4,
  ),
  it: 'Una bottega che ripara le biciclette che gli altri buttano via, nella piazza dietro il vecchio mulino. '.repeat(
    4,
  ),
};
const FILLING = 'A bicycle workshop that repairs what others throw away, on the square behind the old mill. '.repeat(4);
