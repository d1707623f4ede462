import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fingerprint, ledger, literals, questionable, slowness } from '../../../../test/laws/linear-patterns.ts';
import { sources } from '../../../../test/laws/project.ts';
import { regexLiterals } from '../../../../test/laws/regex-literals.ts';
import { numbers } from '../world/made-companies.ts';

/**
 * No regular expression of a package takes more than linear time on any input: one that does lets a single request stop
 * the process. Analysed are those that are new, and each time some of the others.
 */
const SAMPLE = 8;
/** The seed is printed, so that a failure can be repeated. */
const seed = Number(process.env.PATTERN_SEED ?? Date.now() % 1_000_000);

/** Files that build patterns at run time, and why each of those takes linear time. */
const built: Readonly<Record<string, string>> = {
  'packages/auditor/src/assist/claim-question.ts':
    'ids of our own in quotes, white space, and at most 20 letters; nothing follows that could be tried again',
  'packages/auditor/src/read/text/prices.ts':
    'signs and codes of money around digits and separators of at most 20 characters',
  'packages/service/src/doors/http/documents/negotiate.ts':
    'anchored dates of fixed words and digits; only [a-z]* repeats, up to a comma',
  'packages/service/src/doors/http/errors/not-found.ts':
    'anchored addresses of our own routes; [^/]+ repeats up to a slash or the end',
  'packages/service/src/documents/export/export.ts':
    'reads names in the operator’s own folder; nothing in it repeats without a limit',
};

test(`every regular expression takes linear time (PATTERN_SEED=${seed})`, async (context) => {
  assert.ok(literals.length > 100 && questionable.length > 100, `only ${questionable.length} were found`);
  const known = new Set(readFileSync(ledger, 'utf8').trim().split('\n'));
  const random = numbers(seed);
  const fresh = questionable.filter((pattern) => !known.has(fingerprint(pattern)));
  const sample = Array.from({ length: SAMPLE }, () => questionable[Math.floor(random() * questionable.length)]);
  const slow: (string | undefined)[] = [];
  for (const pattern of [...fresh, ...sample]) if (pattern) slow.push(await slowness(pattern));
  context.diagnostic(`${questionable.length} patterns, ${fresh.length} new: npm run patterns writes them down`);
  assert.deepEqual(
    slow.filter((one) => one !== undefined),
    [],
  );
});

test('only the files named here build regular expressions at run time', () => {
  assert.deepEqual(
    sources.filter(({ name, text }) => /\bRegExp\(/.test(text) && !Object.hasOwn(built, name)).map(({ name }) => name),
    [],
  );
});

test('the reader of literals knows a pattern from a division, a comment, a string and a template', () => {
  const sample = [
    'const a = 6 / 2 / 1; // no /pattern/ here',
    `const b = 'a /string/ too'.replace(/x[/]y\\/z/g, \`\${a / 2} /text/ \${/in (a) {2}/u.test('}')}\`);`,
    'const c = (a) / 2, d = [1][0] / a; /* /nor/ here */ return /[^]/;',
  ].join('\n');
  assert.deepEqual(
    regexLiterals(sample).map(({ line, source, flags }) => `${line} /${source}/${flags}`),
    ['2 /x[/]y\\/z/g', '2 /in (a) {2}/u', '3 /[^]/'],
  );
});
