import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { folderCircles } from './circles.ts';
import { assertNoCycle, filesOf, importsOf, packages, sources } from './project.ts';

const src = sources;
const tests = [
  ...filesOf('test', '.ts'),
  ...packages
    .flatMap((name) => filesOf(`packages/${name}`, '.ts'))
    .filter(({ name }) => /^packages\/\w+\/test\//.test(name)),
];
const benches = filesOf('bench', '.ts');

describe('folders', () => {
  const width = (names: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
    return counts;
  };

  test('contain at most 22 source files each, and doors/http at most 12 on its own level', () => {
    for (const [folder, count] of width([...src, ...tests, ...benches].map(({ name }) => name)))
      assert.ok(count <= (folder === 'packages/service/src/doors/http' ? 12 : 22), `${folder} contains ${count} files`);
  });

  // A reader goes from folder to folder. Those that are named still have a circle; the list may only become shorter.
  test('that are beside each other do not import each other in a circle, not even types', () => {
    const circles = folderCircles(
      src.flatMap((file) => importsOf(file).map(({ from }) => ({ from: file.name, to: from }))),
    );
    const service = 'packages/service/src';
    assert.deepEqual(
      circles.map(({ folder }) => folder),
      [`${service}/doors/http/desk`, `${service}/operations`, `${service}/store`],
    );
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
