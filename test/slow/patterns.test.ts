import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from 'recheck';
import { regexLiterals } from '../laws/regex-literals.ts';

/**
 * No regular expression of `src/` takes more than linear time on any input: one that does lets a single request stop
 * the process. `recheck` decides, without Java and without a binary.
 */
process.env.RECHECK_BACKEND = 'pure';
const root = join(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** Patterns that take longer on some input, which they never get: each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'reads the decimal digits of one number, at most 22 characters',
};

/** Files that build patterns at run time, and why each of those takes linear time. */
const built: Readonly<Record<string, string>> = {
  'auditor/score/prices.ts': 'signs and codes of money around digits and separators of at most 20 characters',
  'doors/http/documents/negotiate.ts': 'anchored dates of fixed words and digits; only [a-z]* repeats, up to a comma',
  'doors/http/errors/not-found.ts': 'anchored addresses of our own routes; [^/]+ repeats up to a slash or the end',
  'documents/export.ts': 'reads names in the operator’s own folder; nothing in it repeats without a limit',
};

test('every regular expression takes linear time', async (context) => {
  const literals = files.flatMap(({ name, text }) => regexLiterals(text).map((literal) => ({ name, ...literal })));
  assert.ok(literals.length > 100, `only ${literals.length} were found`);
  const slow: string[] = [];
  for (const { name, line, source, flags } of literals) {
    // What repeats nothing takes as many steps at each place as it is long.
    if (!/[*+{]/.test(source) || Object.hasOwn(exceptions, `/${source}/${flags}`)) continue;
    const result = await check(source, flags, { timeout: 30_000 });
    if (result.status === 'safe') continue;
    const what = result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
    slow.push(`${name}:${line} /${source}/${flags} (${what})`);
  }
  context.diagnostic(`${literals.length} patterns`);
  assert.deepEqual(slow, []);
});

test('only the files named here build regular expressions at run time', () => {
  assert.deepEqual(
    files.filter(({ name, text }) => /\bRegExp\(/.test(text) && !Object.hasOwn(built, name)).map(({ name }) => name),
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
