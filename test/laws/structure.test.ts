import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { folderCircles } from './circles.ts';
import { assertNoCycle, filesOf, importsOf, type ProjectFile, packages, sources } from './project.ts';

const src = sources;
const tests = [
  ...filesOf('test', '.ts'),
  ...packages
    .flatMap((name) => filesOf(`packages/${name}`, '.ts'))
    .filter(({ name }) => /^packages\/\w+\/test\//.test(name)),
];
const benches = filesOf('bench', '.ts');

describe('folders', () => {
  const folders = (files: readonly ProjectFile[]) => Map.groupBy(files, ({ name }) => dirname(name));

  /** What each file of a large folder is, or of one that a recipe adds to. A folder that is not here has at most twelve files. */
  const nouns: Readonly<Record<string, { noun: string; each: RegExp }>> = {
    'packages/auditor/src/score/facts': { noun: 'facts', each: /\bFact\b/ },
    'packages/auditor/src/score/statements/languages': { noun: 'language', each: /\b(Language|Finders)\b/ },
    'packages/service/src/cli/commands': { noun: 'command', each: /^export function add\w+\(define/m },
    'packages/service/src/operations/desk': {
      noun: 'operation',
      each: /\bdeskOperation\(|^export const deskOperations/m,
    },
    'packages/service/src/operations/jobs': { noun: 'job', each: /\b(Context|Schedule)\b/ },
    'packages/service/src/store': { noun: 'rows of a table', each: /\b(Db|Tx|Store)\b|^export interface Tables/m },
  };

  test('of more than twelve source files have a noun that each of them is', (t) => {
    for (const [folder, files] of folders(src)) {
      const { noun, each } = nouns[folder] ?? {};
      if (files.length > 16) t.diagnostic(`warning: ${folder} has ${files.length} files`);
      if (!each) assert.ok(files.length <= 12, `${folder} has ${files.length} files: divide it, or name its noun here`);
      for (const { name, text } of files) assert.ok(!each || each.test(text), `${name} is no ${noun}`);
    }
    for (const [folder, { noun }] of Object.entries(nouns))
      assert.ok((folders(src).get(folder)?.length ?? 0) > 10, `${folder} needs no noun any more (${noun})`);
  });

  test('of tests and benches have at most twenty files that are no tests', () => {
    const helpers = [...tests, ...benches].filter(({ name }) => !name.endsWith('.test.ts'));
    for (const [folder, files] of folders(helpers))
      assert.ok(files.length <= 20, `${folder} has ${files.length} files`);
  });

  test('that are beside each other do not import each other in a circle, not even types', () => {
    const imports = src.flatMap((file) => importsOf(file).map(({ from }) => ({ from: file.name, to: from })));
    assert.ok(imports.length > 1000);
    assert.deepEqual(folderCircles(imports), []);
  });

  test('style sheets have at most 300 lines', () => {
    const sheets = filesOf('packages/service/src', '.css');
    assert.ok(sheets.length > 0);
    for (const { name, text } of sheets) assert.ok(text.split('\n').length <= 300, `${name} is over 300 lines`);
  });
});

describe('tests and benches', () => {
  test('start processes in one place', () => {
    // Benches start programs of their own kind: nginx, wrk, other servers.
    for (const file of tests.filter(({ name }) => name !== 'test/world/processes.ts'))
      for (const { from } of importsOf(file)) assert.notEqual(from, 'node:child_process', file.name);
  });

  test('have suites whose bodies are not async: hooks of files that are loaded meanwhile would be theirs', () => {
    for (const { name, text } of tests) assert.doesNotMatch(text, /\bdescribe\([^\n]*\basync \(/, name);
  });

  test('share test/world only: no test imports a bench, and no bench a test', () => {
    for (const file of [...src, ...tests])
      for (const { from } of importsOf(file)) assert.ok(!from.startsWith('bench/'), `${file.name} imports ${from}`);
    for (const file of benches)
      for (const { from } of importsOf(file))
        assert.ok(
          !/^(packages\/\w+\/)?test\/(?!world\/)/.test(from) || from === 'packages/rubric/test/example-audit.ts',
          `${file.name} imports ${from}`,
        );
  });

  test('import without a cycle, and have helpers of at most 300 lines', () => {
    assertNoCycle([...tests, ...benches]);
    for (const { name, text } of [...tests, ...benches])
      if (!name.endsWith('.test.ts')) assert.ok(text.split('\n').length <= 300, `${name} is over 300 lines`);
  });
});
