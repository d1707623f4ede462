import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { slugIssue } from '@readymark/rubric/field';
import { Refusal } from '@readymark/rubric/refusal';
import { own, strictJson } from '@readymark/verify';
import { endOf } from '../../domain/as-of/days.ts';
import type { ReadFile } from '../../domain/public-log/log-reader.ts';
import { WrongUsage } from '../define.ts';
import type { Witnessed } from './demanded-witnesses.ts';
import { openLogPlace } from './log-place.ts';

/** Where the documents of one score are, and whose it is. `day`: the past day at the end of which it was current, as the address says. */
type ScorePlace = { slug: string; day?: string; read: ReadFile; close(): Promise<void> };

/** Addresses of one company: its page, its record, its proof, its badge, and the parts of these. */
const ofCompany =
  /^(.*?)\/(?:api\/audits|audits|badge|share)\/([a-z0-9-]{1,64})(?:\.(?:md|json|svg|png)|\/(?:proof|evidence|history|brief)\.json|\/what-if|\/changes)?$/;
const ofDate = /\/audits\/[a-z0-9-]{1,64}\/\d{4}-\d\d-\d\d(?:\.json|\.md)?$/;

/** The record of a company on a past day, or its proof (decision 151). */
const ofPastDay = /^(.*?)\/(api\/audits\/as-of\/\d{4}-\d\d-\d\d)\/([a-z0-9-]{1,64})(?:\.json|\/proof\.json)$/;

/** The score that an address is about, read from its service. @throws Refusal for an address of anything else */
export async function scoreAtUrl(address: string, signal: AbortSignal): Promise<ScorePlace> {
  const url = URL.parse(address);
  const [, above = '', day = '', listed] = ofPastDay.exec(url?.pathname ?? '') ?? [];
  if (url && listed !== undefined) {
    const place = await openLogPlace(`${url.origin}${above}`, signal);
    return { slug: listed, day: day.slice(-10), read: onDay(place.read, day, listed), close: place.close };
  }
  const [, before = '', slug] = ofCompany.exec(url?.pathname ?? '') ?? [];
  if (url && ofDate.test(url.pathname))
    throw new Refusal(
      'Only the current audit of a company has a proof of its own. An earlier one is checked as of a day (/api/audits/as-of/DATE/SLUG.json), or in a folder that `readymark export` wrote.',
    );
  if (!url || slug === undefined)
    throw new Refusal('That is not the address of a company’s page, record, proof or badge on a Readymark.');
  return { slug, ...(await openLogPlace(`${url.origin}${before}`, signal)) };
}

/**
 * Index, record and proof of a past day in the place of those of now. Its sources are served no longer; and under a checkpoint that
 * is younger than the day, what was logged later may take the place of its entries.
 */
function onDay(read: ReadFile, day: string, slug: string): ReadFile {
  const company = `api/audits/${slug}`;
  let later = false;
  return async (path) => {
    if (path === `${company}/evidence.json` || (later && path.startsWith('log/tile/'))) return undefined;
    if (path !== `${company}/proof.json`)
      return read(/^api\/audits\//.test(path) ? path.replace('api/audits', day) : path);
    const proof = await read(`${day}/${slug}/proof.json`);
    const parsed = strictJson(proof);
    later = 'value' in parsed && own(parsed.value, 'checkpoint_of_day') === false;
    return proof;
  };
}

/**
 * A report with a check more: that the audit was published by the end of the day that was asked for. Another one of the company would
 * be as sound.
 */
export function ofDay(report: Witnessed, day: string, proof: Uint8Array | undefined): Witnessed {
  const read = strictJson(proof);
  const at = own('value' in read ? own(read.value, 'statement') : undefined, 'at');
  const early = typeof at === 'string' && at < endOf(day);
  const check = early
    ? ({ id: 'day', outcome: 'passed', says: `It was published by the end of ${day} (UTC).` } as const)
    : ({
        id: 'day',
        outcome: 'failed',
        says: `By its entry, it was not published by the end of ${day} (UTC).`,
      } as const);
  return { ...report, verdict: early ? report.verdict : 'wrong', checks: [...report.checks, check] };
}

/** The score of a company at the service with this address. */
export const scoreAtService = async (slug: string, base: string, signal: AbortSignal): Promise<ScorePlace> =>
  scoreAtUrl(`${base.endsWith('/') ? base.slice(0, -1) : base}/audits/${slug}`, signal);

/** A slug. @throws WrongUsage for anything else */
export function slugOf(text: string): string {
  if (slugIssue(text) === undefined) return text;
  throw new WrongUsage('That is neither a file nor a folder, neither an address nor the slug of a company.');
}

/**
 * The score of a proof or of a record that was saved as a file: in an exported tree, or with what belongs to it in the same
 * folder, under the last parts of their addresses (`proof.json`, `acme.json`, `index.json`, …).
 *
 * @param rubricFile the file of a rubric that is not there
 * @throws Refusal that says which file is needed
 */
export async function scoreInFile(
  file: string,
  rubricFile: (version: string) => Uint8Array | undefined,
): Promise<ScorePlace> {
  const bytes = await readFile(file);
  const { slug, kind } = aboutWhat(bytes, basename(file));
  const root = /^(.*)[\\/]api[\\/]audits[\\/](?:[a-z0-9-]+[\\/]proof|[a-z0-9-]+)\.json$/.exec(resolve(file))?.[1];
  const tree = root === undefined ? undefined : await openLogPlace(root);
  const beside = await openLogPlace(dirname(file));
  const record = `api/audits/${slug}.json`;
  const proof = `api/audits/${slug}/proof.json`;
  const found = async (path: string): Promise<Uint8Array | undefined> => {
    if (path === (kind === 'proof' ? proof : record)) return bytes;
    if (tree) return tree.read(path);
    return (await beside.read(basename(path))) ?? (path === proof ? beside.read(`${slug}.proof.json`) : undefined);
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
    read: async (path) => (await found(path)) ?? rubricFile(/^rubrics\/(.+)\.json$/.exec(path)?.[1] ?? ''),
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
