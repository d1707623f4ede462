import { basename, dirname, join, resolve } from 'node:path';
import { slugIssue } from '@readymark/rubric/field';
import { Refusal } from '@readymark/rubric/refusal';
import { own, type Read, strictJson } from '@readymark/verify';
import { readGivenFile } from '../../documents/given-file.ts';
import type { ReadFile } from '../../domain/public-log/log-reader.ts';
import { type Cli, WrongUsage } from '../define.ts';
import { openLogPlace, TooLong } from './log-place.ts';
import type { Further } from './shown-score.ts';

/** Where the documents of one score are, and whose it is. */
type ScorePlace = { slug: string; further?: Further; read: Read; close(): Promise<void> };

/** Scores that are not the current ones of companies, and can be checked at addresses of their own. */
export type OtherScores = {
  /** How an audit by its date is checked: `as of a day (ADDRESS)`. */
  hint: string;
  /** The score at the path of an address, below the path `above` of its service; undefined where there is none. */
  at(path: string): { slug: string; above: string; reading(read: Read): Read; further: Further } | undefined;
};

declare module '../../operations/context.ts' {
  interface Feature {
    other_scores?(): Promise<OtherScores>;
  }
}

/** A proof or a record takes some tens of kilobytes. */
const SCORE_BYTES_MAX = 10 * 1024 * 1024;

/** Addresses of one company: its page, its record, its proof, its badge, and the parts of these. */
const ofCompany =
  /^(.*?)\/((?:api\/audits|audits|badge|share)\/([a-z0-9-]{1,64})(?:\.(?:md|json|svg|png)|\/(?:proof|evidence|history|brief)\.json|\/what-if|\/changes)?)$/;
const ofDate = /\/audits\/[a-z0-9-]{1,64}\/\d{4}-\d\d-\d\d(?:\.json|\.md)?$/;

type Reached = Pick<Cli, 'signal' | 'features'>;

/** The score that an address is about, read from its service. @throws Refusal for an address of anything else */
export async function scoreAtUrl(address: string, { signal, features }: Reached): Promise<ScorePlace> {
  const url = URL.parse(address);
  const known = await Promise.all(features.map(({ other_scores }) => other_scores?.()));
  const others = known.filter((one) => one !== undefined);
  for (const other of others) {
    const found = url && other.at(url.pathname);
    if (!found) continue;
    const { slug, above, reading, further } = found;
    const { read, close } = await openLogPlace(`${url.origin}${above}`, signal);
    return { slug, further, read: reading(bounded(read)), close };
  }
  const [, before = '', shown = '', slug] = ofCompany.exec(url?.pathname ?? '') ?? [];
  if (url && ofDate.test(url.pathname))
    throw new Refusal(
      `Only the current audit of a company has a proof of its own. An earlier one is checked ${[...others.map(({ hint }) => hint), 'in a folder that `readymark export` wrote.'].join(', or ')}`,
    );
  if (!url || slug === undefined)
    throw new Refusal('That is not the address of a company’s page, record, proof or badge on a Readymark.');
  const { read, close } = await openLogPlace(`${url.origin}${before}`, signal);
  const { comparedWith } = await import('./shown-score.ts');
  return { slug, read: bounded(read), close, further: comparedWith(shown, slug, bounded(read)) };
}

/** A file that is too long is a fault of the place that has it. */
const bounded =
  (read: ReadFile): Read =>
  async (path, bytes_max) => {
    try {
      return await read(path, bytes_max);
    } catch (error) {
      if (error instanceof TooLong) return { absent: 'too_long' };
      throw error;
    }
  };

/** The score of a company at the service with this address. */
export const scoreAtService = async (slug: string, base: string, cli: Reached): Promise<ScorePlace> =>
  scoreAtUrl(`${base.endsWith('/') ? base.slice(0, -1) : base}/audits/${slug}`, cli);

/** A slug. @throws WrongUsage for anything else */
export function slugOf(text: string): string {
  if (slugIssue(text) === undefined) return text;
  throw new WrongUsage('That is neither a file nor a folder, neither an address nor the slug of a company.');
}

/**
 * The score of a proof or of a record that was saved as a file: in an exported tree, which has all documents, or with what
 * belongs to it in the same folder, under the last parts of their addresses (`proof.json`, `acme.json`, `index.json`, …).
 *
 * @param rubricFile the file of a rubric that is not there
 * @throws Refusal that says which file is needed
 */
export async function scoreInFile(
  file: string,
  rubricFile: (version: string) => Uint8Array | undefined,
): Promise<ScorePlace> {
  const bytes = readGivenFile(file, SCORE_BYTES_MAX);
  const { slug, kind } = aboutWhat(bytes, basename(file));
  const root = /^(.*)[\\/]api[\\/]audits[\\/](?:[a-z0-9-]+[\\/]proof|[a-z0-9-]+)\.json$/.exec(resolve(file))?.[1];
  const tree = root === undefined ? undefined : await openLogPlace(root);
  const beside = await openLogPlace(dirname(file));
  const record = `api/audits/${slug}.json`;
  const proof = `api/audits/${slug}/proof.json`;
  const found: ReadFile = async (path, bytes_max) => {
    if (path === (kind === 'proof' ? proof : record)) return bytes;
    if (tree) return tree.read(path, bytes_max);
    const saved = await beside.read(basename(path), bytes_max);
    return saved ?? (path === proof ? beside.read(`${slug}.proof.json`, bytes_max) : undefined);
  };
  for (const [path, what] of [
    [proof, 'proof'],
    [record, 'record'],
  ] as const)
    if (!(await found(path)))
      throw new Refusal(
        `The ${what} is missing: save /${path} of the service as ${tree ? join(root ?? '', path) : join(dirname(file), basename(path))}.`,
      );
  return {
    slug,
    read: async (path, bytes_max) =>
      (await bounded(found)(path, bytes_max)) ??
      rubricFile(/^rubrics\/(.+)\.json$/.exec(path)?.[1] ?? '') ??
      (tree ? undefined : { absent: 'not_saved' }),
    close: async () => {},
  };
}

function aboutWhat(bytes: Uint8Array, name: string): { slug: string; kind: 'proof' | 'record' } {
  const read = strictJson(bytes);
  if ('fault' in read) throw new Refusal(`${name} ${read.fault}.`);
  const kind = own(read.value, 'statement') === undefined ? 'record' : 'proof';
  const slug = own(kind === 'proof' ? own(read.value, 'statement') : read.value, 'slug');
  if (typeof slug !== 'string' || slugIssue(slug) !== undefined)
    throw new Refusal(`${name} is neither a proof (proof.json) nor the record of a company.`);
  return { slug, kind };
}
