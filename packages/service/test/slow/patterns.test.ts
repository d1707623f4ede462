import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fingerprint, ledger, literals, questionable, slowness } from '../../../../test/laws/linear-patterns.ts';
import { regexLiterals } from '../../../../test/laws/regex-literals.ts';
import { numbers } from '../world/made-companies.ts';

/**
 * No regular expression of a package takes more than linear time on any input: one that does lets a single request stop
 * the process. Analysed are those that are new, and each time some of the others.
 */
const SAMPLE = 8;
/** The seed is printed, so that a failure can be repeated. */
const seed = Number(process.env.PATTERN_SEED ?? Date.now() % 1_000_000);

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
