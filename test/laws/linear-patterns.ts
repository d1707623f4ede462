import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { root, sources } from './project.ts';
import { regexLiterals } from './regex-literals.ts';

/** `recheck` decides, without Java and without a binary. */
process.env.RECHECK_BACKEND = 'pure';
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8'));

/** Patterns that take longer on some input, which they never get: each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'reads the decimal digits of one number, at most 22 characters',
  '/<(\\/?)(\\w+)([^>]*)>|[^<]+/g': 'reads a template of our own, once; values are not among its text',
  '/([\\w-]+)="([^"]*)"/g': 'reads a template of our own, once; values are not among its text',
  '/[^/]*$/': 'reads an address of our own, once',
  '/[\\s,(:]{1,20}$/': 'reads at most twenty characters at each place',
  '/\\([^()]{0,500}\\)|"[^"]{0,500}"|“[^”]{0,500}”|«[^»]{0,500}»/g': 'reads at most 500 characters at each place',
  '/\\p{L}[^.!]*[.!]\\)?$/u': 'reads one sentence, at most 400 characters',
  '/^([^<]{0,40})<\\/b>[\\s\\S]{0,200}?<p class="big">([\\s\\S]{0,1000}?)<\\/p>/': 'reads 1,400 characters of a page',
};

type Pattern = {
  /** File and line, for example `packages/rubric/src/field.ts:12`. */
  place: string;
  source: string;
  flags: string;
};

export const literals = sources.flatMap(({ name, text }) =>
  regexLiterals(text).map(({ line, source, flags }): Pattern => ({ place: `${name}:${line}`, source, flags })),
);

/** Every pattern whose time is in question, once. What repeats nothing takes as many steps at each place as it is long. */
export const questionable = [
  ...new Map(
    literals
      .filter(({ source, flags }) => /[*+{]/.test(source) && !Object.hasOwn(exceptions, `/${source}/${flags}`))
      .map((pattern) => [fingerprint(pattern), pattern]),
  ).values(),
];

/** Why a pattern may take more than linear time; undefined if it never does. Takes up to three seconds. */
export async function slowness({ place, source, flags }: Pattern): Promise<string | undefined> {
  const tried = await check(source, flags, { timeout: 30_000 });
  // What was tried with many inputs may err on a machine under load: then the exact way decides, which is too slow for all.
  const doubtful = tried.status === 'vulnerable' && tried.checker === 'fuzz';
  const result = doubtful ? await check(source, flags, { checker: 'automaton', timeout: 30_000 }) : tried;
  if (result.status === 'safe') return;
  const what = result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
  return `${place} /${source}/${flags} (${what})`;
}

/**
 * What is known to take linear time: recheck's answer to a pattern follows from the pattern alone, so one that it has
 * answered need not be asked again. `npm run patterns` writes the file.
 */
export const ledger = join(import.meta.dirname, 'linear-patterns.txt');

/** Changes with the pattern, its flags, and the version of recheck. */
export function fingerprint({ source, flags }: Pattern): string {
  return createHash('sha256').update(`recheck ${version} /${source}/${flags}`).digest('hex').slice(0, 32);
}
